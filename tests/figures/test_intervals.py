"""Intervals against hand-worked and scipy values, and with too little to say."""

from __future__ import annotations

import pytest
from scipy import stats

from crookbench.figures.intervals import Interval, from_repeats, of_mean, of_rate


def test_of_mean_is_the_t_interval_of_scipy() -> None:
    """Five values, four degrees of freedom."""
    values = [70.0, 82.0, 91.0, 64.0, 77.5]
    expected = stats.t.interval(0.95, 4, loc=76.9, scale=stats.sem(values))
    found = of_mean(values)
    assert found is not None
    assert (found.low, found.high) == pytest.approx(expected)


def test_from_repeats_pools_the_variance_within_cases() -> None:
    """Cases 50 and 80 with repeats 2 apart: variance 2, 2 degrees of freedom, error 1 / √2."""
    found = from_repeats({"a": (49.0, 51.0), "b": (79.0, 81.0)})
    half = 4.302652729911275 * 0.5**0.5
    assert found is not None
    assert (found.low, found.high) == pytest.approx((65 - half, 65 + half))


def test_from_repeats_is_around_the_mean_of_case_means() -> None:
    """A case with more repeats weighs no more."""
    found = from_repeats({"a": (9.0, 10.0, 11.0), "b": (20.0,)})
    assert found is not None
    assert (found.low + found.high) / 2 == pytest.approx(15.0)


def test_values_without_spread_have_no_interval() -> None:
    """All consults at the floor do not tell how far above it the next may lie."""
    assert of_mean([0.0, 0.0, 0.0]) is None
    assert of_mean([100 / 3, 100 / 3 + 1e-13]) is None
    assert from_repeats({"a": (0.0, 0.0), "b": (40.0, 40.0)}) is None


@pytest.mark.parametrize("values", [(), (50.0,)], ids=["none", "one"])
def test_of_mean_says_nothing_of_too_few(values: tuple[float, ...]) -> None:
    """One value has no spread."""
    assert of_mean(values) is None


@pytest.mark.parametrize("by_case", [{}, {"a": ()}, {"a": (1.0,), "b": (2.0,)}])
def test_from_repeats_says_nothing_without_a_second_repeat(
    by_case: dict[str, tuple[float, ...]],
) -> None:
    """No case was played twice."""
    assert from_repeats(by_case) is None


def test_of_rate_is_wilsons_interval() -> None:
    """0 of 15 leaves 20.4 % open, 15 of 15 the mirror of it, nothing of nothing."""
    none, every = of_rate(0, 15), of_rate(15, 15)
    assert none is not None
    assert every is not None
    assert (none.low, none.high) == pytest.approx((0.0, 20.3881), abs=1e-3)
    assert (every.low, every.high) == pytest.approx((79.6119, 100.0), abs=1e-3)
    assert of_rate(0, 0) is None


def test_at_least_moves_both_ends() -> None:
    """An interval that lies below the floor ends on it."""
    assert Interval(-3.0, 4.0).at_least(0.0) == Interval(0.0, 4.0)
    assert Interval(-3.0, -1.0).at_least(0.0) == Interval(0.0, 0.0)
