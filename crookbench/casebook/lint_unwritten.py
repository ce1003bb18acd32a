"""Finds every text that an author has still to write: in a new case they read `...`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lint_finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case

BLANKS = ("...", "…")
"""What stands for a text that is still to be written."""


def unwritten(case: Case) -> Iterator[Finding]:
    """A finding for each text that is still to be written, in the order of the fields."""
    for key in _blanks(case.model_dump(by_alias=True), ()):
        yield Finding(key, "still to be written; replace the `...`")


def _blanks(node: object, at: tuple[str, ...]) -> Iterator[str]:
    """The key paths of every blank below a value."""
    match node:
        case str():
            if node.strip() in BLANKS:
                yield ".".join(at)
        case dict():
            for key, value in node.items():
                yield from _blanks(value, (*at, str(key)))
        case list() | tuple():
            for place, value in enumerate(node):
                yield from _blanks(value, (*at, str(place)))
