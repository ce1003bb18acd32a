"""Promises about charts as Plotly gets them."""

from __future__ import annotations

import json
from typing import Any

from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.website.chart import figure_json, plotly_script
from crookbench.website.labels import label_places

TABLE = Table("t", "T", "", (Column("a", "A"),), ((1,),))


def _chart(*series: Series, **changes: Any) -> Chart:
    fields: dict[str, Any] = {
        "id": "c", "title": "C", "measure": "", "n": "", "kind": "scatter", "series": series,
        "x": Axis("Cost", "US$"), "y": Axis("Score", "%"), "table": TABLE,
    }  # fmt: skip
    return Chart(**fields | changes)


def _data(chart: Chart, page: str = "index.html") -> list[dict[str, Any]]:
    return json.loads(figure_json(chart, page))["data"]


def test_chart_json_cannot_end_its_script() -> None:
    """No "<" is left in it, and Plotly's own markup is escaped in labels."""
    name = "</script><b>x</b>"
    text = figure_json(_chart(Series("s", (Point(1, 2, label=name, group="open"),))), "index.html")
    assert "<" not in text
    shown = json.loads(text)["data"][0]["text"][0]
    assert shown.strip("\N{NO-BREAK SPACE}") == "&lt;/script&gt;&lt;b&gt;x&lt;/b&gt;"


def test_interval_chart_draws_the_first_series_thick_and_tells_both() -> None:
    """Hovering either tells the two intervals."""
    near = Series("Near", (Point(80.0, "A", 78.0, 83.0, label="A", group="closed", text="80"),))
    far = Series("Far", (Point(80.0, "A", 60.0, 90.0, label="A", group="closed", text="60–90"),))
    listed = Axis("", scale="category", categories=("A",))
    thick, thin = _data(_chart(near, far, kind="interval", y=listed))
    assert (thick["error_x"]["thickness"], thin["error_x"]["thickness"]) == (6, 1.5)
    assert (thick["error_x"]["array"], thick["error_x"]["arrayminus"]) == ([3.0], [2.0])
    assert thick["customdata"][0][0] == "<b>A</b><br>Near: 80<br>Far: 60–90"


def test_groups_have_a_shape_each_and_leave_colour_to_the_page() -> None:
    """Colour-blind readers tell them apart, and either theme can colour them."""
    groups = ("closed", "open", "baseline", "person")
    points = tuple(Point(n, n, label=g, group=g) for n, g in enumerate(groups))
    data = _data(_chart(Series("s", points)))
    assert [(trace["meta"], trace["marker"]["symbol"]) for trace in data] == [
        ("closed", "circle"), ("open", "diamond"), ("baseline", "square"),
        ("person", "triangle-up"),
    ]  # fmt: skip
    assert all("color" not in trace["marker"] for trace in data)


def test_clicks_lead_to_pages_from_where_the_chart_stands() -> None:
    """Figures name folders from the root; pages need relative files."""
    series = Series("s", (Point(1, 2, label="A", group="open", href="models/a/"),))
    trace = _data(_chart(series), "runs/r/index.html")[0]
    assert trace["customdata"][0][1] == "../../models/a/index.html"


def test_heat_map_keeps_its_rows_in_order_and_gaps_empty() -> None:
    """A cell without a value stays blank."""
    points = (Point("x", "A", value=50.0, text="50 %"), Point("y", "B", value=70.0, text="70 %"))
    axes = {name: Axis("", scale="category", categories=c) for name, c in
            (("x", ("x", "y")), ("y", ("A", "B")))}  # fmt: skip
    trace = _data(_chart(Series("s", points), kind="heatmap", **axes))[0]
    assert (trace["x"], trace["y"]) == (["x", "y"], ["A", "B"])
    assert trace["z"] == [[50.0, None], [None, 70.0]]


def test_names_of_close_points_stand_apart() -> None:
    """Of two points almost at one place, the second's name goes to another side."""
    points = (
        Point(10.0, 10.0, label="First name"), Point(10.2, 10.1, label="Second name"),
        Point(50.0, 60.0, label="Far"),
    )  # fmt: skip
    places = label_places(_chart(Series("s", points)))
    assert places[points[0]] != places[points[1]]
    assert set(places.values()) <= {"top center", "middle right", "middle left", "bottom center"}


def test_plotly_script_is_there() -> None:
    """The copy that the package brings."""
    assert plotly_script().is_file()
