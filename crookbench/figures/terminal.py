"""Tables in a terminal, the leaderboard within 100 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from crookbench.figures import numbers
from crookbench.figures.report import rank
from crookbench.game.awards import PARTS
from crookbench.terminal import printable

if TYPE_CHECKING:
    from crookbench.figures.figure import Table
    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names

_LONGEST_NAME = 20
_HEADINGS = (
    "Score", "These", "Other", "Hist", "Exam", "Test", "Plan", "Flag", "Ask", "Harm", "US$",
)  # fmt: skip


def leaderboard_grid(board: Leaderboard, names: Names) -> Grid:
    """The leaderboard for rich: These and Other are the two intervals of the score."""
    shape = _empty()
    shape.add_column("Rank", no_wrap=True)
    shape.add_column("Doctor", no_wrap=True, max_width=_LONGEST_NAME)
    for heading in ("n", *_HEADINGS):
        shape.add_column(heading, justify="right", no_wrap=True)
    for each in board.standings:
        shape.add_row(*(Text(printable(cell)) for cell in _row(each, names)))
    return shape


def grid(table: Table) -> Grid:
    """Any table for rich."""
    shape = _empty()
    for column in table.columns:
        shape.add_column(column.label, justify="left" if column.kind == "text" else "right")
    for row in table.rows:
        cells = (numbers.shown(v, column) for v, column in zip(row, table.columns, strict=True))
        shape.add_row(*(Text(printable(cell)) for cell in cells))
    return shape


def console() -> Console:
    """A console that never narrows the table: piped output is as wide as it needs."""
    found = Console()
    return found if found.is_terminal else Console(width=100)


def _empty() -> Grid:
    return Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False)


def _row(each: Standing, names: Names) -> tuple[str, ...]:
    these, other = (
        numbers.MISSING if i is None else numbers.span(i.low, i.high)
        for i in (each.these_cases, each.other_cases)
    )
    n = str(each.n_scored) if each.complete else f"{each.n_scored}/{each.n_planned}"
    whole = (*(each.parts[part] for part in PARTS), each.red_flags, each.questions)
    return (
        rank(each) or numbers.MISSING, names.name(each.model), n, numbers.number(each.score),
        these, other, *map(numbers.number, whole), numbers.number(each.harms, 2),
        numbers.number(each.cost, 2),
    )  # fmt: skip
