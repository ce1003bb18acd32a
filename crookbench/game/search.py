"""Searching the catalogue by what people type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.game.catalogue import Entry

    E = TypeVar("E", bound=Entry)

LIMIT = 12
SHORTEST = 2


def words(text: str) -> list[str]:
    """The words of a name or a query, lower case, a number and its unit apart ("400mg")."""
    return re.findall(r"\d+|[^\W\d_]+", text.lower())


def _fits(query: list[str], text: str) -> bool:
    have = words(text)
    return all(any(word.startswith(wanted) for word in have) for wanted in query)


def _rank(query: list[str], entry: Entry) -> tuple[bool, bool, bool, bool, str]:
    """Sorts first an exact name or alias, then whole words before beginnings of words.

    Then the name that starts with the first word, names before aliases, and the alphabet. Without
    the exact ones "PE" would find peptic ulcers before pulmonary embolism; without the whole words
    "disc" would find discharges and "ED" oedema before what was meant.
    """
    texts = (entry.name, *entry.aliases)
    exact = any(words(text) == query for text in texts)
    whole = any(set(query) <= set(words(text)) for text in texts)
    starts = entry.name.lower().startswith(query[0])
    by_name = _fits(query, entry.name)
    return (not exact, not whole, not (by_name and starts), not by_name, entry.name.lower())


def search(entries: Iterable[E], query: str) -> list[E]:
    """Entries of which one name or alias has, for every query word, a word that starts with it.

    At most 12, best first. A query of fewer than 2 characters finds nothing.
    """
    wanted = words(query)
    if sum(map(len, wanted)) < SHORTEST:
        return []
    found = [
        entry for entry in entries
        if any(_fits(wanted, text) for text in (entry.name, *entry.aliases))
    ]  # fmt: skip
    return sorted(found, key=lambda entry: _rank(wanted, entry))[:LIMIT]
