"""One process at a time plays or rewrites a run.

The lock is held by the kernel on the run's folder itself: it ends with the process, however that
ends, and leaves no file behind. Windows has no such lock; there nothing is locked.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crookbench.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def locked(run: Path) -> Iterator[None]:
    """Holds the run's folder, which is made where it is not there yet.

    Raises:
        UsageFault: Another process holds it.
    """
    run.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(run, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageFault(
                f"{run}: another crookbench is writing this run; "
                "wait until it is done, or give this one another --run"
            ) from None
        yield
    finally:
        os.close(handle)
