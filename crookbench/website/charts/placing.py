"""Where names stand beside the marks of a chart: each at the nearest place where it covers nothing.

A name at its mark is clearly nearer to it than to any other. One further off has a line, which
passes no other mark. None is cut by the edge; a name that has no such place is left out, for its
mark tells it on hovering and the table beside the chart has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    """Boxes are rows of left, top, right, bottom; marks are rows of x, y. All in pixels."""

MARK = 6.0
"""Half the width of a mark, with its edge."""
LINE = 15.0
"""The height of a name."""
_LINED = 8.0
"""From this distance on a name has a line to its mark."""
_FAR = (0, 14, 28, 44, 62, 84, 110, 140, 170)
_TURNS = (0, 180, 90, 270, 45, 135, 225, 315, 22, 158, 202, 338)
_SPOTS = (*((turn, 0.0) for turn in _TURNS),
          *((turn, slid) for turn in (90, 270) for slid in (-0.2, 0.2, -0.4, 0.4)))  # fmt: skip
"""Directions in degrees, the better first; above and below a mark a name can be slid along it, by
parts of its width."""
_STEP = np.array([5.0, 2.0])
"""Half the width and height of what a step of a line covers."""
_ASTRAY = 1e5
"""What a place costs that would be read under another mark."""
_CROWDED = 4000.0
"""A name whose best place costs as much is left out."""
_ROUNDS = 6
"""Times each name may give way to the others: few charts change after the third."""


@dataclass(frozen=True, slots=True)
class Place:
    """The middle of a name, and whether a line leads to it."""

    x: float
    y: float
    lined: bool


def places(
    marks: Sequence[tuple[float, float]],
    widths: Sequence[float],
    path: Sequence[tuple[float, float]],
    frame: tuple[float, float, float, float],
) -> tuple[Place | None, ...]:
    """Where the name of each mark stands, or None.

    Args:
        marks: Their middles.
        widths: How wide their names are.
        path: A line to stand beside rather than on, in short steps.
        frame: Left, top, right and bottom of where names may stand.
    """
    if not marks:
        return ()
    at = np.array(marks, float)
    middles, far, order = _candidates(at, np.array(widths, float))
    half = np.stack([np.array(widths) / 2, np.full(len(marks), LINE / 2)], axis=1)[:, None, :]
    boxes = np.concatenate([middles - half, middles + half], axis=2)
    costs = far + order + _obstructed(boxes, at, np.array(path, float).reshape(-1, 2))
    costs += _ASTRAY * _astray(boxes, middles, at, far, np.array(frame))
    found: list[Place | None] = []
    for own, pick in enumerate(_settled(boxes, costs)):
        x, y = middles[own, pick].tolist()
        found.append(None if pick < 0 else Place(x, y, bool(far[pick] > _LINED)))
    return tuple(found)


def _candidates(at: Floats, widths: Floats) -> tuple[Floats, Floats, Floats]:
    """The middles of every place of every name, with their distances and the order of spots."""
    rows, far, order = [], [], []
    for distance in _FAR:
        for rank, (turn, slid) in enumerate(_SPOTS):
            dx, dy = cos(radians(turn)), -sin(radians(turn))
            across = (np.sign(round(dx, 1)) / 2 + slid) * widths
            down = np.sign(round(dy, 1)) * LINE / 2
            x = at[:, 0] + dx * (MARK + 4 + distance) + across
            y = at[:, 1] + dy * (MARK + 1 + distance) + down
            rows.append(np.stack([x, y], axis=1))
            far.append(float(distance))
            order.append(float(rank))
    return np.stack(rows, axis=1), np.array(far), np.array(order)


def _obstructed(boxes: Floats, at: Floats, path: Floats) -> Floats:
    """What each place costs for the marks and the line that it would cover."""
    marks = np.concatenate([at - MARK, at + MARK], axis=1)
    steps = np.concatenate([path - _STEP, path + _STEP], axis=1)
    return np.asarray(100 * _shared(boxes, marks) + 3 * _shared(boxes, steps))


def _shared(boxes: Floats, others: Floats) -> Floats:
    """The area that each box has in common with all others together."""
    a, b = boxes[..., None, :], others
    wide = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    high = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    return np.asarray((wide.clip(0) * high.clip(0)).sum(axis=-1))


def _astray(
    boxes: Floats, middles: Floats, at: Floats, far: Floats, frame: Floats
) -> NDArray[np.bool_]:
    """Whether a place is cut by the edge, or would be read under another mark."""
    outside = (boxes[..., :2] < frame[:2]).any(axis=2) | (boxes[..., 2:] > frame[2:]).any(axis=2)
    away = _away(boxes, at)
    own = np.take_along_axis(away, np.arange(len(at))[:, None, None], axis=2)
    others = ~np.eye(len(at), dtype=bool)[:, None, :]
    crossed = _off_line(middles, at) < MARK + 2
    lined = ((away < MARK + 3) | crossed) & others
    close = (away < own + 8) & others
    return np.asarray(outside | np.where(far > _LINED, lined.any(axis=2), close.any(axis=2)))


def _away(boxes: Floats, at: Floats) -> Floats:
    """How far each box is from each mark: 0 inside."""
    a = boxes[..., None, :]
    dx = np.maximum(np.maximum(a[..., 0] - at[:, 0], at[:, 0] - a[..., 2]), 0)
    dy = np.maximum(np.maximum(a[..., 1] - at[:, 1], at[:, 1] - a[..., 3]), 0)
    return np.asarray(np.hypot(dx, dy))


def _off_line(middles: Floats, at: Floats) -> Floats:
    """How far each mark is from the line between a name and its own mark."""
    start = at[:, None, None, :]
    along = middles[:, :, None, :] - start
    apart = at[None, None, :, :] - start
    part = (apart * along).sum(-1) / np.maximum((along * along).sum(-1), 1e-9)
    nearest = start + part.clip(0, 1)[..., None] * along
    return np.asarray(np.linalg.norm(nearest - at, axis=-1))


def _settled(boxes: Floats, costs: Floats) -> list[int]:
    """The place that each name takes, -1 for none, once none would rather have another."""
    chosen = [-1] * len(boxes)
    for _ in range(_ROUNDS):
        before = list(chosen)
        for own in range(len(boxes)):
            taken = [boxes[other, pick] for other, pick in enumerate(chosen)
                     if other != own and pick >= 0]  # fmt: skip
            cost = costs[own] + (100 * _shared(boxes[own], np.array(taken)) if taken else 0)
            best = int(cost.argmin())
            chosen[own] = best if cost[best] < _CROWDED else -1
        if chosen == before:
            break
    return chosen
