"""Finds the words a model quotes in what the doctor really said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.game.questions import split
from crookbench.game.typography import plain, read_plainly

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"\w+")
OFFER = re.compile(
    r"(?:can|could|may|shall|should|mind if|how about|why don't|what if) (?:i|we)\b|is (?:it|that)"
    r" (?:ok|okay|all right|alright)\b|(?:are|would) you (?:be )?(?:ok|okay|happy|all right|alright"
    r"|like (?:me|us|an?|some|somebody|someone)\b)",
    re.IGNORECASE,
)
"""A question that offers or asks consent, and so says what is going to be done."""
_FEWEST = 2
"""Words that a quote needs to say anything."""


def found(quote: str, utterances: Iterable[str]) -> str | None:
    """The quoted words as they stand in an utterance; None where nobody said them.

    Capitals, punctuation and spaces may differ. A question says nothing, but for an offer.
    """
    words = _WORD.findall(plain(quote))
    if len(words) < _FEWEST:
        return None
    pattern = re.compile(r"\b" + r"\W+".join(map(re.escape, words)) + r"\b", re.IGNORECASE)
    for utterance in utterances:
        read = read_plainly(utterance)
        for match in pattern.finditer(read.text):
            if not _is_asked(match.group(), read.text):
                return utterance[read.typed(*match.span())]
    return None


def _is_asked(words: str, utterance: str) -> bool:
    """Whether the words are part of a question that asks the patient for a fact."""
    return any(
        part.asks and words in part.text and not OFFER.match(part.text) for part in split(utterance)
    )


def around(quote: str, utterances: Iterable[str]) -> str:
    """The utterance in which a found quote stands."""
    return next((utterance for utterance in utterances if quote in utterance), quote)
