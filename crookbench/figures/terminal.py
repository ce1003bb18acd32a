"""Tables in a terminal: figures whole, names shortened, last columns left out, and that is said."""

from __future__ import annotations

import shutil
import sys
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from crookbench.figures import numbers
from crookbench.figures.metrics import METRICS
from crookbench.figures.report import cell, rank
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.figure import Table
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.figures.names import Names

SHORTEST_NAME = 12
"""Columns of a terminal that a name keeps at least: less tells no two models apart."""


_LOWEST = -999
"""The lowest figure that the terminal's table tells; files have all digits."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of texts to print.

    Attributes:
        left: Which columns stand to the left.
        name: The column that may be shortened.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: frozenset[int]
    name: int = 0

    def text(self, width: int | None) -> str:
        """The table in `width` columns of a terminal; None is as wide as it needs."""
        lines = [[printable(each) for each in row] for row in (self.heads, *self.rows)]
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        kept = len(widths)
        if width is not None:
            over = sum(widths) + kept - 1 - width
            widths[self.name] = max(widths[self.name] - max(over, 0), min(
                SHORTEST_NAME, widths[self.name]))  # fmt: skip
            while kept > self.name + 1 and sum(widths[:kept]) + kept - 1 > width:
                kept -= 1
            spare = width - (sum(widths[:kept]) + kept - 1)
            longest = max(cell_len(line[self.name]) for line in lines)
            widths[self.name] = min(longest, widths[self.name] + max(spare, 0))
        printed = []
        for line in lines:
            cells = []
            for n, (text, wide) in enumerate(zip(line[:kept], widths[:kept], strict=True)):
                whole = cell_len(text) <= wide
                shown = text if whole else f"{set_cell_size(text, wide - 1)}…"
                space = " " * (wide - cell_len(shown))
                cells.append(shown + space if n in self.left else space + shown)
            printed.append(" ".join(cells).rstrip())
        if kept < len(widths):
            left_out = numbers.listed([printable(each) for each in self.heads[kept:]])
            printed.append(f"\nToo narrow for {left_out}: --format csv or md has every column.")
        return "\n".join(printed) + "\n"


def wrapped(text: str, width: int | None) -> str:
    """Prose broken between words at the terminal's width; None leaves it as it is."""
    if width is None:
        return text
    lines = (textwrap.wrap(line, width, break_on_hyphens=False) for line in text.splitlines())
    return "\n".join("\n".join(parts) for parts in lines) + "\n"


def terminal_width() -> int | None:
    """Columns of the terminal that is printed to; None for a pipe or a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def leaderboard_grid(board: Leaderboard, names: Names) -> TextTable:
    """The leaderboard: Again and New are the two intervals of the score."""
    shown = [metric for metric in METRICS if metric.short]
    rows = []
    for each in board.standings:
        n = str(each.n_scored) if each.complete else f"{each.n_scored}/{each.n_planned}"
        values = [(metric, cell(each.figures[metric.name])) for metric in shown]
        told = [v if isinstance(v, str) else metric.text(v) for metric, v in values]
        rows.append([rank(each) or numbers.MISSING, names.name(each.model), n, *told])
    heads = ["Rank", "Doctor", "n", *(metric.short for metric in shown)]
    return TextTable(heads, rows, frozenset({0, 1}), name=1)


def _told(value: float | None, places: int) -> str:
    """A figure; one far below 0, as of who orders every test, would only widen its column."""
    if value is not None and value < _LOWEST:
        return f"<{numbers.number(_LOWEST)}"
    return numbers.number(value, places)


def legend(board: Leaderboard) -> str:
    """What the short headings stand for, and why a figure may pass 0 or 100 %."""
    shown = [metric for metric in METRICS if metric.short and metric.short != metric.label]
    heads = "; ".join(f"{metric.short}: {metric.label.lower()}" for metric in shown)
    values = [
        value
        for each in board.standings
        for metric in shown
        if isinstance(value := each.figures[metric.name], int | float) and "%" in metric.unit
    ]
    told = [f"n: consults scored; {heads}."]
    if any(value < 0 for value in values):
        told.append("Below 0: what is unneeded costs, each further test more than the last.")
    if any(value > 100 for value in values):  # noqa: PLR2004  per cent
        told.append("Above 100: acceptable steps are a bonus outside the maximum.")
    return " ".join(told)


def grid(table: Table) -> TextTable:
    """Any table; its first column may be shortened."""
    return TextTable(
        [column.label for column in table.columns],
        [[numbers.shown(value, column) for value, column in zip(row, table.columns, strict=True)]
         for row in table.rows],
        frozenset(n for n, column in enumerate(table.columns) if column.kind == "text"),
    )  # fmt: skip
