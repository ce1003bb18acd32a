"""How closely two figures follow each other over doctors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy import stats

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 4
"""Doctors below which a rank correlation says nothing."""

CLOSE, LOOSE = 0.7, 0.3
"""Rank correlations from which two figures are called closely and loosely related."""


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Spearman's rho (Spearman 1904), None for fewer than four pairs or where one is constant."""
    if len(x) < LEAST or len(set(x)) == 1 or len(set(y)) == 1:
        return None
    return float(stats.spearmanr(x, y).statistic)


def closeness(rho: float) -> str:
    """A rank correlation as an adverb: how two figures are related."""
    if rho >= CLOSE:
        return "closely"
    if rho >= LOOSE:
        return "loosely"
    return "inversely" if rho <= -LOOSE else "hardly"
