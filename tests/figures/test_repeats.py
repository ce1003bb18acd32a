"""What a doctor does every time, over repeats."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crookbench.figures.repeats import every_time, pass_k

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.data())
def test_chance_is_the_share_of_draws_that_all_went_well(
    went_well: list[bool], data: st.DataObject
) -> None:
    """Counted over every way to draw k of them."""
    k = data.draw(st.integers(1, len(went_well)))
    draws = list(combinations(went_well, k))
    assert pass_k(went_well, k) == pytest.approx(100 * sum(map(all, draws)) / len(draws))


def test_chances_are_averaged_over_cases(consult: Make, run_of: Plan) -> None:
    """One case ideal in both repeats, one in one of two: 75, then 50 %."""
    run = run_of(
        consult("m", "a", 1, 50, consequence="ideal"),
        consult("m", "a", 2, 50, consequence="ideal"),
        consult("m", "b", 1, 50, consequence="ideal"),
        consult("m", "b", 2, 50, consequence="harmful", harmful=["a tablet"]),
    )
    assert [(each.k, each.ideal, each.unharmed) for each in every_time(run)["m"]] == [
        (1, 75.0, 75.0), (2, 50.0, 50.0),
    ]  # fmt: skip


def test_doctor_without_consults_does_nothing_every_time(run_of: Plan) -> None:
    """No chance is made up."""
    assert every_time(run_of(doctors=["m"], cases=["a"]))["m"] == ()
