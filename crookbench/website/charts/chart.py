"""A chart as Plotly draws it: the data as JSON, which the page's own loader hands to plotly.js.

Colours are left to the loader, which takes them from the style sheet in either theme.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from crookbench.website.charts.traces import safe, traces
from crookbench.website.tables import TableView, table_view
from crookbench.website.text import keep_percent

if TYPE_CHECKING:
    from crookbench.figures.figure import Axis, Chart

_LOG_TICKS = [10.0**power * step for power in range(-4, 5) for step in (1, 3)]


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart with the table it draws.

    Attributes:
        json: Plotly's figure, safe inside a script element.
        size: A class for the height of its box: "short", "tall".
    """

    id: str
    title: str
    measure: str
    json: Markup
    size: str
    table: TableView
    csv: str


def chart_view(chart: Chart, page: str, csv: str) -> ChartView:
    """A chart for a page; `csv` is where its numbers can be downloaded."""
    rows = max((len(each.points) for each in chart.series), default=0)
    return ChartView(
        id=chart.id,
        title=keep_percent(chart.title),
        measure=keep_percent(", ".join(part for part in (chart.measure, chart.n) if part)),
        json=figure_json(chart, page),
        size="tall" if rows > 8 or chart.kind == "scatter" else "short",  # noqa: PLR2004
        table=table_view(replace(chart.table, title=f"{keep_percent(chart.title)}: the numbers")),
        csv=csv,
    )


def figure_json(chart: Chart, page: str) -> Markup:
    """Plotly's figure of a chart, checked by plotly's own schema."""
    from plotly import graph_objects

    layout = {
        "xaxis": _axis(chart.x),
        "yaxis": _axis(chart.y) | ({"autorange": "reversed"} if _is_listed(chart.y) else {}),
        "showlegend": chart.kind == "stacked_bar",
        "barmode": "relative" if chart.kind == "stacked_bar" else "group",
        "template": {},
    }
    text = graph_objects.Figure(data=traces(chart, page), layout=layout).to_json()
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
