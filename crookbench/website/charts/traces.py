"""A chart's marks and bars as Plotly's traces.

Colours, and where names stand beside their marks, are left to the page's loader, which knows the
theme and the width. Labels are escaped, because Plotly reads some HTML in them.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from crookbench.website.text import visible
from crookbench.website.urls import INDEX, relative

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.figures.figure import Chart, Point, Series

SYMBOLS = {
    "closed": "circle",
    "open": "diamond",
    "baseline": "square",
    "person": "triangle-up",
    "unknown": "circle-open",
}
"""One shape a group, the same as in the tables."""


def safe(text: str) -> str:
    """A label that Plotly shows as it stands."""
    return escape(visible(text), quote=False)


def traces(chart: Chart, page: str) -> list[dict[str, Any]]:
    """Every trace of a chart; clicks lead to pages as seen from `page`."""
    return [trace for each in chart.series for trace in _traces(chart, each, page)]


def _traces(chart: Chart, series: Series, page: str) -> Iterator[dict[str, Any]]:
    if series.joined:
        yield _line(series)
    elif chart.kind in ("interval", "scatter"):
        for group in dict.fromkeys(point.group for point in series.points):
            points = [point for point in series.points if point.group == group]
            yield _marks(chart, series, group, points, page)
    else:
        yield _bars(chart, series, page)


def _line(series: Series) -> dict[str, Any]:
    """A line behind the marks, which tell their own numbers."""
    return {
        "type": "scatter",
        "mode": "lines",
        "meta": "line",
        "name": safe(series.name),
        "x": [_place(point.x) for point in series.points],
        "y": [_place(point.y) for point in series.points],
        "line": {"width": 1.5, "dash": "dot"},
        "hoverinfo": "skip",
    }


def _common(chart: Chart, name: str, points: Sequence[Point], page: str) -> dict[str, Any]:
    return {
        "name": safe(name),
        "x": [_place(point.x) for point in points],
        "y": [_place(point.y) for point in points],
        "customdata": [
            [_hover(chart, point), href_of(point, page), safe(point.label)] for point in points
        ],
        "hovertemplate": "%{customdata[0]}<extra></extra>",
    }


def _marks(
    chart: Chart, series: Series, group: str, points: Sequence[Point], page: str
) -> dict[str, Any]:
    """Points with their intervals along x, the first series' thick."""
    trace = _common(chart, series.name, points, page) | {
        "type": "scatter",
        "mode": "markers",
        "meta": group,
        "marker": {"symbol": SYMBOLS[group], "size": 9},
    }
    if any(point.lo is not None and point.hi is not None for point in points):
        trace["error_x"] = {
            "type": "data",
            "symmetric": False,
            "array": [_distance(point.hi, point.x) for point in points],
            "arrayminus": [_distance(point.x, point.lo) for point in points],
            "thickness": 6 if series is chart.series[0] else 1.5,
            "width": 0,
        }
    return trace


def _bars(chart: Chart, series: Series, page: str) -> dict[str, Any]:
    trace = _common(chart, series.name, series.points, page) | {"type": "bar", "meta": series.name}
    return trace | ({"orientation": "h"} if chart.y.scale == "category" else {})


_DIGITS = 4
"""Decimals of a place on a chart: more are no wider than a hair, and differ from one Python to the
next."""


def _place(value: float | str) -> float | str:
    return safe(value) if isinstance(value, str) else round(value, _DIGITS)


def _distance(high: float | str | None, low: float | str | None) -> float | None:
    if isinstance(high, (int, float)) and isinstance(low, (int, float)):
        return round(high - low, _DIGITS)
    return None


def hover_lines(chart: Chart, point: Point) -> list[str]:
    """What a mark tells: the label, then the value; of an interval chart, of every series."""
    lines = [point.text]
    if chart.kind == "interval":
        lines = [
            f"{series.name}: {other.text}"
            for series in chart.series
            for other in series.points
            if other.label == point.label
        ]
    return [visible(line) for line in (point.label, *lines) if line]


def href_of(point: Point, page: str) -> str:
    """Where a click leads, from this page; figures name pages by their folders."""
    if not point.href:
        return ""
    target = point.href if not point.href.endswith("/") else point.href + INDEX
    return relative(target, page)


def _hover(chart: Chart, point: Point) -> str:
    """The same for Plotly. Bold would put a style into the page, which its policy forbids."""
    return "<br>".join(map(safe, hover_lines(chart, point)))
