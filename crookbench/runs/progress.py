"""Shows a run under way: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from crookbench.runs.runner import Failed, Finished, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from crookbench.runs.runner import Progress

SECONDS_BETWEEN_WAITS = 5.0
"""A server that is busy makes many consults wait at once; that is told once in so many seconds."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a run tells what happens: each consult's beginning and end, and each wait."""

    step: Callable[[Progress], None]
    wait: Callable[[str], None]


def ignore(_: str) -> None:
    """Where nobody reads."""


def in_lines(total: int, tally: Tally, *, quiet: bool = False) -> Shown:
    """One line for each consult that ends, numbered; quietly only for what was not scored.

    Why consults were not begun is told once for each reason, however many they are.
    """
    reasons: set[str] = set()

    def step(each: Progress) -> None:
        tally.count(each)
        match each:
            case Finished() if not quiet:
                click.echo(f"{tally.ended}/{total} {line(each)}")
            case Skipped(why=why) if why in reasons:
                pass
            case Failed() | Skipped():
                click.echo(f"{tally.ended}/{total} {line(each)}", err=True)
            case _:
                pass
        if isinstance(each, Skipped):
            reasons.add(each.why)

    say = ignore if quiet else _now_and_then(lambda text: click.echo(text, err=True))
    return Shown(step, say)


def line(step: Progress) -> str:
    """How one consult ended."""
    name = " ".join(map(str, step.key))
    return _printable(f"{name}: {_ending(step)}")


def _ending(step: Progress) -> str:
    match step:
        case Finished(record=record):
            return f"{record.total} of {record.max}, {record.consequence}"
        case Failed(failure=failure):
            return f"not scored, {failure.ending}: {failure.message}"
        case Skipped(why=why):
            return f"not begun, {why}"
        case _:
            return "begun"


@contextmanager
def bar(total: int, console: Console, tally: Tally) -> Iterator[Shown]:
    """A bar with consults, cost, failures and time left.

    Above it stands what was not scored, and why, as in lines; and that a server is waited for.
    """
    from rich import progress
    from rich.markup import escape

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[told]}"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left"),
    )
    with progress.Progress(*columns, console=console) as shown:
        task = shown.add_task("", total=total, told="")
        reasons: set[str] = set()

        def say(text: str) -> None:
            console.print(escape(text), highlight=False)

        def step(each: Progress) -> None:
            tally.count(each)
            if isinstance(each, Failed) or (isinstance(each, Skipped) and each.why not in reasons):
                say(line(each))
            if isinstance(each, Skipped):
                reasons.add(each.why)
            ended = isinstance(each, Finished | Failed | Skipped)
            shown.update(task, advance=int(ended), told=str(tally))

        yield Shown(step, _now_and_then(say))


def _now_and_then(say: Callable[[str], None]) -> Callable[[str], None]:
    """Says a text, unless something was said a moment before."""
    last = float("-inf")

    def wait(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_WAITS:
            last = time.monotonic()
            say(_printable(text))

    return wait


class Tally:
    """What a run has cost so far, and how its consults ended.

    Attributes:
        ended: Consults that were scored, failed or were not begun.
        silent: Models that neither spoke nor diagnosed in a consult, with how many such there were.
    """

    def __init__(self) -> None:
        self.known = 0.0
        self.whole = True
        self.ended = 0
        self.silent: Counter[str] = Counter()
        self._scored: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()

    def count(self, step: Progress) -> None:
        match step:
            case Finished(record=record):
                self.known += record.known_cost
                patient = record.patient_usage
                costs = (record.usage.cost, patient.cost if patient else 0.0)
                self.whole = self.whole and None not in costs
                self._scored[record.model] += 1
                did_nothing = not (record.says or record.diagnoses)
                if record.ending == "stopped" and record.usage.calls and did_nothing:
                    self.silent[record.model] += 1
            case Failed(failure=failure):
                self.known += failure.cost
                self._failed[failure.model] += 1
            case Skipped():
                pass
            case _:
                return
        self.ended += 1

    @property
    def scored(self) -> int:
        return self._scored.total()

    @property
    def failed_only(self) -> set[str]:
        """Models that failed and were scored in no consult now."""
        return self._failed.keys() - self._scored.keys()

    @property
    def cost(self) -> str:
        """The cost, as far as somebody states it."""
        if self.whole:
            return f"US$ {self.known:.2f}"
        return f"at least US$ {self.known:.2f}" if self.known else "cost unknown"

    def __str__(self) -> str:
        return f"{self.cost}, {self._failed.total()} failed"


def _printable(text: str) -> str:
    """A server's words cannot steer the terminal."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
