"""Splits what grows with a run over several pages, and folds what only the first rows tell.

The first page stays where the whole list always stood.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from crookbench.figures.numbers import number
from crookbench.website.urls import page_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.figure import Chart, Table

MOST_ROWS = 100
"""Doctors, consults or rows that one page lists: about what a reader scrolls through, and 100 rows
of 15 consults are 200 kB of HTML."""
MOST_DRAWN = 50
"""Rows of a drawn chart: more are longer than two screens, and tell less than the table."""
_MOST_POINTS = 300
"""Marks of a chart that has no row for each: more hide each other."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pager:
    """Which page of a list this is, and where its neighbours stand; "" for none."""

    number: int
    count: int
    before: str
    after: str


def pager(path: str, number_: int, count: int) -> Pager | None:
    """The pager of the nth page of a list whose first stands at `path`; None for a single one."""
    if count == 1:
        return None
    return Pager(
        number_,
        count,
        page_number(path, number_ - 1) if number_ > 1 else "",
        page_number(path, number_ + 1) if number_ < count else "",
    )


def split(rows: Sequence[T], most: int = MOST_ROWS) -> list[Sequence[T]]:
    """Rows by page, at least one page."""
    return [rows[start : start + most] for start in range(0, max(1, len(rows)), most)]


def fold_table(table: Table) -> Table:
    """The first rows of a table, and how many there are."""
    count = len(table.rows)
    if count <= MOST_ROWS:
        return table
    note = f"{table.note} {_cut(MOST_ROWS, count, 'rows')}.".strip()
    return replace(table, rows=table.rows[:MOST_ROWS], note=note)


def fold_chart(chart: Chart) -> Chart:
    """A chart of the first doctors on its axis, or of the first marks, and its table alike."""
    rows, room = chart.y.categories, MOST_ROWS if chart.kind == "heatmap" else MOST_DRAWN
    if len(rows) > room:
        kept = frozenset(rows[:room])
        return replace(
            chart,
            y=replace(chart.y, categories=rows[:room]),
            series=tuple(
                replace(each, points=tuple(point for point in each.points if point.y in kept))
                for each in chart.series
            ),
            table=fold_table(chart.table),
            n=f"{chart.n}; {_cut(room, len(rows), 'rows')}",
        )
    most = max((len(each.points) for each in chart.series), default=0)
    if chart.kind == "scatter" and most > _MOST_POINTS:
        return replace(
            chart,
            series=tuple(replace(each, points=each.points[:_MOST_POINTS]) for each in chart.series),
            table=fold_table(chart.table),
            n=f"{chart.n}; {_cut(_MOST_POINTS, most, 'marks')}",
        )
    return replace(chart, table=fold_table(chart.table))


def _cut(shown: int, count: int, what: str) -> str:
    return f"the first {shown} of {number(count)} {what}, all of them in the CSV"
