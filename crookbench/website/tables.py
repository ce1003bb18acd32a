"""A table of figures as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from crookbench.figures.numbers import shown

if TYPE_CHECKING:
    from crookbench.figures.figure import Cell, Column, Table

_LEFT = ("text", "ranks")


@dataclass(frozen=True, slots=True)
class HeadingView:
    """A column's heading."""

    label: str
    left: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """A value as shown; `value` is what it sorts by, "" for texts and unknown ones."""

    text: str
    value: str
    left: bool
    href: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as shown, and as a number to sort by ("" sorts last)."""

    text: str
    value: str


def sort_value(value: float | None) -> str:
    """A number as a table sorts by it."""
    return "" if value is None else f"{value:.6g}"


@dataclass(frozen=True, slots=True)
class TableView:
    """A table, its caption put together from what tells how to read it."""

    id: str
    title: str
    caption: str
    columns: tuple[HeadingView, ...]
    rows: tuple[tuple[CellView, ...], ...]

    @property
    def groups(self) -> tuple[tuple[str, tuple[tuple[CellView, ...], ...]], ...]:
        """Rows that begin with the same cell, under its text and without it."""
        groups = groupby(self.rows, key=lambda row: row[0].text)
        return tuple((text, tuple(row[1:] for row in rows)) for text, rows in groups)


def table_view(table: Table) -> TableView:
    resting = f"From {table.n}." if table.n else ""
    return TableView(
        id=table.id,
        title=table.title,
        caption=" ".join(part for part in (table.reading, resting, table.note) if part),
        columns=tuple(HeadingView(_label(c), c.kind in _LEFT) for c in table.columns),
        rows=tuple(
            tuple(_cell(value, c) for value, c in zip(row, table.columns, strict=True))
            for row in table.rows
        ),
    )


def _label(column: Column) -> str:
    return f"{column.label}, {column.unit}" if column.unit in ("%", "US$", "s") else column.label


def _cell(value: Cell, column: Column) -> CellView:
    return CellView(
        text=shown(value, column),
        value=sort_value(value) if isinstance(value, (int, float)) else "",
        left=column.kind in _LEFT,
    )
