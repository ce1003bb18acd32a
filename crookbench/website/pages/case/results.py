"""How the doctors of one run did on a case: means and repeats, items and traps."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.figures.item_sentences import item_sentences
from crookbench.figures.lost import lost_on
from crookbench.figures.not_understood import not_understood
from crookbench.figures.numbers import number, plural, share_text
from crookbench.figures.played import Played, played, scored, share
from crookbench.figures.versus import part_means
from crookbench.game.awards import PARTS
from crookbench.website import urls
from crookbench.website.pages.case.item_matrix import item_anchor
from crookbench.website.pages.consult.same_case import Link
from crookbench.website.pages.lost import LostTable, lost_table
from crookbench.website.pages.run.grid import Cell, grid
from crookbench.website.paging import MOST_ROWS
from crookbench.website.tables import Figure, sort_value
from crookbench.website.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.figures.item_sentences import Named
    from crookbench.figures.traps import Trap
    from crookbench.records.results import Run
    from crookbench.website.doctors import DoctorView
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class DoctorRow:
    """How one doctor of a run did on a case: means, and each repeat."""

    doctor: DoctorView
    mean: str
    parts: tuple[Figure, ...]
    flags: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TrapView:
    """The case's trap in one run, with the consults that fell for it; `more` have no link."""

    title: str
    faced: str
    sprung: tuple[Link, ...]
    more: int


@dataclass(frozen=True, slots=True)
class CaseInRun:
    """How the doctors of one run did on a case.

    Attributes:
        summary: How many consults, and their mean score.
        hidden: How many doctors have no row, because there are very many.
        items: What the item analysis comes to: pairs of a lead and the items that follow it, each
            with its row in the item matrix and what is said of it.
        puzzles: Messages that the patient did not understand, with where each was said.
    """

    run: RunView
    summary: str
    reps: tuple[int, ...]
    rows: tuple[DoctorRow, ...]
    hidden: int
    items: tuple[tuple[str, tuple[tuple[Link, str], ...]], ...]
    lost: LostTable
    traps: tuple[TrapView, ...]
    matrix: str
    puzzles: tuple[tuple[str, tuple[Link, ...]], ...]


def best_first(run: Run, case_id: str) -> list[str]:
    """The doctors of a run by their mean on a case; those without one last."""
    means = {doctor.model: doctor.case_means.get(case_id) for doctor in played(run)}
    return sorted(means, key=lambda model: (means[model] is None, -(means[model] or 0), model))


def case_in_run(source: Source, found: RunFigures, case_id: str) -> CaseInRun:
    """One run's results on a case that it plans."""
    run = found.run
    models = best_first(run, case_id)
    table = grid(source, run, models[:MOST_ROWS], [case_id])
    doctors = {doctor.model: doctor for doctor in played(run)}
    shares = [share(c.record) for c in scored(run) if c.record.case == case_id]
    matrix = urls.item_matrix(case_id, run.manifest.id)
    mean = f": {number(fmean(shares))} % on average" if shares else ""
    return CaseInRun(
        run=source.view_of(run),
        summary=f"{plural(len(shares), 'consult')}{mean}",
        reps=table.reps,
        rows=tuple(_row(doctors[who.id], who, cells, case_id) for who, cells in table.rows),
        hidden=max(0, len(models) - MOST_ROWS),
        items=tuple(
            (lead, tuple((_row_of(matrix, each), each.more) for each in named))
            for lead, named in item_sentences(found.items.get(case_id, ()))
        ),
        lost=lost_table(
            source,
            run,
            lost_on(run, case_id),
            lambda key: f"{source.doctors.name(key[0])}, {key[2]}",
            with_case=False,
        ),
        traps=tuple(_trap(source, run, trap) for trap in found.traps if trap.case == case_id),
        matrix=matrix,
        puzzles=tuple(_puzzles(source, found, case_id)),
    )


_MOST_PUZZLES = 30
_LONGEST = 240
"""Characters of a message that are shown: enough to see what was asked."""


def _puzzles(
    source: Source, found: RunFigures, case_id: str
) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """Of our own cases alone: another project's patient has other ears."""
    run = found.run
    if run.manifest.played_on or run.manifest.kind == "wordless" or case_id not in source.cases:
        return
    for each in not_understood(run, source.cases[case_id])[:_MOST_PUZZLES]:
        links = (
            Link(urls.move_page(run.manifest.id, *key, move),
                 f"{source.doctors.name(key[0])}, {key[2]}")
            for key, move in each.at[:MOST_ROWS]
        )  # fmt: skip
        said = visible(each.said)
        yield said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…", tuple(links)


def _row_of(matrix: str, named: Named) -> Link:
    return Link(f"{matrix}#{item_anchor(named.item.id)}" if named.item else matrix, named.text)


def _row(doctor: Played, who: DoctorView, cells: tuple[Cell, ...], case_id: str) -> DoctorRow:
    flags = [
        flag.elicited
        for record in doctor.records
        if record.case == case_id
        for flag in record.red_flags
    ]
    shares = [part_means(doctor, part).get(case_id) for part in PARTS]
    return DoctorRow(
        doctor=who,
        mean=number(doctor.case_means.get(case_id)),
        parts=tuple(Figure(share_text(each), sort_value(each)) for each in shares),
        flags=number(100 * fmean(flags) if flags else None),
        cells=cells,
    )


def _trap(source: Source, run: Run, trap: Trap) -> TrapView:
    sprung = tuple(
        Link(
            urls.move_page(run.manifest.id, model, case, rep, move),
            f"{source.doctors.name(model)}, {rep}",
        )
        for (model, case, rep), move in list(zip(trap.sprung, trap.moves, strict=True))[:MOST_ROWS]
    )
    more = len(trap.sprung) - len(sprung)
    return TrapView(trap.title, plural(len(trap.faced), "consult"), sprung, more)
