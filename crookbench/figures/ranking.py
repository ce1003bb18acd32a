"""Ranks as ranges: what pairwise comparison leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.comparison import Comparison


@dataclass(frozen=True, slots=True)
class RankRange:
    """The best and the worst place that the comparisons leave open."""

    low: int
    high: int


def rank_ranges(doctors: Sequence[str], pairs: Sequence[Comparison]) -> dict[str, RankRange | None]:
    """From 1 + the number clearly better to n - the number clearly worse.

    This is how Mogstad, Romano, Shaikh and Wilhelm (2024) turn comparisons of pairs into
    intervals for ranks. Each pair is taken at 95 %, so a range may exclude the true rank more
    often than 5 % of the time when there are many doctors. Whoever could not be compared with
    every other one has no rank.
    """
    ranges: dict[str, RankRange | None] = {}
    for doctor in doctors:
        own = [pair for pair in pairs if doctor in (pair.first, pair.second)]
        compared = [pair for pair in own if pair.interval is not None]
        if not own or len(compared) < len(own):
            ranges[doctor] = None
            continue
        better = sum(pair.better not in (doctor, None) for pair in own)
        worse = sum(pair.better == doctor for pair in own)
        ranges[doctor] = RankRange(1 + better, len(doctors) - worse)
    return ranges
