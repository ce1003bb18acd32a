"""Every consult of a run in one grid: doctors down, cases and repeats across."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number
from crookbench.figures.played import share
from crookbench.website import urls, words
from crookbench.website.doctors import DoctorView, doctor_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.played import Key
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class Cell:
    """One consult: its score and where it is, a dash if it was not scored; empty if not planned.

    Attributes:
        disputed: Which known issues dispute some of its points, in words.
    """

    text: str = ""
    label: str = ""
    path: str = ""
    harmed: bool = False
    disputed: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid, with the repeats of each case side by side."""

    cases: tuple[tuple[str, str], ...]
    reps: tuple[int, ...]
    rows: tuple[tuple[DoctorView, tuple[Cell, ...]], ...]

    @property
    def disputed(self) -> bool:
        """Whether the points of any of its consults are disputed."""
        return any(cell.disputed for _, cells in self.rows for cell in cells)


def grid(source: Source, run: Run, models: Sequence[str], cases: Sequence[str]) -> Grid:
    """The consults of some doctors and cases of a run."""
    records = {record.key: record for record in run.records}
    planned = frozenset(run.manifest.planned)
    reps = tuple(range(1, run.manifest.reps + 1))
    titles = {case: source.case_title(case, run) for case in cases}

    def cell(key: Key) -> Cell:
        where = f"{titles[key[1]]}, repeat {key[2]}"
        if key in records:
            return _scored(source, run, records[key], where)
        return Cell("–", f"{where}: not scored") if key in planned else Cell()

    return Grid(
        cases=tuple((title, source.case_path(run, case)) for case, title in titles.items()),
        reps=reps,
        rows=tuple(
            (
                doctor_view(source, model),
                tuple(cell((model, case, rep)) for case in cases for rep in reps),
            )
            for model in models
        ),
    )


def _scored(source: Source, run: Run, record: Record, where: str) -> Cell:
    text = number(share(record) if record.max else None)
    outcome = words.OUTCOME_NAMES[record.consequence]
    disputed = source.disputed(run).get(record.key)
    said = [f"{where}: {text} %", outcome, *([disputed.text] if disputed else [])]
    return Cell(
        text=text,
        label=", ".join(said),
        path=urls.consult_page(run.manifest.id, *record.key),
        harmed=record.consequence in ("harmful", "missed_red_flag"),
        disputed=disputed.text if disputed else "",
    )
