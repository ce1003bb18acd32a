"""A heat map as a table of shaded cells: it prints, needs no script and can be linked from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.website.text import keep_percent
from crookbench.website.urls import INDEX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.figures.figure import Chart, Point
    from crookbench.website.doctors import DoctorView

_SHADES = 10


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One cell; `shade` is 0 to 10, and 0 without a value."""

    text: str
    shade: int = 0
    path: str = ""


@dataclass(frozen=True, slots=True)
class HeatView:
    """A heat map, doctors down.

    Attributes:
        subject: What its columns are, for readers who can switch to others: "By case".
        tone: "harm" where more is worse, else "".
    """

    id: str
    subject: str
    title: str
    measure: str
    tone: str
    columns: tuple[str, ...]
    rows: tuple[tuple[DoctorView, tuple[HeatCell, ...]], ...]
    csv: str


def heat_view(chart: Chart, csv: str, doctors: Mapping[str, DoctorView]) -> HeatView:
    """A heat map for a page; `doctors` are those of the run by the names on its axis."""
    at = {(cell.y, cell.x): cell for series in chart.series for cell in series.points}
    return HeatView(
        id=chart.id,
        subject=chart.subject,
        title=keep_percent(chart.title),
        measure=keep_percent(", ".join(part for part in (chart.measure, chart.n) if part)),
        tone="harm" if chart.id == "traps" else "",
        columns=chart.x.categories,
        rows=tuple(
            (doctors[name], tuple(_cell(at.get((name, column))) for column in chart.x.categories))
            for name in chart.y.categories
        ),
        csv=csv,
    )


def _cell(point: Point | None) -> HeatCell:
    if point is None or point.value is None:
        return HeatCell("–")
    shade = round(_SHADES * min(100.0, max(0.0, point.value)) / 100)
    folder, hash_, anchor = point.href.partition("#")
    return HeatCell(point.text, shade, f"{folder}{INDEX}{hash_}{anchor}" if folder else "")
