"""Every consult of a run in one grid: doctors down, cases and repeats across."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number
from crookbench.figures.played import share
from crookbench.website import urls, words
from crookbench.website.doctors import DoctorView, doctor_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.played import Key
    from crookbench.runs.record import Record
    from crookbench.runs.results import Run
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class Cell:
    """One consult: its score and where it is; without a path it was planned and not scored."""

    text: str
    label: str
    path: str = ""
    harmed: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid, with the repeats of each case side by side."""

    cases: tuple[tuple[str, str], ...]
    reps: tuple[int, ...]
    rows: tuple[tuple[DoctorView, tuple[Cell, ...]], ...]


def grid(source: Source, run: Run, models: Sequence[str], cases: Sequence[str]) -> Grid:
    """The consults of some doctors and cases of a run."""
    records = {record.key: record for record in run.records}
    reps = tuple(range(1, run.manifest.reps + 1))
    return Grid(
        cases=tuple((source.case_title(case, run), urls.case_page(case)) for case in cases),
        reps=reps,
        rows=tuple(
            (
                doctor_view(source, model),
                tuple(
                    _cell(run, (model, case, rep), records, source.case_title(case, run))
                    for case in cases
                    for rep in reps
                ),
            )
            for model in models
        ),
    )


def _cell(run: Run, key: Key, records: Mapping[Key, Record], title: str) -> Cell:
    record = records.get(key)
    where = f"{title}, repeat {key[2]}"
    if record is None:
        return Cell("–", f"{where}: not scored")
    text = number(share(record) if record.max else None)
    outcome = words.OUTCOME_NAMES[record.consequence]
    return Cell(
        text=text,
        label=f"{where}: {text} %, {outcome}",
        path=urls.consult_page(run.manifest.id, *key),
        harmed=record.consequence in ("harmful", "missed_red_flag"),
    )
