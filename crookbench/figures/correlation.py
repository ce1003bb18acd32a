"""How closely two figures follow each other over doctors."""

from __future__ import annotations

from itertools import groupby
from statistics import correlation
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 4
"""Doctors below which a rank correlation says nothing."""

CLOSE, LOOSE = 0.7, 0.3
"""Rank correlations from which two figures are called closely and loosely related."""


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Spearman's rho (Spearman 1904), None for fewer than four pairs or where one is constant."""
    if len(x) < LEAST or len(set(x)) < 2 or len(set(y)) < 2:  # noqa: PLR2004  it must vary
        return None
    return correlation(_ranks(x), _ranks(y))


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of theirs (mid-ranks)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, before = [0.0] * len(values), 0
    for _, group in groupby(order, key=values.__getitem__):
        places = list(group)
        for place in places:
            ranks[place] = before + (len(places) + 1) / 2
        before += len(places)
    return ranks


def closeness(rho: float) -> str:
    """A rank correlation as an adverb: how two figures are related."""
    if rho >= CLOSE:
        return "closely"
    if rho >= LOOSE:
        return "loosely"
    return "inversely" if rho <= -LOOSE else "hardly"
