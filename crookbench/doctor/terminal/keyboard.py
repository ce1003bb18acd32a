"""Reading a person's lines: with completion at a terminal, plainly from a pipe."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TextIO

from crookbench.terminal import printable, typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    from crookbench.doctor.terminal.completion import Completion

    Complete: TypeAlias = Callable[[str], Iterable[Completion]]


FEW = 20
"""So many choices are shown before anything is typed; longer lists open with Tab."""


class Left(Exception):
    """The person left: Ctrl-D, /quit or the end of the input; `interrupted` by Ctrl-C."""

    def __init__(self, *, interrupted: bool = False) -> None:
        super().__init__()
        self.interrupted = interrupted


_REFRESH = 20.0
"""Seconds after which the bar is drawn anew, for the clock in it."""


class Lines(Protocol):
    """Where a person's lines come from.

    Attributes:
        live: Whether somebody sits there, who sees what is typed and can be asked again.
    """

    live: bool

    async def read(self, prompt: str, bar: Callable[[], str], complete: Complete) -> str:
        """The next line as plain words, several where they were pasted; `bar` stays in sight.

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

    async def read(self, prompt: str, bar: Callable[[], str], complete: Complete) -> str:  # noqa: ARG002
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
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.styles import Style

        style = Style.from_dict({"bottom-toolbar": "noreverse dim", "prompt": "bold"})
        self._menu = False
        self._session: PromptSession[str] = PromptSession(
            style=style,
            # rows for a menu are kept free only where there is one: talk has the whole screen
            complete_while_typing=Condition(self._has_menu),
            reserve_space_for_menu=6,
            key_bindings=_keys(),
            enable_suspend=True,
            refresh_interval=_REFRESH,
        )

    async def read(self, prompt: str, bar: Callable[[], str], complete: Complete) -> str:
        choices = sum(1 for _ in islice(complete(""), FEW + 1))
        self._menu = choices > 0
        try:
            line = await self._session.prompt_async(
                [("class:prompt", printable(prompt))],
                bottom_toolbar=lambda: [("", printable(bar()))] if bar() else None,
                completer=_completer(complete),
                pre_run=self._open_menu if 0 < choices <= FEW else None,
                handle_sigint=False,  # whoever plays the consult stops it between two prompts
            )
        except EOFError:
            raise Left from None
        except KeyboardInterrupt:
            raise Left(interrupted=True) from None
        return typed(line)

    def _has_menu(self) -> bool:
        return self._menu or self._session.default_buffer.text.lstrip().startswith("/")

    def _open_menu(self) -> None:
        """Shows the choices before anything is typed, where they are few."""
        self._session.default_buffer.start_completion(select_first=False)


def _keys() -> KeyBindings:
    """Ctrl-C takes back a line that is being typed; on an empty one it leaves."""
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    return keys


def _completer(complete: Complete) -> Completer:
    """Completions as prompt_toolkit wants them."""
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.completion import Completion as Shown

    class _Names(Completer):
        def get_completions(self, document: Document, _: object) -> Iterator[Shown]:
            for each in complete(document.text_before_cursor):
                yield Shown(each.text, -each.replaces, display_meta=printable(each.note))

    return _Names()
