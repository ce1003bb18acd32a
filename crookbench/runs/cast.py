"""Who takes part in a consult, from the names a command was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.doctor.baselines import BASELINES, baseline
from crookbench.errors import NotAvailable, UsageFault
from crookbench.game.nearest import nearest
from crookbench.patient.chart import ChartPatient
from crookbench.patient.marker import ChartMarker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.doctor.contract import Doctor
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.patient.contract import Marker, Patient

ALL_BASELINES = "baselines"
"""Stands for every baseline on the command line."""


@dataclass(frozen=True)
class ChartCast:
    """Scripted doctors, and the patient and marker that read the case's own chart."""

    catalogue: Catalogue

    def doctor(self, model: str, case: Case, rep: int) -> Doctor:
        return baseline(model, case, self.catalogue, rep)

    def patient(self, case: Case) -> Patient:
        return ChartPatient(case)

    def marker(self, case: Case) -> Marker:
        return ChartMarker(case, self.catalogue)


def doctor_ids(named: Sequence[str]) -> tuple[str, ...]:
    """The doctors a command names, `baselines` spelled out, each once.

    Raises:
        UsageFault: A baseline that does not exist.
        NotAvailable: A model.
    """
    found: dict[str, None] = {}
    for name in named:
        if name == ALL_BASELINES:
            found |= dict.fromkeys(BASELINES)
        elif name in BASELINES:
            found[name] = None
        elif name.startswith("baseline/"):
            guess = nearest(name, BASELINES)
            hint = f"; did you mean {guess!r}?" if guess else ""
            raise UsageFault(f"there is no baseline {name!r}{hint} (known: {', '.join(BASELINES)})")
        else:
            raise NotAvailable(
                f"{name!r}: models as doctors come with a later version; "
                f"this one plays {', '.join(BASELINES)}"
            )
    return tuple(found)
