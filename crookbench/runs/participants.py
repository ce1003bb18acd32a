"""Who takes part in a consult, from the names a command was given."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.doctor.baselines import BASELINES, BRISK, baseline, can_play
from crookbench.errors import UsageFault
from crookbench.game.nearest import nearest
from crookbench.patient.chart import ChartPatient
from crookbench.patient.marker import ChartMarker
from crookbench.redaction import looks_like_key
from crookbench.runs.model_config import ModelConfig

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Sequence

    from crookbench.chat.client import Chat
    from crookbench.chat.endpoint import Endpoint
    from crookbench.doctor.contract import Doctor
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.patient.contract import Marker, Patient

ALL_BASELINES = "baselines"
"""Stands for every baseline on the command line."""


@dataclass(frozen=True)
class ChartParticipants:
    """Scripted doctors, and the patient and marker that read the case's own chart.

    Neither of the latter keeps state, so all consults of a case share them.
    """

    catalogue: Catalogue
    _patients: dict[str, Patient] = field(default_factory=dict, repr=False, kw_only=True)
    _markers: dict[str, Marker] = field(default_factory=dict, repr=False, kw_only=True)

    def doctor(self, model: str, case: Case, rep: int) -> Doctor:
        return baseline(model, case, self.catalogue, rep)

    def patient(self, case: Case) -> Patient:
        if case.id not in self._patients:
            self._patients[case.id] = ChartPatient(case)
        return self._patients[case.id]

    def marker(self, case: Case) -> Marker:
        if case.id not in self._markers:
            self._markers[case.id] = ChartMarker(case, self.catalogue)
        return self._markers[case.id]


@dataclass(frozen=True)
class ModelParticipants(ChartParticipants):
    """The same, with a model in each role that has one, on the connections there are."""

    models: ModelConfig = field(default_factory=ModelConfig)
    doctors: Chat | None = None
    patients: Chat | None = None

    def doctor(self, model: str, case: Case, rep: int) -> Doctor:
        if self.doctors is None or model not in self.models.doctors:
            return super().doctor(model, case, rep)
        from crookbench.doctor.model import ModelDoctor

        return ModelDoctor(self.models.doctors[model], self.doctors)

    def patient(self, case: Case) -> Patient:
        if self.patients is None or self.models.patient is None:
            return super().patient(case)
        from crookbench.patient.model import ModelPatient

        return ModelPatient(case, self.models.patient, self.patients)

    def marker(self, case: Case) -> Marker:
        if self.patients is None or self.models.patient is None:
            return super().marker(case)
        from crookbench.patient.model_marker import ModelMarker

        return ModelMarker(case, self.catalogue, self.models.patient, self.patients)


def _unheard(_: str) -> None:
    """Where nobody watches."""


@asynccontextmanager
async def participants(
    models: ModelConfig,
    catalogue: Catalogue,
    on_wait: Callable[[str], None] = _unheard,
) -> AsyncIterator[ModelParticipants]:
    """Who takes part in the run; their connections last as long as the block.

    `on_wait` is told when a server is waited for, and why.
    """
    async with AsyncExitStack() as open_:
        yield ModelParticipants(
            catalogue,
            models,
            await _connected(open_, models.at, on_wait),
            await _connected(open_, models.patient_at, on_wait),
        )


async def _connected(
    open_: AsyncExitStack, at: Endpoint | None, on_wait: Callable[[str], None]
) -> Chat | None:
    if at is None:
        return None
    from crookbench.chat.client import Chat

    return await open_.enter_async_context(Chat(at, on_wait=on_wait))


def doctor_ids(named: Sequence[str], cases: Collection[Case]) -> tuple[str, ...]:
    """The doctors a command names, `baselines` spelled out, each once; others are models.

    A run has every doctor play every case, so `baselines` means those that can play all of these.

    Raises:
        UsageFault: A baseline that does not exist or has no script for one of the cases, a person,
            or a key in a name's place.
    """
    found: dict[str, None] = {}
    for name in named:
        if name == ALL_BASELINES:
            able = (each for each in BASELINES if all(can_play(each, case) for case in cases))
            found |= dict.fromkeys(able)
        else:
            _refuse_others(name)
            found[name] = None
    if BRISK in found and (lacking := [case.id for case in cases if not can_play(BRISK, case)]):
        raise UsageFault(
            f"{BRISK} plays what a case says under brisk:, which is not in {', '.join(lacking)}; "
            "write it there, or name other cases with --cases"
        )
    return tuple(found)


def _refuse_others(name: str) -> None:
    """Refuses a name that is neither a baseline nor can be a model."""
    if looks_like_key(name):
        raise UsageFault("DOCTOR: expected a model's id, saw what looks like a key")
    if name.startswith("human/"):
        raise UsageFault(f"{name!r}: a person plays with: crookbench play CASE")
    if name.startswith("baseline/") and name not in BASELINES:
        guess = nearest(name, BASELINES)
        hint = f"; did you mean {guess!r}?" if guess else ""
        raise UsageFault(f"there is no baseline {name!r}{hint} (known: {', '.join(BASELINES)})")
    if "/" not in name and nearest(name, [ALL_BASELINES]):
        raise UsageFault(f"there is no doctor {name!r}; did you mean {ALL_BASELINES!r}?")
    if not name.strip() or not name.isprintable():
        raise UsageFault(f"DOCTOR: expected a model's id such as lab/model, saw {name!r}")
