"""From a chart's values to places on its drawing, and the numbers that its axes show."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, isclose, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_STEPS = (1, 2, 2.5, 5, 10)
"""Steps that a reader counts in, times a power of ten."""
_NOTHING = 1e-6
"""Values that are no further apart are one: no figure here is as exact."""
_MARGIN = 0.06
"""How far an axis close around its values goes past them, as a share of what they span."""
_LOG_MARGIN = 1.35
"""How far a logarithmic axis goes past its ends, as a factor."""


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis: values from `low` to `high` lie evenly, or by their logarithms, over pixels.

    Attributes:
        start: The pixel of `low`; `end` that of `high`, which may be the smaller.
        ticks: The values that are written.
    """

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]
    log: bool = False

    def __call__(self, value: float) -> float:
        """The pixel of a value, to a tenth."""
        low, high = (log10(self.low), log10(self.high)) if self.log else (self.low, self.high)
        place = ((log10(value) if self.log else value) - low) / (high - low)
        return round(self.start + place * (self.end - self.start), 1)


def linear(
    values: Iterable[float], start: float, end: float, most: int, *, close: bool = False
) -> Scale:
    """An even scale over all values, with round numbers written, in `most` steps or fewer.

    It runs from one round number to another, or, `close` around the values, a little beyond them.
    A single value stands in the middle.
    """
    known = list(values)
    low, high = min(known), max(known)
    if isclose(low, high, abs_tol=_NOTHING):
        low, high = low - 1, high + 1
    if close:
        low, high = low - _MARGIN * (high - low), high + _MARGIN * (high - low)
    step = _step((high - low) / most)
    rounded = (ceil, floor) if close else (floor, ceil)
    slack = _NOTHING if close else -_NOTHING
    first, last = rounded[0](low / step - slack), rounded[1](high / step + slack)
    ticks = tuple(round(n * step, 10) for n in range(first, last + 1))
    if not close:
        low, high = ticks[0], ticks[-1]
    return Scale(low, high, start, end, ticks)


def _step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


def logarithmic(values: Iterable[float], start: float, end: float, most: int) -> Scale:
    """A logarithmic scale over all values, which are above 0, with ones and threes written."""
    known = list(values)
    low, high = min(known) / _LOG_MARGIN, max(known) * _LOG_MARGIN
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    ticks = [round(step * 10.0**power, 10) for power in powers for step in (1, 3)]
    seen = tuple(tick for tick in ticks if low <= tick <= high)
    ones = tuple(tick for tick in seen if isclose(log10(tick) % 1, 0, abs_tol=1e-9))
    return Scale(low, high, start, end, ones if len(seen) > most and ones else seen, log=True)
