"""Promises about the axes of drawn charts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crookbench.website.charts.scale import linear, logarithmic

FINITE = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20)
PRICES = st.lists(st.floats(1e-4, 1e4), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("values", "most", "ticks"),
    [
        ([24, 83], 4, (20, 40, 60, 80, 100)),
        ([0, 100], 4, (0, 25, 50, 75, 100)),
        ([-3, 12], 4, (-5, 0, 5, 10, 15)),
        ([50], 4, (49, 49.5, 50, 50.5, 51)),
    ],
    ids=["scores", "all there is", "below nothing", "one value"],
)
def test_axis_counts_in_round_numbers(
    values: list[float], most: int, ticks: tuple[float, ...]
) -> None:
    """From one round number to another, around every value."""
    assert linear(values, 0, 100, most).ticks == ticks


def test_axis_close_around_its_values_writes_round_numbers_inside() -> None:
    """A little beyond the values, so that no mark is cut, and no more."""
    scale = linear([24, 83], 0, 100, 4, close=True)
    assert (scale.low, scale.high) == pytest.approx((20.46, 86.54))
    assert scale.ticks == (40, 60, 80)


def test_axis_places_values_evenly() -> None:
    """Halfway is halfway, and an axis may run upwards."""
    up = linear([0, 100], 200, 0, 4)
    assert [up(0), up(50), up(100)] == [200, 100, 0]


def test_logarithmic_axis_writes_ones_and_threes() -> None:
    """Ones alone where both would be too many."""
    assert logarithmic([0.01, 1], 0, 100, 8).ticks == (0.01, 0.03, 0.1, 0.3, 1)
    assert logarithmic([0.01, 1], 0, 100, 4).ticks == (0.01, 0.1, 1)


def test_logarithmic_axis_places_factors_evenly() -> None:
    """From 1 to 10 is as far as from 10 to 100."""
    scale = logarithmic([1, 100], 0, 300, 8)
    assert scale(10) - scale(1) == pytest.approx(scale(100) - scale(10), abs=0.2)


@given(FINITE, st.integers(2, 10), st.booleans())
def test_every_value_is_on_its_axis(values: list[float], most: int, close: bool) -> None:  # noqa: FBT001
    """None is drawn outside the frame, and the axis is not crowded with numbers."""
    scale = linear(values, 40, 900, most, close=close)
    assert all(40 <= scale(value) <= 900 for value in values)
    assert 1 <= len(scale.ticks) <= most + 2


@given(PRICES)
def test_every_price_is_on_its_axis(prices: list[float]) -> None:
    """The same of logarithms."""
    scale = logarithmic(prices, 40, 900, 8)
    assert all(40 <= scale(price) <= 900 for price in prices)
