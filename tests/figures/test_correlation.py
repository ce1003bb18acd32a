"""Promises about rank correlations: the number, its interval, and what may be claimed."""

from __future__ import annotations

import pytest

from crookbench.figures.correlation import rank_correlation

ORDER = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0]


def test_interval_is_fishers_with_the_error_of_bonett_and_wright() -> None:
    """By hand: tanh(atanh(0.7) ± 1.96 × sqrt((1 + 0.49 / 2) / 2)) for five pairs."""
    found = rank_correlation([1, 2, 3, 4, 5], [2, 3, 1, 4, 5])
    assert found is not None
    assert found.rho == pytest.approx(0.7)
    assert (round(found.interval.low, 3), round(found.interval.high, 3)) == (-0.591, 0.984)


def test_wide_interval_allows_no_claim() -> None:
    """0.7 over five pairs leaves 0 within; the same order over 13 does not."""
    five = rank_correlation([1, 2, 3, 4, 5], [2, 3, 1, 4, 5])
    thirteen = rank_correlation(ORDER, [2, 1, 3, *ORDER[3:]])
    assert five is not None
    assert thirteen is not None
    assert (five.sign, thirteen.sign) == (0, 1)


def test_falling_order_is_a_negative_claim() -> None:
    """The dearest scored least."""
    found = rank_correlation(ORDER, ORDER[::-1])
    assert found is not None
    assert (round(found.rho, 3), found.sign) == (-1, -1)


def test_perfect_order_of_four_is_not_sure() -> None:
    """Four doctors fall in one order by chance once in 24 times."""
    found = rank_correlation([1, 2, 3, 4], [1, 2, 3, 4])
    assert found is not None
    assert found.sign == 0


def test_correlation_reads_with_its_interval() -> None:
    """As titles and findings carry it."""
    found = rank_correlation([1, 2, 3, 4, 5], [2, 3, 1, 4, 5])
    assert str(found) == "rank correlation 0.70, 95 % interval −0.59 to 0.98"


@pytest.mark.parametrize(
    ("x", "y"), [([1, 2, 3], [1, 2, 3]), ([1, 1, 1, 1], [1, 2, 3, 4])], ids=["few", "constant"]
)
def test_too_little_has_no_correlation(x: list[float], y: list[float]) -> None:
    """Three pairs, or a figure that never varies."""
    assert rank_correlation(x, y) is None
