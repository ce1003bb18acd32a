"""Pairs by case, ranks as ranges, and what cannot be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from crookbench.figures.comparison import RankRange, all_pairs, compare, rank_ranges, resolution

if TYPE_CHECKING:
    from random import Random

A = {"x": 70.0, "y": 82.0, "z": 91.0}
B = {"x": 65.0, "y": 80.0, "z": 84.0}


def test_compare_is_the_paired_t_of_scipy() -> None:
    """The interval of ttest_rel, and its verdict."""
    ours = compare("a", "b", A, B)
    theirs = stats.ttest_rel(list(A.values()), list(B.values()))
    expected = theirs.confidence_interval(0.95)
    assert ours.interval is not None
    assert (ours.interval.low, ours.interval.high) == pytest.approx((expected.low, expected.high))
    assert ours.difference == pytest.approx(14 / 3)
    assert not ours.clear
    assert theirs.pvalue > 0.05


def test_compare_uses_shared_cases_only() -> None:
    """A case that one of them lacks is left out."""
    found = compare("a", "b", A, {"y": 80.0, "z": 84.0, "other": 1.0})
    assert (found.cases, found.difference) == (2, 4.5)


def test_compare_finds_a_constant_difference_clear_and_none_not() -> None:
    """Five points on every case are five points; equal scores are no difference."""
    better = compare("a", "b", A, {case: value - 5 for case, value in A.items()})
    assert better.better == "a"
    assert compare("a", "b", A, A).better is None


def test_compare_takes_rounding_for_no_difference() -> None:
    """The same scores added up in another way are the same scores."""
    thirds = {case: value + 1e-13 for case, value in A.items()}
    assert not compare("a", "b", A, thirds).clear


def test_compare_of_one_case_says_nothing() -> None:
    """A difference without an interval is told apart from nothing."""
    found = compare("a", "b", {"x": 100.0}, {"x": 0.0})
    assert (found.difference, found.interval, found.needed, found.clear) == (
        100.0,
        None,
        None,
        False,
    )
    assert compare("a", "b", {"x": 1.0}, {"y": 1.0}).difference is None


def test_ranks_are_ranges_from_clearly_better_to_clearly_worse() -> None:
    """The first is clearly ahead; the other two cannot be told apart."""
    means = {
        "low": {"x": 10.0, "y": 30.0, "z": 20.0},
        "top": {"x": 91.0, "y": 92.0, "z": 93.0},
        "mid": {"x": 30.0, "y": 12.0, "z": 24.0},
    }
    pairs = all_pairs(means)
    assert rank_ranges(list(means), pairs) == {
        "low": RankRange(2, 3), "top": RankRange(1, 1), "mid": RankRange(2, 3),
    }  # fmt: skip
    found = resolution(["top", "mid", "low"], pairs)
    assert (found.pairs, found.clear_pairs) == (3, 2)
    assert (found.neighbours, found.clear_neighbours) == (2, 1)


def test_ranks_are_not_given_without_comparison() -> None:
    """One doctor alone, or one case, earns no rank."""
    assert rank_ranges(["a"], ()) == {"a": None}
    one_case = all_pairs({"a": {"x": 90.0}, "b": {"x": 10.0}})
    assert rank_ranges(["a", "b"], one_case) == {"a": None, "b": None}
    assert resolution(["a", "b"], one_case).needed is None


SCORES = st.lists(
    st.lists(st.integers(0, 100).map(float), min_size=4, max_size=4), min_size=2, max_size=8
)


def _means(scores: list[list[float]]) -> dict[str, dict[str, float]]:
    return {f"d{n}": dict(zip("wxyz", each, strict=True)) for n, each in enumerate(scores)}


@given(SCORES)
def test_pairs_are_told_apart_as_benjamini_and_hochberg_do(scores: list[list[float]]) -> None:
    """At 5 % over all pairs; Holm tells no other pair apart, and no correction fewer."""
    pairs = all_pairs(_means(scores))
    p = [pair.p for pair in pairs if pair.p is not None]
    adjusted = stats.false_discovery_control(p)
    assert [pair.clear for pair in pairs] == [bool(each <= 0.05) for each in adjusted]
    assert all(pair.clear for pair in pairs if pair.clear_by_holm)
    assert all(each <= 0.05 for each, pair in zip(p, pairs, strict=True) if pair.clear)


@given(SCORES)
def test_pairs_told_apart_differ_by_more_than_was_needed(scores: list[list[float]]) -> None:
    """What stands beside the table is what decided."""
    for pair in all_pairs(_means(scores)):
        assert pair.needed is not None
        assert pair.difference is not None
        if abs(abs(pair.difference) - pair.needed) > 1e-6:
            assert pair.clear == (abs(pair.difference) > pair.needed)


@given(SCORES, st.randoms())
def test_ranks_lie_within_the_field_and_do_not_depend_on_its_order(
    scores: list[list[float]], random: Random
) -> None:
    """Ranges run upwards from 1 to n, whoever is named first."""
    means = _means(scores)
    ranks = rank_ranges(list(means), all_pairs(means))
    for rank in ranks.values():
        assert rank is not None
        assert 1 <= rank.low <= rank.high <= len(means)
    shuffled = list(means)
    random.shuffle(shuffled)
    again = {name: means[name] for name in shuffled}
    assert rank_ranges(shuffled, all_pairs(again)) == ranks


def test_pairs_are_compared_on_the_cases_both_played() -> None:
    """Who played one case of another's is compared on the cases that both have."""
    means = {
        "few": {"x": 90.0, "y": 95.0},
        "all": {"x": 95.0, "y": 99.0, "z": 10.0},
        "other": {"v": 1.0, "w": 2.0},
    }
    found = {(pair.first, pair.second): pair for pair in all_pairs(means)}
    assert (found["few", "all"].cases, found["few", "all"].difference) == (2, -4.5)
    assert (found["few", "other"].cases, found["few", "other"].p) == (0, None)
