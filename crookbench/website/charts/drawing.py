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
    return ScoreLine(f"{path}H{_WIDTH}", drops, _y(0, top, scale), len(known), number(before), most)


def _y(score: int, top: int, scale: float) -> float:
    return round((top - score) * scale, 1)
