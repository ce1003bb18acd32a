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
        case Skipped():
            return "not begun, the cost limit could be passed"
        case _:
            return "begun"


@contextmanager
def bar(total: int, console: Console) -> Iterator[Callable[[Progress], None]]:
    """A bar with consults, cost, failures and time left; failures are told above it."""
    from rich import progress
    from rich.markup import escape

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[told]}"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=console) as shown:
        task = shown.add_task("", total=total, told="")
        tally = Tally()

        def watch(step: Progress) -> None:
            tally.count(step)
            if isinstance(step, Failed):
                console.print(escape(line(step)), highlight=False)
            ended = isinstance(step, Finished | Failed | Skipped)
            shown.update(task, advance=int(ended), told=str(tally))

        yield watch


class Tally:
    """What a run has cost so far, and how many consults failed."""

    def __init__(self) -> None:
        self._cost = 0.0
        self._unknown = False
        self._failed = 0

    def count(self, step: Progress) -> None:
        match step:
            case Finished(record=record):
                self._cost += record.known_cost
                self._unknown |= record.usage.cost is None
            case Failed(failure=failure):
                self._cost += failure.cost
                self._failed += 1
            case _:
                pass

    def __str__(self) -> str:
        cost = f"US$ {self._cost:.2f}" + (" and what nobody states" if self._unknown else "")
        return f"{cost}, {self._failed} failed"


def _printable(text: str) -> str:
    """A server's words cannot steer the terminal."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
