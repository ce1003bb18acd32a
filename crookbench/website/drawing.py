"""The geometry of the small drawings that pages carry as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.intervals import Interval
    from crookbench.figures.leaderboard import Standing

_WIDTH, _HEIGHT = 1000, 80
_LEFT, _PER_POINT = 10, 1.8
"""Of an interval drawing, 200 units wide: where 0 % stands, and the units of one percent."""


@dataclass(frozen=True, slots=True)
class Range:
    """A mean with its two intervals, as places on a drawing 200 units wide."""

    dot: float
    near: tuple[float, float] | None
    far: tuple[float, float] | None
    label: str


def score_range(standing: Standing) -> Range | None:
    """A doctor's score from 0 to 100 %; None without a score."""
    if standing.score is None:
        return None
    near, far = standing.these_cases, standing.other_cases
    said = [number(standing.score)]
    if near:
        said.append(f"on these cases {number(near.low)} to {number(near.high)}")
    if far:
        said.append(f"to other cases {number(far.low)} to {number(min(100, far.high))}")
    return Range(_x(standing.score), _ends(near), _ends(far), ", ".join(said))


def _ends(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (_x(interval.low), _x(interval.high))


def _x(percent: float) -> float:
    return round(_LEFT + _PER_POINT * min(105.0, max(-5.0, percent)), 1)


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
    """

    path: str
    drops: str
    zero: float
    moves: int
    last: int
    most: int


def score_line(scores: Sequence[int | None], most: int) -> ScoreLine | None:
    """The score after each move; None where the log does not tell it."""
    known = [score for score in scores if score is not None]
    if not known or len(known) < len(scores):
        return None
    top, bottom = max(*known, 1), min(0, *known)
    scale = _HEIGHT / (top - bottom)
    step = _WIDTH / len(known)
    path, drops, before = f"M0 {_y(0, top, scale)}", "", 0
    for place, score in enumerate(known):
        x, y = round(place * step, 1), _y(score, top, scale)
        path += f"H{x:g}V{y:g}"
        if score < before:
            drops += f"M{x:g} {_y(before, top, scale):g}V{y:g}"
        before = score
    return ScoreLine(f"{path}H{_WIDTH}", drops, _y(0, top, scale), len(known), before, most)


def _y(score: int, top: int, scale: float) -> float:
    return round((top - score) * scale, 1)
