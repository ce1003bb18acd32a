"""How closely two figures follow each other over doctors, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scipy import stats

from crookbench.figures.intervals import CONFIDENCE, Interval
from crookbench.figures.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 4
"""Doctors below which a rank correlation says nothing: its interval needs n - 3 of at least 1."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rank correlation with its 95 % interval."""

    rho: float
    interval: Interval

    @property
    def sign(self) -> int:
        """1 or -1 where the interval leaves out 0, else 0: nothing may be claimed."""
        if self.interval.low <= 0 <= self.interval.high:
            return 0
        return 1 if self.rho > 0 else -1

    def __str__(self) -> str:
        low, high = number(self.interval.low, 2), number(self.interval.high, 2)
        return f"rank correlation {number(self.rho, 2)}, 95 % interval {low} to {high}"


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> Correlation | None:
    """Spearman's rho (1904); None for fewer than four pairs or where one never varies.

    The interval is Fisher's, with the standard error of Bonett and Wright (2000) for ranks.
    """
    n = len(x)
    if n < LEAST or len(set(x)) == 1 or len(set(y)) == 1:
        return None
    rho = float(stats.spearmanr(x, y).statistic)
    # Two equal orders have no spread to tell how sure they are: they count as one swap of
    # neighbours away from equal.
    most = 1 - 12 / (n * (n * n - 1))
    within = max(-most, min(most, rho))
    error = math.sqrt((1 + within**2 / 2) / (n - 3))
    half = float(stats.norm.ppf((1 + CONFIDENCE) / 2)) * error
    middle = math.atanh(within)
    return Correlation(rho, Interval(math.tanh(middle - half), math.tanh(middle + half)))
