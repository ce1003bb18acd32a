"""What a lint is, and what it says of a word that names nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from crookbench.game.case import Case
from crookbench.game.catalogue import Catalogue
from crookbench.game.nearest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MOST_LISTED = 20
"""Known words that a message lists, which is about a line; of more it gives the number."""


class Finding(NamedTuple):
    """What is wrong, and at which key path ("history.3.id"); lists count from 0."""

    key: str
    message: str


Lint: TypeAlias = Callable[[Case, Catalogue], Iterable[Finding]]
"""One rule: everything in a case that breaks it."""


def unknown(key: str, words: Iterable[str], what: str, known: Collection[str]) -> Iterator[Finding]:
    """A finding for each word of a list that is not among the known ones."""
    for place, word in enumerate(words):
        yield from unknown_word(f"{key}.{place}", word, what, known)


def unknown_word(key: str, word: str, what: str, known: Collection[str]) -> Iterator[Finding]:
    """A finding where a word is not among the known ones, with the nearest of them."""
    if word in known:
        return
    choice = f"choose one of the catalogue's {len(known)}"
    if len(known) <= MOST_LISTED:
        listed = sorted(known) if isinstance(known, frozenset) else known
        choice = f"choose one of: {', '.join(listed)}"
    yield Finding(key, f"unknown {what} {word!r}; {did_you_mean(word, known, choice)}")
