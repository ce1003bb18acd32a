"""95 % intervals: around a mean on these cases, around a mean to other cases, around a rate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import fsum, sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from scipy import special

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of values that the data leave open."""

    low: float
    high: float

    def at_least(self, floor: float) -> Interval:
        """The same interval for something that cannot lie below `floor`."""
        return Interval(max(self.low, floor), max(self.high, floor))


@cache
def t_quantile(degrees: int) -> float:
    """Student's t that leaves 2.5 % on either side (Student 1908)."""
    return float(special.stdtrit(degrees, (1 + CONFIDENCE) / 2))


def of_mean(values: Sequence[float]) -> Interval | None:
    """The t interval around the mean of independent values (Student 1908).

    Over case means it says what to expect on other cases: it assumes that the cases played are a
    random sample of such cases and that their means are about normal. With few cases it is wide,
    and that is right (Miller 2024, on clustered questions). None for fewer than two values.
    """
    if len(values) < 2:  # noqa: PLR2004  one value has no spread
        return None
    middle = fmean(values)
    degrees = len(values) - 1
    variance = fsum((value - middle) ** 2 for value in values) / degrees
    half = t_quantile(degrees) * sqrt(variance / len(values))
    return Interval(middle - half, middle + half)


def from_repeats(by_case: Mapping[str, Sequence[float]]) -> Interval | None:
    """Where the mean over these cases would lie if the same cases were played again.

    The cases are fixed; only repeats vary. The variance within cases is pooled with
    sum(n_c - 1) degrees of freedom (Snedecor and Cochran 1989, one-way classification), which
    assumes that repeats vary about equally in every case. The mean is that of the case means.
    None where no case has a second repeat.
    """
    cases = [values for values in by_case.values() if values]
    degrees = sum(len(values) - 1 for values in cases)
    if not degrees:
        return None
    means = [fmean(values) for values in cases]
    squares = fsum(
        (value - mean) ** 2
        for values, mean in zip(cases, means, strict=True)
        for value in values
    )  # fmt: skip
    error = sqrt(squares / degrees * fsum(1 / len(values) for values in cases)) / len(cases)
    half = t_quantile(degrees) * error
    middle = fmean(means)
    return Interval(middle - half, middle + half)


def of_rate(hits: int, n: int) -> Interval | None:
    """The Wilson score interval of a rate, in percent (Wilson 1927); None of nothing.

    Unlike a t interval it has a width at 0 and at 100 %: 0 of 15 leaves up to 20 % open. It
    assumes independent trials, so for consults of few cases it is the least that is open.
    """
    if not n:
        return None
    z, share = _normal_quantile(), hits / n
    middle = share + z**2 / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    whole = 1 + z**2 / n
    low = 0.0 if not hits else 100 * (middle - half) / whole
    high = 100.0 if hits == n else 100 * (middle + half) / whole
    return Interval(low, high)


@cache
def _normal_quantile() -> float:
    """The standard normal value that leaves 2.5 % above it."""
    return float(special.ndtri((1 + CONFIDENCE) / 2))
