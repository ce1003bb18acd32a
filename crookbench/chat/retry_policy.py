"""How long and how often a server is waited for."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TRIES = 8
"""How often one request is sent before its server counts as failed.

The pauses between them add up to more than a minute, so that a limit by the minute is waited out.
"""
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""Seconds before a request is sent again; each pause is about twice the one before."""
LONGEST_WAIT = 120.0
"""Seconds a server may ask to wait; a run is not held up for longer."""
TRIES_WHEN_SLOW = 2
"""How often a request is sent whose answer does not come in time: each try may be billed."""
TRIES_WHEN_NOBODY = 3
"""How often a server is looked for that has not answered anything yet."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How a failed request is tried again."""

    tries: int = TRIES
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random

    def pause(self, attempt: int, asked: float | None) -> float:
        """Seconds before the next try; by chance a little longer, so that not all come at once."""
        if asked is not None:
            return asked + self.chance()
        doubled = FIRST_PAUSE * 2.0 ** min(attempt, 30)
        return min(LONGEST_PAUSE, doubled) * (0.5 + self.chance() / 2)
