"""Two doctors compared case by case, and what differences a run can resolve."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING

from crookbench.figures.intervals import Interval, of_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NOTHING = 1e-9
"""Differences below this many points are rounding of binary fractions."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between two doctors on the cases both played.

    Attributes:
        cases: How many cases both have.
        difference: Mean over those cases of first minus second, in points of 100; None for none.
        interval: 95 % around it; None with fewer than two cases.
    """

    first: str
    second: str
    cases: int
    difference: float | None
    interval: Interval | None

    @property
    def needed(self) -> float | None:
        """The smallest difference that this pair's cases could have told from none."""
        return None if self.interval is None else (self.interval.high - self.interval.low) / 2

    @property
    def clear(self) -> bool:
        """Whether the difference can be told from none."""
        if self.difference is None or self.needed is None:
            return False
        return abs(self.difference) > max(self.needed, _NOTHING)

    @property
    def better(self) -> str | None:
        """Who is clearly better, if anyone."""
        if not self.clear or self.difference is None:
            return None
        return self.first if self.difference > 0 else self.second


def compare(first: str, second: str, a: Mapping[str, float], b: Mapping[str, float]) -> Comparison:
    """Paired t over case means: `a` and `b` are each doctor's mean by case.

    A case is hard or easy for both, so the difference within a case is steadier than either mean
    (paired design, Student 1908; Miller 2024, for evaluations of models). It assumes that the
    differences are about normal over cases drawn at random; repeats are averaged first, because
    they are no further cases.
    """
    shared = [case for case in a if case in b]
    differences = [a[case] - b[case] for case in shared]
    return Comparison(
        first=first,
        second=second,
        cases=len(shared),
        difference=fmean(differences) if differences else None,
        interval=of_mean(differences),
    )


def all_pairs(means: Mapping[str, Mapping[str, float]]) -> tuple[Comparison, ...]:
    """Every pair of doctors, in the order given; each at 95 %, not corrected for their number."""
    return tuple(compare(a, b, means[a], means[b]) for a, b in combinations(means, 2))


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a run can tell apart.

    Attributes:
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
    )
