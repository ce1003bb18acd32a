"""Promises about charts as Plotly gets them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.website.charts.chart import chart_view

TABLE = Table("t", "T", "", (Column("a", "A"),), ((1,),))


def _chart(*series: Series, **changes: Any) -> Chart:
    fields: dict[str, Any] = {
        "id": "c", "title": "C", "measure": "", "n": "", "kind": "scatter", "series": series,
        "x": Axis("Cost", "US$"), "y": Axis("Score", "%"), "table": TABLE,
    }  # fmt: skip
    return Chart(**fields | changes)


def _told(chart: Chart, page: str = "index.html") -> dict[str, Any]:
    return json.loads(chart_view(chart, page, "c.csv", {}).json)


def _data(chart: Chart, page: str = "index.html") -> list[dict[str, Any]]:
    return _told(chart, page)["data"]


def test_chart_json_cannot_end_its_script() -> None:
    """No "<" is left in it, and Plotly's own markup is escaped in labels."""
    name = "</script><b>x</b>"
    one = _chart(Series("s", (Point(1, 2, label=name, group="open"),)))
    text = chart_view(one, "index.html", "c.csv", {name: "open"}).json
    assert "<" not in text
    shown = json.loads(text)["data"][0]["customdata"][0][2]
    assert shown == "&lt;/script&gt;&lt;b&gt;x&lt;/b&gt;"


def test_interval_chart_draws_the_first_series_thick_and_tells_both() -> None:
    """Hovering either tells the two intervals."""
    near = Series("Near", (Point(80.0, "A", 78.0, 83.0, label="A", group="closed", text="80"),))
    far = Series("Far", (Point(80.0, "A", 60.0, 90.0, label="A", group="closed", text="60–90"),))
    listed = Axis("", scale="category", categories=("A",))
    thick, thin = _data(_chart(near, far, kind="interval", y=listed))
    assert (thick["error_x"]["thickness"], thin["error_x"]["thickness"]) == (6, 1.5)
    assert (thick["error_x"]["array"], thick["error_x"]["arrayminus"]) == ([3.0], [2.0])
    assert thick["customdata"][0][0] == "A<br>Near: 80<br>Far: 60–90"


def test_groups_have_a_shape_each_and_leave_colour_to_the_page() -> None:
    """Colour-blind readers tell them apart, and either theme can colour them."""
    groups = ("closed", "open", "baseline", "person", "unknown")
    points = tuple(Point(n, n, label=g, group=g) for n, g in enumerate(groups))
    data = _data(_chart(Series("s", points)))
    assert [(trace["meta"], trace["marker"]["symbol"]) for trace in data] == [
        ("closed", "circle"), ("open", "diamond"), ("baseline", "square"),
        ("person", "triangle-up"), ("unknown", "circle-open"),
    ]  # fmt: skip
    assert all("color" not in trace["marker"] for trace in data)


def test_clicks_lead_to_pages_from_where_the_chart_stands() -> None:
    """Figures name folders from the root; pages need relative files."""
    series = Series("s", (Point(1, 2, label="A", group="open", href="models/a/"),))
    trace = _data(_chart(series), "runs/r/index.html")[0]
    assert trace["customdata"][0][1] == "../../models/a/index.html"


def test_joined_series_is_a_line_that_says_nothing() -> None:
    """The marks on it tell their numbers; the line only joins them."""
    points = (Point(1.0, 2.0, label="A", group="open"), Point(2.0, 3.0, label="B", group="closed"))
    line, *marks = _data(_chart(Series("Best value", points, joined=True), Series("s", points)))
    assert (line["mode"], line["meta"], line["hoverinfo"]) == ("lines", "line", "skip")
    assert (line["x"], line["y"]) == ([1.0, 2.0], [2.0, 3.0])
    assert [trace["meta"] for trace in marks] == ["open", "closed"]


def test_table_of_a_chart_has_a_name_of_its_own() -> None:
    """Two tables of a page are told apart by readers who go by regions."""
    view = chart_view(_chart(Series("s", (Point(1, 2, group="open"),))), "index.html", "c.csv", {})
    assert view.table.title == "C: the numbers"


def test_plotly_takes_over_where_the_drawing_was() -> None:
    """The same width, the same frame and the same ends of the axes, on a desk and on a phone."""
    points = (Point(1.0, 20.0, label="A", group="open"), Point(4.0, 60.0, label="B", group="open"))
    sizes = _told(_chart(Series("s", points)))["sizes"]
    assert (sizes["wide"]["width"], sizes["narrow"]["width"]) == (920, 358)
    assert sizes["wide"]["ranges"][1] == pytest.approx([17.6, 62.4])
    assert [len(size["offsets"]) for size in sizes.values()] == [2, 2]
