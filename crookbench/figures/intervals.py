"""95 % intervals: around a mean on these cases, around a mean to other cases, around a rate.

An interval is None where the data cannot tell how wide it is: with fewer than two values, and
with values that do not differ at all. Every consult at the floor of 0 says nothing about how far
above the floor the next one may lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONFIDENCE = 0.95

NO_SPREAD = 1e-9
"""Spreads below this many points are rounding of binary fractions."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of values that the data leave open."""

    low: float
    high: float

    def at_least(self, floor: float) -> Interval:
        """The same interval for something that cannot lie below `floor`."""
        return Interval(max(self.low, floor), max(self.high, floor))


def of_mean(values: Sequence[float]) -> Interval | None:
    """The t interval around the mean of independent values (Student 1908).

    Over case means it says what to expect on other cases: it assumes that the cases played are a
    random sample of such cases and that their means are about normal. With few cases it is wide,
    and that is right (Miller 2024, on clustered questions).
    """
    if len(values) < 2 or np.ptp(values) <= NO_SPREAD:  # noqa: PLR2004  one value has no spread
        return None
    return _t_interval(fmean(values), float(stats.sem(values)), len(values) - 1)


def from_repeats(by_case: Mapping[str, Sequence[float]]) -> Interval | None:
    """Where the mean over these cases would lie if the same cases were played again.

    The cases are fixed; only repeats vary. The variance within cases is pooled with
    sum(n_c - 1) degrees of freedom (Snedecor and Cochran 1989, one-way classification), which
    assumes that repeats vary about equally in every case. The mean is that of the case means.
    """
    cases = [np.asarray(values) for values in by_case.values() if len(values)]
    degrees = sum(len(values) - 1 for values in cases)
    if not degrees or all(np.ptp(values) <= NO_SPREAD for values in cases):
        return None
    pooled = sum(values.var() * len(values) for values in cases) / degrees
    error = float(np.sqrt(pooled * sum(1 / len(values) for values in cases))) / len(cases)
    return _t_interval(fmean(float(values.mean()) for values in cases), error, degrees)


def _t_interval(middle: float, error: float, degrees: int) -> Interval:
    half = t_quantile(degrees) * error
    return Interval(middle - half, middle + half)


@cache
def t_quantile(degrees: int, level: float = 1 - CONFIDENCE) -> float:
    """Student's t that leaves half of `level` on either side."""
    return float(stats.t.ppf(1 - level / 2, degrees))


def of_rate(hits: int, n: int) -> Interval | None:
    """The Wilson score interval of a rate, in percent (Wilson 1927); None of nothing.

    Unlike a t interval it has a width at 0 and at 100 %: 0 of 15 leaves up to 20 % open. It
    assumes independent trials, so for consults of few cases it is the least that is open.
    """
    if not n:
        return None
    found = stats.binomtest(hits, n).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(100 * float(found.low), 100 * float(found.high))
