"""Factories and fakes for tests of runs: a short consult, its files, and who takes part."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from crookbench.casebook.casebook import Casebook
from crookbench.chat.usage import Usage
from crookbench.doctor.contract import ToolCall, Turn
from crookbench.game.moves import Dx, End, Exam, Order, Rx, Say
from crookbench.patient.contract import Judgement, Reply
from crookbench.records.manifest import DoctorConfig, Manifest
from crookbench.records.record import Metadata, Provenance
from crookbench.records.recording import record_consult
from crookbench.records.replay import again
from crookbench.records.store import ConsultFiles, Store
from crookbench.testing import factories as testing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from crookbench.game.case import Case
    from crookbench.game.moves import Move

MODEL = "lab/model-1"
CASE = "sore_calf"
NOON = datetime(2026, 10, 5, 12, 0, 0, tzinfo=UTC)

MOVES: tuple[Move, ...] = (
    Say("Have you ever had a clot?", ("clot_before",), "Yes, once.", questions=1),
    Exam("oxygen_saturation"),
    Order("leg_ultrasound"),
    Order("d_dimer"),
    Rx("enoxaparin", "80 mg", "Stat dose", "Single dose"),
    Dx.of("deep_vein_thrombosis", "cellulitis", "pulmonary_embolism"),
    End.of(("ideal_2",), {"ideal_2": "call 000 if you get chest pain"}),
)
"""A consult of the sore calf with something of every part of the bill."""


def casebook(**changes: Any) -> Casebook:  # noqa: ANN401  raw data, as a case file would hold it
    """The sore calf, changed as `testing.case` does, with the small catalogue."""
    hashes = {CASE: "sha256:case"}
    return Casebook({CASE: testing.case(**changes)}, testing.catalogue(), hashes, "sha256:cat")


def manifest(*models: str, **changes: Any) -> Manifest:  # noqa: ANN401  fields of run.json
    """A run of the sore calf, one repeat a model."""
    fields: dict[str, Any] = {
        "id": "test-run",
        "title": "A test run",
        "date": "2026-10-05",
        "doctors": tuple(DoctorConfig(id=model) for model in models or (MODEL,)),
        "cases": (CASE,),
        "reps": 1,
        "case_hashes": {CASE: "sha256:case"},
        "catalogue_hash": "sha256:cat",
    }
    return Manifest(**fields | changes)


def timed(moves: Sequence[Move] = MOVES) -> tuple[Move, ...]:
    """The moves one a second, as a log has them; what they show is filled in by a replay."""
    return tuple(replace(move, t=float(second)) for second, move in enumerate(moves))


def file_consult(
    run: Path, moves: Sequence[Move] = MOVES, *, model: str = MODEL, rep: int = 1
) -> ConsultFiles:
    """Writes record, log and transcript of one consult into the run's folder."""
    book = casebook()
    case = book.cases[CASE]
    played = [again(case, book.catalogue, each) for each in timed(moves)]
    about = Metadata(
        model=model,
        rep=rep,
        ending="ended",
        usage=Usage(),
        patient_model="chart",
        marker_model="chart",
        started="2026-10-05T12:00:00Z",
        provenance=Provenance(case="sha256:case", catalogue="sha256:cat"),
    )
    files = Store(run).consult((model, CASE, rep))
    files.write(record_consult(case, book.catalogue, played, about))
    return files


def file_run(run: Path, *models: str, **changes: Any) -> Path:  # noqa: ANN401  fields of run.json
    """Writes a whole run of the sore calf."""
    plan = manifest(*models, **changes)
    Store(run).write_manifest(plan)
    for model, _, rep in plan.planned:
        file_consult(run, model=model, rep=rep)
    return run


@dataclass
class TurnsDoctor:
    """A doctor who takes given turns; an exception among them is raised in its place."""

    id: str
    turns: list[Turn | BaseException]
    on_turn: Callable[[], None] = lambda: None

    async def turn(self, answers: object) -> Turn:  # noqa: ARG002  it never listens
        self.on_turn()
        await asyncio.sleep(0)  # as any real doctor, it lets others go on meanwhile
        step = self.turns.pop(0)
        if isinstance(step, BaseException):
            raise step
        return step


class QuietPatient:
    """A patient who tells one fact when asked and nothing else."""

    name = "quiet"

    def opening(self) -> str:
        return "My left calf is sore."

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:  # noqa: ARG002
        return Reply("Yes, once.", ("clot_before",)) if "clot" in message else Reply("No.")


class FixedMarker:
    """A marker who credits one item whatever was said."""

    name = "fixed"

    async def mark(self, moves: Sequence[Move]) -> Judgement:  # noqa: ARG002
        return Judgement(("ideal_2",), {"ideal_2": "call 000"})


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name, arguments)


def short_turns() -> list[Turn | BaseException]:
    """A consult of five turns that ends."""
    steps = (
        call("say", text="Have you ever had a clot?"),
        call("examine", exam_id="oxygen_saturation"),
        call("order_test", test_id="leg_ultrasound"),
        call(
            "diagnose",
            most_likely="deep_vein_thrombosis",
            differential="cellulitis",
            cant_miss="pulmonary_embolism",
        ),
        call("end_consult"),
    )
    return [Turn(calls=(step,), usage=Usage(1, 10, 5, 0.25)) for step in steps]


@dataclass
class FakeParticipants:
    """Makes a `TurnsDoctor` for each consult; `turns` says which turns the doctor takes."""

    turns: Callable[[str, int], list[Turn | BaseException]] = lambda _model, _rep: short_turns()
    on_turn: Callable[[], None] = lambda: None
    made: list[tuple[str, int]] = field(default_factory=list)

    def doctor(self, model: str, case: Case, rep: int) -> TurnsDoctor:  # noqa: ARG002
        self.made.append((model, rep))
        return TurnsDoctor(model, self.turns(model, rep), self.on_turn)

    def patient(self, case: Case) -> QuietPatient:  # noqa: ARG002
        return QuietPatient()

    def marker(self, case: Case) -> FixedMarker:  # noqa: ARG002
        return FixedMarker()
