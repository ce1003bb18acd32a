"""Ctrl-C stops what is awaited, once, and lets it close its files; more of it does no harm."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

    T = TypeVar("T")

_NO_HANDLER = (NotImplementedError, RuntimeError, ValueError)
"""Raised on Windows, and in threads other than the main one, where Python's own handler stays."""


async def until_interrupted(work: Awaitable[T]) -> T | None:
    """What the work gives, or None where Ctrl-C stopped it.

    asyncio's own handler raises on a second Ctrl-C in the middle of whatever runs, which leaves
    the other tasks with a traceback each.
    """
    task, stopped = asyncio.current_task(), False

    def stop() -> None:
        nonlocal stopped
        if task and not stopped:
            stopped = task.cancel()

    loop = asyncio.get_running_loop()
    with suppress(*_NO_HANDLER):
        loop.add_signal_handler(signal.SIGINT, stop)
    try:
        return await work
    except asyncio.CancelledError:
        if not stopped:
            raise
        return None
    finally:
        with suppress(*_NO_HANDLER):
            loop.remove_signal_handler(signal.SIGINT)
