"""The geometry of the small drawings that pages carry as SVG."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.intervals import Interval
    from crookbench.figures.leaderboard import Standing

_WIDTH, _HEIGHT = 1000, 80
_LEFT, _SPAN, _BEYOND = 10, 180, 6
"""Of an interval drawing, 200 units wide: its margin, its axis, and how far it may pass an end."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The ends of the axis that all intervals of a table are drawn on, in percent."""

    low: int = 0
    high: int = 100

    @property
    def ticks(self) -> tuple[int, int, int]:
        return self.low, (self.low + self.high) // 2, self.high

    def x(self, percent: float) -> float:
        place = _LEFT + _SPAN * (percent - self.low) / (self.high - self.low)
        return round(min(_LEFT + _SPAN + _BEYOND, max(_LEFT - _BEYOND, place)), 1)


def scale_of(standings: Sequence[Standing]) -> Scale:
    """The tens that enclose every score and interval, within 0 and 100."""
    drawn = [
        end
        for each in standings
        if each.score is not None
        for interval in (each.these_cases, each.other_cases)
        for end in (each.score, *((interval.low, interval.high) if interval else ()))
    ]
    if not drawn:
        return Scale()
    low = max(0, 10 * math.floor(min(drawn) / 10))
    high = min(100, 10 * math.ceil(max(drawn) / 10))
    return Scale(low, high) if low < high else Scale()


@dataclass(frozen=True, slots=True)
class Range:
    """A mean with its two intervals, as places on a drawing 200 units wide."""

    dot: float
    near: tuple[float, float] | None
    far: tuple[float, float] | None
    label: str


def score_range(standing: Standing, scale: Scale) -> Range | None:
    """A doctor's score and its intervals; None without a score."""
    if standing.score is None:
        return None
    near, far = standing.these_cases, standing.other_cases
    said = [number(standing.score)]
    if near:
        said.append(f"on these cases {number(near.low)} to {number(near.high)}")
    if far:
        said.append(f"to other cases {number(far.low)} to {number(min(100, far.high))}")
    return Range(scale.x(standing.score), _ends(near, scale), _ends(far, scale), ", ".join(said))


@dataclass(frozen=True, slots=True)
class Beside:
    """A value and what it is measured against, as places on the same drawing."""

    own: float
    field: float


def beside(own: float, field: float) -> Beside:
    """Two percentages from 0 to 100; what lies beyond stands at the edge."""
    scale = Scale()
    return Beside(scale.x(own), scale.x(field))


def _ends(interval: Interval | None, scale: Scale) -> tuple[float, float] | None:
    return None if interval is None else (scale.x(interval.low), scale.x(interval.high))


def bar_width(earned: int, most: int) -> float:
    """How much of a bar 100 units wide a part fills; a part below 0 shows a sliver of loss."""
    if earned < 0:
        return 2
    return round(100 * min(1.0, earned / most), 1) if most else 0


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The running score as a step line, 1000 by 80 units.

    Attributes:
        drops: The steps at which points were lost, as a path of their own.
        zero: The height of 0 points.
        last: The score after the last move, as it is written.
    """

    path: str
    drops: str
    zero: float
    moves: int
    last: str
    most: int


def score_line(scores: Sequence[int | None], losses: Sequence[int], most: int) -> ScoreLine | None:
    """The score after each move; None where the log does not tell it.

    Args:
        scores: The running score after each move.
        losses: The points each move lost. A move that earns and loses first rises, then falls, so
            that its loss is seen though the move as a whole gained.
        most: The maximum of the case.
    """
    known = [score for score in scores if score is not None]
    if not known or len(known) < len(scores):
        return None
    peaks = [
        max(before, score + lost)
        for before, score, lost in zip([0, *known], known, losses, strict=False)
    ]
    top, bottom = max(*peaks, 1), min(0, *known)
    scale = _HEIGHT / (top - bottom)
    step = _WIDTH / len(known)
    path, drops, before = f"M0 {_y(0, top, scale)}", "", 0
    for place, (peak, score) in enumerate(zip(peaks, known, strict=True)):
        x, high, low = round(place * step, 1), _y(peak, top, scale), _y(score, top, scale)
        rise = f"V{high:g}" if peak > max(before, score) else ""
        path += f"H{x:g}{rise}V{low:g}"
        if score < peak:
            drops += f"M{x:g} {high:g}V{low:g}"
        before = score
    return ScoreLine(f"{path}H{_WIDTH}", drops, _y(0, top, scale), len(known), number(before), most)


def _y(score: int, top: int, scale: float) -> float:
    return round((top - score) * scale, 1)
