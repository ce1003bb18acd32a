"""Doctors compared case by case, their ranks as ranges, and what differences a run can resolve."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, takewhile
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from crookbench.figures.intervals import CONFIDENCE, NO_SPREAD, Interval, t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

LEVEL = 0.05
"""The p up to which one comparison tells two doctors apart."""

FALSE_DISCOVERIES = 0.05
"""The share of false ones that pairs called different may hold (Benjamini and Hochberg 1995)."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between two doctors on the cases both played.

    Attributes:
        cases: How many cases both have.
        difference: Mean over those cases of first minus second, in points of 100; None for none.
        interval: 95 % around it; None with fewer than two cases.
        p: Of the paired t test; None with fewer than two cases.
        level: The p up to which the two are told apart: 0.05 for one comparison, less for one of
            many.
        needed: The smallest difference that these cases could have told from none at that level.
        clear_by_holm: Whether they are told apart by Holm (1979) too, who allows no false one in
            95 % of runs.
    """

    first: str
    second: str
    cases: int
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None
    level: float = LEVEL
    needed: float | None = None
    clear_by_holm: bool = False

    @property
    def clear(self) -> bool:
        """Whether the difference can be told from none."""
        return self.p is not None and self.p <= self.level

    @property
    def better(self) -> str | None:
        """Who is clearly better, if anyone."""
        if not self.clear or self.difference is None:
            return None
        return self.first if self.difference > 0 else self.second


def compare(first: str, second: str, a: Mapping[str, float], b: Mapping[str, float]) -> Comparison:
    """Two doctors alone, not corrected for others: `a` and `b` are each one's mean by case."""
    (found,) = compared([("a", "b")], {"a": a, "b": b})
    return replace(found, first=first, second=second)


def compared(
    pairs: Sequence[tuple[str, str]], means: Mapping[str, Mapping[str, float]]
) -> list[Comparison]:
    """Paired t over case means, in one test for all pairs that share the same cases; each at 95 %.

    A case is hard or easy for both, so the difference within a case is steadier than either mean
    (paired design, Student 1908; Miller 2024, for evaluations of models). It assumes that the
    differences are about normal over cases drawn at random; repeats are averaged first, because
    they are no further cases.
    """
    by_cases: defaultdict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for first, second in pairs:
        theirs = means[second]
        by_cases[tuple(case for case in means[first] if case in theirs)].append((first, second))
    found: dict[tuple[str, str], Comparison] = {}
    for cases, alike in by_cases.items():
        differences = np.array(
            [[means[a][case] - means[b][case] for case in cases] for a, b in alike]
        )
        found |= dict(zip(alike, _tested(alike, differences), strict=True))
    return [found[pair] for pair in pairs]


def all_pairs(means: Mapping[str, Mapping[str, float]]) -> tuple[Comparison, ...]:
    """Every pair of doctors, in the order given, told apart at a false discovery rate of 5 %."""
    found = compared(list(combinations(means, 2)), means)
    tested = sorted(each.p for each in found if each.p is not None)
    if not tested:
        return tuple(found)
    m = len(tested)
    rejected = int(np.sum(stats.false_discovery_control(tested) <= FALSE_DISCOVERIES))
    # The p up to which Benjamini and Hochberg reject; where they reject none, the first hurdle.
    level = FALSE_DISCOVERIES * max(rejected, 1) / m
    # Holm steps up from the smallest p and stops at the first above its hurdle; scipy has no Holm.
    holm = list(takewhile(lambda p: p[1] <= FALSE_DISCOVERIES / (m - p[0]), enumerate(tested)))
    holm_level = holm[-1][1] if holm else -1.0
    return tuple(
        replace(
            each,
            level=level,
            needed=t_quantile(each.cases - 1, level) / t_quantile(each.cases - 1) * each.needed,
            clear_by_holm=each.p <= holm_level,
        )
        if each.p is not None and each.needed is not None
        else each
        for each in found
    )


def _tested(
    pairs: Sequence[tuple[str, str]], differences: NDArray[np.float64]
) -> Iterator[Comparison]:
    """One comparison a row of differences; a difference that never varies needs no test."""
    cases = differences.shape[1]
    if cases < 2:  # noqa: PLR2004  one case has no spread
        for (first, second), row in zip(pairs, differences, strict=True):
            yield Comparison(first, second, cases, float(row[0]) if cases else None)
        return
    means = differences.mean(axis=1)
    spread = np.ptp(differences, axis=1) > NO_SPREAD
    low, high = means.copy(), means.copy()
    p = np.where(np.abs(means) > NO_SPREAD, 0.0, 1.0)
    if spread.any():
        test = stats.ttest_1samp(differences[spread], 0.0, axis=1)
        around = test.confidence_interval(CONFIDENCE)
        p[spread], low[spread], high[spread] = test.pvalue, around.low, around.high
    columns = (each.tolist() for each in (means, low, high, p))
    for (first, second), mean, least, most, own in zip(pairs, *columns, strict=True):
        ends, half = Interval(least, most), (most - least) / 2
        yield Comparison(first, second, cases, mean, ends, own, needed=half)


@dataclass(frozen=True, slots=True)
class RankRange:
    """The best and the worst place that the comparisons leave open."""

    low: int
    high: int


def rank_ranges(doctors: Sequence[str], pairs: Sequence[Comparison]) -> dict[str, RankRange | None]:
    """From 1 + the number clearly better to n - the number clearly worse.

    This is how Mogstad, Romano, Shaikh and Wilhelm (2024) turn comparisons of pairs into
    intervals for ranks. What is clear is corrected for the number of pairs (see `all_pairs`).
    Whoever could not be compared with every other one has no rank.
    """
    better: dict[str, int] = dict.fromkeys(doctors, 0)
    worse = dict(better)
    unknown = set(doctors) if len(doctors) < 2 else set()  # noqa: PLR2004  one has nobody
    for pair in pairs:
        if pair.interval is None:
            unknown |= {pair.first, pair.second}
        elif (winner := pair.better) is not None:
            worse[winner] += 1
            better[pair.second if winner == pair.first else pair.first] += 1
    return {
        doctor: None
        if doctor in unknown
        else RankRange(1 + better[doctor], len(doctors) - worse[doctor])
        for doctor in doctors
    }


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a run can tell apart.

    Attributes:
        clear_pairs: How many pairs differ clearly at the false discovery rate; `clear_alone` if
            each is tested alone, `clear_by_holm` under Holm's stricter correction.
        needed: Median over the pairs of the smallest difference that could be told from none,
            in points of 100; `least` and `most` are its range. None where nothing compares.
    """

    pairs: int
    clear_pairs: int
    neighbours: int
    clear_neighbours: int
    needed: float | None
    least: float | None
    most: float | None
    clear_by_holm: int = 0
    clear_alone: int = 0


def resolution(order: Sequence[str], pairs: Sequence[Comparison]) -> Resolution:
    """How many pairs, and how many neighbours in `order`, the comparisons tell apart."""
    clear = {frozenset((pair.first, pair.second)) for pair in pairs if pair.clear}
    neighbours = [frozenset(two) for two in pairwise(order)]
    needed = [pair.needed for pair in pairs if pair.needed is not None]
    return Resolution(
        pairs=len(pairs),
        clear_pairs=len(clear),
        neighbours=len(neighbours),
        clear_neighbours=sum(two in clear for two in neighbours),
        needed=median(needed) if needed else None,
        least=min(needed, default=None),
        most=max(needed, default=None),
        clear_by_holm=sum(pair.clear_by_holm for pair in pairs),
        clear_alone=sum(pair.p is not None and pair.p <= LEVEL for pair in pairs),
    )
