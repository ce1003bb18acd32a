"""Shows a run under way: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from crookbench.runs.runner import Failed, Finished, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from crookbench.runs.runner import Progress


def ignore(_: Progress) -> None:
    """Where a program or nobody reads."""


def tell(step: Progress) -> None:
    """One line for each consult that ends."""
    match step:
        case Finished():
            click.echo(line(step))
        case Failed() | Skipped():
            click.echo(line(step), err=True)
        case _:
            pass


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
def bar(total: int, console: Console, tally: Tally) -> Iterator[Callable[[Progress], None]]:
    """A bar with consults, cost, failures and time left; above it what was not scored, and why.

    The tally is counted by somebody else, and shown here.
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

        def watch(step: Progress) -> None:
            if isinstance(step, Failed | Skipped):
                console.print(escape(line(step)), highlight=False)
            ended = isinstance(step, Finished | Failed | Skipped)
            shown.update(task, advance=int(ended), told=str(tally))

        yield watch


class Tally:
    """What a run has cost so far, and how many consults failed."""

    def __init__(self) -> None:
        self.known = 0.0
        self.whole = True
        self._failed = 0

    def count(self, step: Progress) -> None:
        match step:
            case Finished(record=record):
                self.known += record.known_cost
                patient = record.patient_usage
                costs = (record.usage.cost, patient.cost if patient else 0.0)
                self.whole = self.whole and None not in costs
            case Failed(failure=failure):
                self.known += failure.cost
                self._failed += 1
            case _:
                pass

    @property
    def cost(self) -> str:
        """The cost, as far as somebody states it."""
        if self.whole:
            return f"US$ {self.known:.2f}"
        return f"at least US$ {self.known:.2f}" if self.known else "cost unknown"

    def __str__(self) -> str:
        return f"{self.cost}, {self._failed} failed"


def _printable(text: str) -> str:
    """A server's words cannot steer the terminal."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
