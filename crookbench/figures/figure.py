"""Figures as typed data: a table or a chart is a value before anything draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["text", "number", "share", "percent", "money", "count", "ranks"]
"""How a column's values are written; `ranks` are texts like "2–4", a `share` under 0 has no use."""

Cell: TypeAlias = str | int | float | None
"""A value of a table; None is one that cannot be known, and the column says how that reads."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Attributes:
        name: Its name in a CSV file.
        label: Its heading for readers.
        unit: What its numbers count, or "" for none: "%", "US$", "points".
        places: Decimal places a reader is shown; files keep every digit.
        missing: What None reads as.
    """

    name: str
    label: str
    unit: str = ""
    kind: Kind = "number"
    places: int = 0
    missing: str = "–"

    @property
    def is_text(self) -> bool:
        """Whether it stands to the left, as words do."""
        return self.kind in ("text", "ranks")

    @property
    def heading(self) -> str:
        """The label, with the unit where the cells do not carry it."""
        bare = self.kind in ("number", "share") and self.unit in ("%", "US$", "s")
        return f"{self.label}, {self.unit}" if bare else self.label


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of figures, and how to read them.

    Attributes:
        reading: One sentence that tells what a number in it means.
        n: What the figures rest on: "195 consults".
        note: What a reader must know before trusting it, or "".
    """

    id: str
    title: str
    reading: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    n: str = ""
    note: str = ""

    def column(self, name: str) -> tuple[Cell, ...]:
        """The values of one column, top to bottom."""
        place = [column.name for column in self.columns].index(name)
        return tuple(row[place] for row in self.rows)


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a chart: numbers, their logarithms, or `categories` in their order."""

    label: str
    unit: str = ""
    scale: Literal["linear", "log", "category"] = "linear"
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """One mark of a chart.

    Attributes:
        lo: Lower end of the interval around the value, None where there is none.
        label: What the mark stands for, as readers know it.
        group: What its colour and shape say: a group of doctors, a part of the bill.
        href: Where it leads, relative to the site's root, or "".
        text: The value as a reader sees it.
    """

    x: float | str
    y: float | str
    lo: float | None = None
    hi: float | None = None
    label: str = ""
    group: str = ""
    href: str = ""
    text: str = ""
    value: float | None = None
    """The shade of a heat map's cell."""


@dataclass(frozen=True, slots=True)
class Series:
    """Marks that belong together under one name; `joined` ones are drawn as a line."""

    name: str
    points: tuple[Point, ...]
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of a table.

    Attributes:
        title: The finding, as a sentence.
        subject: What a heat map's columns are, where readers can switch: "By case".
        measure: What is shown, in which unit.
        n: What it rests on.
        table: The numbers it draws, to stand beside it.
    """

    id: str
    title: str
    measure: str
    n: str
    kind: Literal["interval", "scatter", "heatmap", "bar", "stacked_bar"]
    series: tuple[Series, ...]
    x: Axis
    y: Axis
    table: Table
    subject: str = ""
