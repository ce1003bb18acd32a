"""Plays a run in processes that kill themselves at every point where something can be half done.

Called with a folder, it plays `whole` without a break. Then it plays `cut-001`, `cut-002` and so
on: each in a process that dies by SIGKILL at its n-th file operation or turn, then again in one
that goes on to the end. It stops when a process was never killed, and prints how many were.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from itertools import count
from pathlib import Path

from crookbench.runs.runner import Settings, play_run
from crookbench.testing.runs import NOON, FakeParticipants, casebook, manifest

OPERATIONS = {"open", "os.rename", "os.remove", "os.mkdir", "os.chmod"}


class Fuse:
    """Kills the process at the n-th step; never where n is 0."""

    def __init__(self, folder: Path, steps: int) -> None:
        self._folder = str(folder)
        self._left = steps

    def step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in OPERATIONS and self._folder in str(arguments[0]):
            self.step()


def play(folder: Path, steps: int) -> bool:
    """Plays the run in a process of its own; whether it lived to the end."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status == 0
    fuse = Fuse(folder, steps)
    sys.addaudithook(fuse.watch)
    participants = FakeParticipants(on_turn=fuse.step)
    still = Settings(concurrency=1, now=lambda: NOON, clock=lambda: 0.0)
    asyncio.run(play_run(folder, manifest(reps=2), casebook(), participants, still))
    os._exit(0)


def main(folder: Path) -> None:
    if not play(folder / "whole", 0):
        raise SystemExit("a run that nobody kills did not end")
    for steps in count(1):
        run = folder / f"cut-{steps:03d}"
        if play(run, steps):
            print(steps - 1)  # noqa: T201  the test reads it
            return
        if not play(run, 0):
            raise SystemExit(f"killed at step {steps}, the run could not be gone on with")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
