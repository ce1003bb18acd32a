"""A chart on a page: drawn as SVG when the site is built, and as data for Plotly to take over.

Colours are left to the style sheet and to the page's own loader, which takes them from there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from crookbench.website.charts.drawn import Drawing, drawings
from crookbench.website.charts.traces import safe, traces
from crookbench.website.tables import TableView, table_view
from crookbench.website.text import keep_percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.figure import Axis, Chart

_LOG_TICKS = [10.0**power * step for power in range(-4, 5) for step in (1, 3)]


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart with the table it draws.

    Attributes:
        drawings: The chart as SVG, for a wide page and for a phone.
        json: Plotly's figure and how it takes over from each drawing, safe inside a script element.
    """

    id: str
    title: str
    measure: str
    drawings: tuple[Drawing, ...]
    json: Markup
    table: TableView
    csv: str


def chart_view(chart: Chart, page: str, csv: str, groups: Mapping[str, str]) -> ChartView:
    """A chart for a page.

    Args:
        chart: The chart.
        page: The page that shows it: its links are seen from there.
        csv: Where its numbers can be downloaded.
        groups: The group of each doctor, by the names on its axis.
    """
    drawn = drawings(chart, page, groups)
    return ChartView(
        id=chart.id,
        title=keep_percent(chart.title),
        measure=keep_percent(", ".join(part for part in (chart.measure, chart.n) if part)),
        drawings=drawn,
        json=figure_json(chart, page, drawn, groups),
        table=table_view(replace(chart.table, title=f"{keep_percent(chart.title)}: the numbers")),
        csv=csv,
    )


def figure_json(
    chart: Chart, page: str, drawn: Sequence[Drawing], groups: Mapping[str, str]
) -> Markup:
    """Plotly's figure of a chart, checked by its own schema, with the sizes of the drawings."""
    from plotly import graph_objects

    layout = {
        "xaxis": _axis(chart.x),
        "yaxis": _axis(chart.y),
        "barmode": "relative" if chart.kind == "stacked_bar" else "group",
        "template": {},
    }
    figure = graph_objects.Figure(data=traces(chart, page), layout=layout)
    sizes = {
        each.size: {"width": each.width, "height": each.height, "frame": each.frame,
                    "ranges": each.ranges, "row": each.row, "offsets": each.offsets}
        for each in drawn
    }  # fmt: skip
    told = {**figure.to_plotly_json(), "sizes": sizes,
            "groups": {safe(name): group for name, group in groups.items()}}  # fmt: skip
    text = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  JSON without "<" ends no script


def _is_listed(axis: Axis) -> bool:
    """Whether an axis lists things, the first at the top."""
    return axis.scale == "category"


def _axis(axis: Axis) -> dict[str, Any]:
    label = f"{axis.label}, {axis.unit}" if axis.unit else axis.label
    found: dict[str, Any] = {"title": {"text": safe(label)}, "type": axis.scale}
    if axis.scale == "log":
        labels = [f"{tick:g}" for tick in _LOG_TICKS]
        found |= {"tickmode": "array", "tickvals": _LOG_TICKS, "ticktext": labels}
    if _is_listed(axis):
        names = [safe(name) for name in axis.categories]
        found |= {"title": {"text": ""}, "categoryorder": "array", "categoryarray": names}
    return found
