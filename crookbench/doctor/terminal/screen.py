"""Prints for a person: a long text a screen at a time, where there is a screen."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import click
from rich.console import Group

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, RenderableType

_MARGIN = 2
"""Rows that the prompt and the bar below it take."""


def print_paged(console: Console, parts: Iterable[RenderableType], *, live: bool) -> None:
    """Prints the parts, with a pager where they are longer than the screen of somebody there."""
    whole = Group(*parts)
    if not live:
        console.print(whole)
        return
    with console.capture() as kept:
        console.print(whole)
    text = kept.get()
    if text.count("\n") > console.height - _MARGIN:
        # Ctrl-C in the pager is the pager's, and leaves no consult
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            click.echo_via_pager(text)
        finally:
            signal.signal(signal.SIGINT, before)
    else:
        click.echo(text, nl=False)
