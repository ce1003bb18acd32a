"""Where the names beside a scatter's points go, so that they do not cover each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.figure import Axis, Chart, Point

WIDTH, HEIGHT = 1000.0, 340.0
"""Pixels of the usual drawing, which placing is reckoned in."""
_LETTER, _LINE, _MARK = 7.4, 16.0, 7.0
"""Pixels of a letter's width, a line's height and a mark's radius."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle on the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: _Box) -> float:
        """The area that both share."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, across) * max(0.0, down)


def label_places(chart: Chart) -> dict[Point, str]:
    """For each point the side its name stands on, as Plotly calls it: the least covered one."""
    points = [point for series in chart.series for point in series.points]
    xs = _pixels([point.x for point in points], chart.x, WIDTH)
    ys = _pixels([point.y for point in points], chart.y, HEIGHT)
    centres = {point: (x, HEIGHT - y) for point, x, y in zip(points, xs, ys, strict=True)}
    taken = [_around(x, y, _MARK, _MARK) for x, y in centres.values()]
    places = {}
    for point, (x, y) in sorted(centres.items(), key=lambda pair: (pair[1][0], pair[0].label)):
        sides = _sides(x, y, len(point.label) * _LETTER)
        best = min(sides, key=lambda side: round(_covered(sides[side], taken), 3))
        places[point] = best
        taken.append(sides[best])
    return places


def _pixels(values: Sequence[float | str], axis: Axis, size: float) -> list[float]:
    numbers = [float(value) for value in values]
    if axis.scale == "log":
        numbers = [math.log10(value) for value in numbers]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    return [size * (value - low) / ((high - low) or 1.0) for value in numbers]


def _around(x: float, y: float, half_width: float, half_height: float) -> _Box:
    return _Box(x - half_width, y - half_height, x + half_width, y + half_height)


def _sides(x: float, y: float, width: float) -> dict[str, _Box]:
    """The four boxes a name can stand in, the preferred one first."""
    aside, above = _MARK + width / 2, _MARK + _LINE / 2
    half = (width / 2, _LINE / 2)
    return {
        "top center": _around(x, y - above, *half),
        "middle right": _around(x + aside, y, *half),
        "middle left": _around(x - aside, y, *half),
        "bottom center": _around(x, y + above, *half),
    }


def _covered(box: _Box, taken: Sequence[_Box]) -> float:
    """How much of a box is taken, or lies outside the drawing on the right or left."""
    outside = max(0.0, box.right - WIDTH - 40) + max(0.0, -40 - box.left)
    return sum(box.covers(other) for other in taken) + outside * _LINE
