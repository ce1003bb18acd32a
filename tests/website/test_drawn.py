"""Promises about charts as they are drawn when the site is built."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.website.charts.drawn import Drawing, drawings, fitting, text_width

TABLE = Table("t", "T", "", (Column("a", "A"),), ((1,),))
GROUPS = {"GPT": "closed", "Qwen": "open"}


def _chart(kind: str, *series: Series, **changes: Any) -> Chart:
    fields: dict[str, Any] = {
        "id": "c", "title": "C", "measure": "", "n": "", "kind": kind, "series": series,
        "x": Axis("Score", "%"), "y": Axis("", scale="category", categories=tuple(GROUPS)),
        "table": TABLE,
    }  # fmt: skip
    return Chart(**fields | changes)


def _wide(chart: Chart) -> Drawing:
    return drawings(chart, "index.html", GROUPS)[0]


def _scores() -> Chart:
    near = [("GPT", 80.0, 70.0, 90.0), ("Qwen", 60.0, 55.0, 65.0)]
    far = [("GPT", 80.0, 60.0, 100.0), ("Qwen", 60.0, 20.0, 95.0)]
    return _chart(
        "interval",
        *(
            Series(name, tuple(
                Point(x, who, low, high, who, GROUPS[who], f"models/{who}/", f"{x:.0f}")
                for who, x, low, high in points
            ))
            for name, points in (("If replayed", near), ("On new cases", far))
        ),
    )  # fmt: skip


def test_scores_are_rows_in_their_order_with_the_mark_last() -> None:
    """The thin interval lies under the thick one, and both under the mark."""
    first, second = _wide(_scores()).items
    assert [path.kind for path in first.paths] == ["new", "replayed", "dot"]
    assert (first.group, second.group) == ("closed", "open")
    assert (first.down, second.down) == (24, 50)
    assert first.hover == "GPT\nIf replayed: 80\nOn new cases: 80"
    assert first.href == "models/GPT/index.html"


def test_interval_ends_where_its_numbers_are() -> None:
    """The axis runs from 20 to 100 over the frame, and so does the thin line of the second."""
    drawn = _wide(_scores())
    left, _, right, _ = drawn.frame
    thin = drawn.items[1].paths[0]
    assert drawn.ranges == ((20.0, 100.0),)
    width = 920 - left - right
    assert thin.d == f"M{round(left, 1):g} 13H{round(left + width * 75 / 80, 1):g}"


def test_parts_of_a_bar_follow_each_other() -> None:
    """What is below nothing goes to the left of it; each part tells its own number."""
    lost = {"History": 20.0, "Examination": -5.0, "Plan": 10.0}
    series = [
        Series(name, (Point(value, "GPT", label="GPT", group="x", text=f"{name}: {value:.0f} %"),))
        for name, value in lost.items()
    ]
    chart = _chart("stacked_bar", *series, y=Axis("", scale="category", categories=("GPT",)))
    drawn = _wide(chart)
    (row,) = drawn.items
    assert [path.hover for path in row.paths] == [
        "GPT\nHistory: 20 %", "GPT\nExamination: -5 %", "GPT\nPlan: 10 %",
    ]  # fmt: skip
    starts = [float(path.d[1:].split()[0]) for path in row.paths]
    assert starts[1] < starts[0] < starts[2]
    assert [word.text for _, word in drawn.legend] == ["History", "Examination", "Plan"]
    assert row.group == "closed"


def test_scatter_names_its_marks_and_joins_best_value() -> None:
    """Both axes have their title and unit."""
    points = (
        Point(0.1, 60.0, label="Qwen", group="open", text="60 %"),
        Point(1.0, 80.0, label="GPT", group="closed", text="80 %"),
    )
    drawn = _wide(
        _chart("scatter", Series("Best value", points, joined=True), Series("all", points),
               x=Axis("Cost", "US$", scale="log"), y=Axis("Score", "%"))
    )  # fmt: skip
    assert [item.name.text for item in drawn.items if item.name] == ["Qwen", "GPT"]
    assert drawn.line.count("L") == 1
    told = [word.text for word in drawn.words]
    assert {"Score, %", "Cost, US$", "0.1", "1", "60", "80"} <= set(told)
    assert drawn.row == 0


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("GPT-6", 100, "GPT-6"),
        ("Qwen 3.8 27B instruct", 80, "Qwen 3.8 2…"),
        ("\u202egnp", 200, "[U+202E]gnp"),
    ],
    ids=["fits", "cut", "spelled out"],
)
def test_name_that_is_too_long_is_cut_with_an_ellipsis(text: str, width: int, shown: str) -> None:
    """And what would turn the text around is spelled out."""
    assert fitting(text, width) == shown


def test_phone_gets_a_drawing_of_its_own() -> None:
    """Of the width of its page, with fewer numbers on the axis and the same rows."""
    wide, narrow = drawings(_scores(), "index.html", GROUPS)
    assert (wide.width, narrow.width) == (920, 358)
    assert len(narrow.words) < len(wide.words)
    assert [item.hover for item in narrow.items] == [item.hover for item in wide.items]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 40)), min_size=2, max_size=2))
def test_nothing_of_a_row_leaves_the_drawing(scores: list[tuple[float, float]]) -> None:
    """Whatever the scores and intervals are."""
    points = tuple(
        Point(score, who, score - half, score + half, who, "open")
        for who, (score, half) in zip(GROUPS, scores, strict=True)
    )
    for drawn in drawings(_chart("interval", Series("s", points)), "index.html", GROUPS):
        for item in drawn.items:
            start, end = item.paths[0].d[1:].split("H")
            assert 0 <= float(start.split()[0]) <= float(end) <= drawn.width
            assert item.name is not None
            assert item.name.x - text_width(item.name.text, drawn.size) >= -1
