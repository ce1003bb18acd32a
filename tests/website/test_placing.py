"""Promises about names beside the marks of a chart."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from crookbench.website.charts.placing import LINE, MARK, Place, places

FRAME = (0.0, 0.0, 800.0, 400.0)
POINTS = st.lists(
    st.tuples(st.integers(20, 780), st.integers(20, 380)), min_size=1, max_size=13, unique=True
)


def test_name_of_a_lone_mark_stands_to_its_right() -> None:
    """At the same height, ten pixels away."""
    assert places([(100, 100)], [50], [], FRAME) == (Place(135.0, 100.0, lined=False),)


def test_name_at_the_right_edge_stands_to_the_left() -> None:
    """No name is cut."""
    (place,) = places([(790, 100)], [50], [], FRAME)
    assert place == Place(755.0, 100.0, lined=False)


def test_name_that_has_no_place_is_left_out() -> None:
    """A frame too narrow for it."""
    assert places([(30, 30)], [500], [], (0, 0, 60, 60)) == (None,)


def test_name_keeps_off_the_line() -> None:
    """The line of best value runs to the right of its mark."""
    path = [(100.0 + 5 * step, 100.0) for step in range(20)]
    (place,) = places([(100, 100)], [50], path, FRAME)
    assert place is not None
    assert place.x < 100


@settings(max_examples=50)
@given(POINTS)
def test_names_cover_neither_each_other_nor_a_mark(marks: list[tuple[int, int]]) -> None:
    """Whatever the marks are; a name that cannot is left out."""
    width = 60.0
    found = [each for each in places(marks, [width] * len(marks), [], FRAME) if each is not None]
    for one, other in combinations(found, 2):
        assert abs(one.x - other.x) >= width - 3 or abs(one.y - other.y) >= LINE - 3
    for place in found:
        assert place.x - width / 2 >= 0
        assert place.x + width / 2 <= 800
        for x, y in marks:
            outside = max(abs(place.x - x) - width / 2, abs(place.y - y) - LINE / 2)
            assert outside > -MARK
