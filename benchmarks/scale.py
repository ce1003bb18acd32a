"""Writes scale.md: how long commands take on large results, and how much memory.

usage: python benchmarks/scale.py [--consults 1980]
Each command reads a folder of copied consults (see scale_site.py) in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import click
from scale_site import make_results

COMMANDS = {
    "report": ("report", "scale", "--format", "json"),
    "export": ("export", "scale", "--out", "export"),
    "verify": ("verify", "--quiet"),
    "rescore": ("rescore", "scale", "--quiet"),
    "build-site": ("build-site", "--no-search", "--quiet"),
}
"""Each command's words, run beside the folder of results. Pagefind, which makes the search, takes
memory of its own: it is a program of others, and is left out."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: seconds by the clock and of processor, MB of its largest process."""

    clock: float
    processor: float
    memory: float


def cost(words: tuple[str, ...], place: Path) -> Cost:
    """Runs one command of crookbench.

    Raises:
        SystemExit: It failed.
    """
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603  our own command
        [sys.executable, "-m", "crookbench", *words], cwd=place, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"crookbench {' '.join(words)} failed")
    clock = time.perf_counter() - began
    return Cost(clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


@click.command()
@click.option("--consults", default=1980, show_default=True, help="About so many.")
@click.option("--only", type=click.Choice([*COMMANDS]), multiple=True, help="Not all commands.")
def main(consults: int, only: tuple[str, ...]) -> None:
    """Time commands on a large folder of results."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        make_results(consults, place / "results")
        n = len([*place.glob("results/scale/*/*.md")])
        print(f"# Commands on {n} consults\n")
        print(f"The baselines' consults, copied, on {os.cpu_count()} cores. "
              "Made by `python benchmarks/scale.py`.\n")  # fmt: skip
        print("| Command | Seconds | Of processor | Consults a second | Largest process, MB |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for command in only or COMMANDS:
            took = cost(COMMANDS[command], place)
            print(f"| `{command}` | {took.clock:.1f} | {took.processor:.1f} | "
                  f"{n / took.clock:.0f} | {took.memory:.0f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
