"""Tests of what a design can resolve: against simulated benchmarks, and on the published run."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from crookbench.figures.power import Spread, cases_needed, power, smallest, spread


def simulated(found: Spread, cases: int, repeats: int, runs: int = 4000) -> float:
    """The share of simulated benchmarks whose paired t test finds the difference."""
    draw = np.random.default_rng(1)
    suits = draw.normal(found.difference, np.sqrt(found.between), (runs, cases))
    chance = draw.normal(0.0, np.sqrt(found.within / repeats), (runs, cases))
    return float(np.mean(stats.ttest_1samp(suits + chance, 0.0, axis=1).pvalue <= 0.05))


@pytest.mark.parametrize(
    ("cases", "repeats"), [(5, 3), (10, 1), (40, 5)], ids=["5 x 3", "10 x 1", "40 x 5"]
)
def test_smallest_difference_is_found_in_four_simulated_runs_of_five(
    cases: int, repeats: int
) -> None:
    """80 % power means that, within the error of 4,000 simulations."""
    found = Spread(0.0, between=60.0, within=120.0)
    gap = smallest(found, cases, repeats)
    share = simulated(Spread(gap, found.between, found.within), cases, repeats)
    assert share == pytest.approx(0.8, abs=0.02)


def test_cases_needed_is_the_fewest_that_simulations_find_enough() -> None:
    """One case fewer falls short of 80 %."""
    found = Spread(4.0, between=60.0, within=120.0)
    needed = cases_needed(found, 3)
    assert needed == 52
    assert simulated(found, needed, 3) == pytest.approx(0.8, abs=0.02)
    assert power(4.0, found.error(needed - 1, 3), needed - 1) < 0.8


def test_spread_tells_case_and_chance_apart() -> None:
    """Of many simulated cases, both variances come back."""
    draw = np.random.default_rng(2)
    cases, repeats = 4000, 3
    suits = draw.normal(5.0, 6.0, cases)
    a = {str(n): list(70 + suits[n] + draw.normal(0, 4.0, repeats)) for n in range(cases)}
    b = {str(n): list(70 + draw.normal(0, 4.0, repeats)) for n in range(cases)}
    found = spread(a, b)
    assert found is not None
    assert found.difference == pytest.approx(5.0, abs=0.3)
    assert found.between == pytest.approx(36.0, rel=0.1)
    assert found.within == pytest.approx(32.0, rel=0.1)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"x": [1.0, 2.0]}, {"x": [1.0, 2.0]}),
        ({"x": [1.0], "y": [2.0]}, {"x": [1.0], "y": [2.0]}),
        ({"x": [1.0, 2.0]}, {"y": [1.0, 2.0]}),
    ],
    ids=["one case", "no repeats", "no case in common"],
)
def test_spread_is_none_where_nothing_varies(
    a: dict[str, list[float]], b: dict[str, list[float]]
) -> None:
    """One case has no spread, one repeat no chance."""
    assert spread(a, b) is None


def test_power_is_the_level_where_there_is_no_difference() -> None:
    """Then 5 % of tests find one all the same; and none where nothing varies."""
    assert power(0.0, 1.0, 10) == pytest.approx(0.05)
    assert power(0.0, 0.0, 10) == 0.0
    assert power(1.0, 0.0, 10) == 1.0
    assert power(1.0, 1.0, 1) == 0.0


def test_cases_needed_is_none_for_two_alike() -> None:
    """No number of cases tells apart what does not differ."""
    assert cases_needed(Spread(0.0, 10.0, 10.0), 3) is None
