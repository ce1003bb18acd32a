"""Reading a person's lines: with completion at a terminal, plainly from a pipe."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Protocol, TextIO

from crookbench.terminal import printable, typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.document import Document

    from crookbench.doctor.terminal.completion import Completion

    Complete: TypeAlias = Callable[[str], Iterable[Completion]]


class Left(Exception):
    """The person left: Ctrl-D, /quit, Ctrl-C at a terminal, or the end of the input."""


class Lines(Protocol):
    """Where a person's lines come from.

    Attributes:
        live: Whether somebody sits there, who sees what is typed and can be asked again.
    """

    live: bool

    async def read(self, prompt: str, bar: str, complete: Complete) -> str:
        """The next line as plain words; `bar` stays in sight meanwhile.

        Raises:
            Left: There is none.
        """


def lines(source: TextIO | None = None, target: TextIO | None = None) -> Lines:
    """Lines of the terminal, or of whatever stands in its place."""
    source, target = source or sys.stdin, target or sys.stdout
    if isinstance(source, TextIOWrapper):
        source.reconfigure(errors="replace")
    at_terminal = source.isatty() and target.isatty()
    return TerminalLines() if at_terminal else PlainLines(source, target)


class PlainLines:
    """Lines of a pipe or a file. Each is repeated after its prompt, so that the output reads."""

    live = False

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source, self._target = source, target

    async def read(self, prompt: str, bar: str, complete: Complete) -> str:  # noqa: ARG002
        self._write(printable(prompt))
        line = self._source.readline()
        if not line:
            self._write("\n")
            raise Left
        words = typed(line)
        self._write(printable(words) + "\n")
        return words

    def _write(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()


class TerminalLines:
    """Lines typed at a terminal, with a menu of completions and a bar below."""

    live = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.styles import Style

        style = Style.from_dict({"bottom-toolbar": "noreverse dim", "prompt": "bold"})
        self._session: PromptSession[str] = PromptSession(
            style=style, complete_while_typing=True, reserve_space_for_menu=6
        )

    async def read(self, prompt: str, bar: str, complete: Complete) -> str:
        menu = any(True for _ in complete(""))
        try:
            line = await self._session.prompt_async(
                [("class:prompt", printable(prompt))],
                bottom_toolbar=[("", printable(bar))],
                completer=_completer(complete),
                pre_run=self._open_menu if menu else None,
            )
        except (EOFError, KeyboardInterrupt):
            raise Left from None
        return typed(line)

    def _open_menu(self) -> None:
        """Shows the choices before anything is typed, where they are few."""
        self._session.default_buffer.start_completion(select_first=False)


def _completer(complete: Complete) -> Completer:
    """Completions as prompt_toolkit wants them."""
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.completion import Completion as Shown

    class _Names(Completer):
        def get_completions(self, document: Document, _: object) -> Iterator[Shown]:
            for each in complete(document.text_before_cursor):
                yield Shown(each.text, -each.replaces, display_meta=printable(each.note))

    return _Names()
