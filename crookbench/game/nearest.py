"""The known word that an unknown one was most likely meant to be."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The most similar known word, or None where none is similar; case does not count."""
    by_lower = {name.lower(): name for name in sorted(known, reverse=True)}
    found = get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """The end of a message about an unknown word: the nearest known one, or `otherwise`."""
    found = nearest(word, known)
    return f"did you mean {found!r}?" if found else otherwise
