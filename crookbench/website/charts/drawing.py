"""The geometry of the small drawings that pages carry as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence


_WIDTH, _HEIGHT = 1000, 80
_LEFT, _SPAN, _BEYOND = 10, 180, 6
"""A drawing 200 units wide of two values: its margin, its axis, and how far past an end it goes."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A value and what it is measured against, as places on a drawing 200 units wide."""

    own: float
    field: float


def beside(own: float, field: float) -> Beside:
    """Two percentages from 0 to 100; what lies beyond stands at the edge."""
    return Beside(_x(own), _x(field))


def _x(percent: float) -> float:
    place = _LEFT + _SPAN * percent / 100
    return round(min(_LEFT + _SPAN + _BEYOND, max(_LEFT - _BEYOND, place)), 1)


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
