"""A table as Markdown for readers, and as CSV with every digit for programs."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from crookbench.figures.numbers import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.figures.figure import Cell, Column, Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def markdown(table: Table) -> str:
    """The table as readers see it, with its reading above and its note below."""
    numeric = [column.kind not in ("text", "ranks") for column in table.columns]
    head = [_heading(column) for column in table.columns]
    rows = [
        [escaped(shown(value, column)) for value, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    lines = [_line(head), _line("---:" if right else "---" for right in numeric), *map(_line, rows)]
    return "\n\n".join(part for part in (escaped(table.reading), "\n".join(lines),
                                         escaped(table.note)) if part) + "\n"  # fmt: skip


def _heading(column: Column) -> str:
    """The label, with the unit where the cells do not carry it."""
    bare = column.kind == "number" and column.unit in ("%", "US$", "s")
    return escaped(f"{column.label}, {column.unit}" if bare else column.label)


def escaped(text: str) -> str:
    """Text that Markdown shows as it stands, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table_csv(table: Table) -> str:
    """The table with its columns' names and unrounded values; None is an empty field."""
    return rows_csv([column.name for column in table.columns], table.rows)


def rows_csv(names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV; a text that a spreadsheet would run as a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_inert, names))
    writer.writerows([_inert(value) for value in row] for row in rows)
    return out.getvalue()


def _inert(value: Cell) -> Cell:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
