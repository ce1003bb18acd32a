"""What a shared link shows: the words and figures of a page's card, before anything is drawn."""

from __future__ import annotations

import posixpath
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.website.urls import INDEX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.figures.models import Group

CARD = "card.png"
WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a card: a name, its value in words, and how far its bar reaches in percent."""

    name: str
    value: str
    share: float
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    Attributes:
        kicker: What kind of page it is, above the title.
        figure: The one number that matters most, or "".
        caption: What that number is.
        foot: What the figures rest on.
    """

    kicker: str
    title: str
    bars: tuple[Bar, ...]
    foot: str
    figure: str = ""
    caption: tuple[str, ...] = ()

    @property
    def alt(self) -> str:
        """The card in words, for those who do not see it."""
        head = ", ".join(part for part in (self.title, self.figure, *self.caption) if part)
        bars = "; ".join(f"{bar.name} {bar.value}" for bar in self.bars)
        return ". ".join(part for part in (head, bars, self.foot) if part) + "."


def card_path(page: str) -> str:
    """Where a page's card stands: beside it."""
    return posixpath.join(posixpath.dirname(page), CARD)


def card_for(page: str, cards: Mapping[str, Card]) -> str | None:
    """The page whose card a page shows: its own, or that of the nearest one above it."""
    folder = posixpath.dirname(page)
    while True:
        above = posixpath.join(folder, INDEX)
        if above in cards:
            return above
        if not folder:
            return None
        folder = posixpath.dirname(folder)


_SPELLED = {
    "–": "-", "—": "-", "−": "-", "‑": "-", "×": "x", "ß": "ss", "ø": "o", "đ": "d",
    "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
}  # fmt: skip
_DRAWN = frozenset("·’“”‹›…°")
"""Letters beyond ASCII that the font of the cards has."""


def drawable(text: str) -> str:
    """A text in letters that the cards' font has: accents dropped, what it lacks as "?"."""
    spelled = "".join(_SPELLED.get(letter, letter) for letter in " ".join(text.split()))
    kept = []
    for letter in spelled:
        if letter in _DRAWN:
            kept.append(letter)
            continue
        plain = "".join(each for each in unicodedata.normalize("NFKD", letter)
                        if not unicodedata.combining(each))  # fmt: skip
        kept.append(plain if plain.isascii() and plain.isprintable() else "?")
    return "".join(kept)
