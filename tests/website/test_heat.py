"""Promises about heat maps as tables."""

from __future__ import annotations

import re

from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.paths import shipped
from crookbench.website.charts.heat import HeatCell, heat_view
from crookbench.website.doctors import DoctorView

TABLE = Table("t", "T", "", (Column("a", "A"),), ((1,),))
DOCTORS = {name: DoctorView(name, name, "", "open", f"models/{name}/index.html") for name in "AB"}


def _chart(*points: Point) -> Chart:
    return Chart(
        id="h", title="H", measure="m", n="2 consults", kind="heatmap",
        series=(Series("s", points),), x=Axis("", scale="category", categories=("x", "y")),
        y=Axis("", scale="category", categories=("A", "B")), table=TABLE,
    )  # fmt: skip


def test_heat_map_keeps_its_rows_in_order_and_gaps_empty() -> None:
    """A cell without a value is a dash without a shade; a cell leads to its evidence."""
    view = heat_view(
        _chart(Point("x", "A", value=50.0, text="50", href="consults/c/"),
               Point("y", "B", value=70.0, text="70")),
        "h.csv", DOCTORS,
    )  # fmt: skip
    assert [(who.name, cells) for who, cells in view.rows] == [
        ("A", (HeatCell("50", 5, "consults/c/index.html"), HeatCell("–"))),
        ("B", (HeatCell("–"), HeatCell("70", 7))),
    ]
    assert view.measure == "m, 2 consults"


def test_shade_stays_between_none_and_the_darkest() -> None:
    """Scores can lie below 0 and, with bonuses, above 100."""
    points = (Point("x", "A", value=-900.0, text="−900"), Point("y", "A", value=101.0, text="101"))
    _, cells = heat_view(_chart(*points), "h.csv", DOCTORS).rows[0]
    assert [cell.shade for cell in cells] == [0, 10]


def test_every_shade_has_its_rule() -> None:
    """The style sheet knows h1 to h10."""
    css = (shipped("templates") / "assets" / "site.css").read_text(encoding="utf-8")
    assert [int(n) for n in re.findall(r"\.h(\d+) \{ --much", css)] == list(range(1, 11))
