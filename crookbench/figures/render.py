"""A table as Markdown for readers, and as CSV with every digit for programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from crookbench.figures.numbers import shown
from crookbench.records.markdown import cell, inline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.figures.figure import Cell, Table

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that spreadsheets run as a formula."""


def markdown(table: Table) -> str:
    """The table as readers see it, with its reading above and its note below."""
    columns = table.columns
    rows = [
        [cell(column.heading) for column in columns],
        ["---" if column.is_text else "---:" for column in columns],
        *(
            [cell(shown(value, column)) for value, column in zip(row, columns, strict=True)]
            for row in table.rows
        ),
    ]
    lines = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    parts = (inline(table.reading), lines, inline(table.note))
    return "\n\n".join(part for part in parts if part) + "\n"


def table_csv(table: Table) -> str:
    """The table with its columns' names and unrounded values; None is an empty field."""
    return rows_csv([column.name for column in table.columns], table.rows)


def rows_csv(names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV; a text that a spreadsheet would run as a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (names, *rows):
        writer.writerow(
            f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
            for value in row
        )
    return out.getvalue()
