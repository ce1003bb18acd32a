"""Factories for records and runs, and the published run as it lies in results/."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.models import read_doctors
from crookbench.figures.names import Names
from crookbench.records.manifest import DoctorConfig, Manifest
from crookbench.records.record import Record
from crookbench.records.results import Consult, Run, read_run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crookbench.figures.leaderboard import Leaderboard

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def published() -> Run:
    return read_run(ROOT / "results" / "2026-10-04-published")


@pytest.fixture(scope="session")
def board(published: Run) -> Leaderboard:
    return leaderboard(published)


@pytest.fixture(scope="session")
def names() -> Names:
    return Names(read_doctors(ROOT / "cases" / "models.yaml"))


def _consult(
    model: str, case: str, rep: int = 1, total: int = 50, *, log: Sequence[Any] = (), **fields: Any
) -> Consult:
    """A consult with so many of 100 points, all of them for history."""
    data = {
        "model": model, "case": case, "rep": rep, "ending": "ended", "total": total, "max": 100,
        "level": "Intern", "consequence": "acceptable",
        "domains": [{"id": "history", "earned": total, "max": 100}],
    }  # fmt: skip
    return Consult(Record.model_validate(data | fields), tuple(log), Path(f"{case}-{rep}.json"))


def _run_of(*consults: Consult, failures: Sequence[Any] = (), path: Path = Path("nowhere"),
            **plan: Any) -> Run:  # fmt: skip
    """A run that plans exactly what the consults cover, unless `plan` says otherwise."""
    records = [consult.record for consult in consults]
    data = {
        "id": "tiny", "title": "A tiny run", "date": "2026-01-31",
        "doctors": tuple(DoctorConfig(id=m) for m in dict.fromkeys(r.model for r in records)),
        "cases": tuple(dict.fromkeys(record.case for record in records)),
        "reps": max((record.rep for record in records), default=1),
    }  # fmt: skip
    if "doctors" in plan:
        plan["doctors"] = tuple(DoctorConfig(id=model) for model in plan["doctors"])
    return Run(Manifest(**data | plan), consults, tuple(failures), path)


@pytest.fixture(scope="session")
def consult() -> Callable[..., Consult]:
    return _consult


@pytest.fixture(scope="session")
def run_of() -> Callable[..., Run]:
    return _run_of
