"""Keeps a tenth of a bank back to measure by, so that no paraphrase of it is learnt from."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import TYPE_CHECKING

from crookbench.patient.features import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.patient.phrases import Phrase

SHARE = 10
"""One group of like lines in so many is kept back."""
_LIKE = 0.6
"""Lines of one section that share this much of their pieces are paraphrases of each other."""
_PIECE = 4


def held_out(phrases: Sequence[Phrase]) -> frozenset[int]:
    """The places of the lines kept back.

    Lines of a section that are alike, directly or by others between them, are kept back together
    or not at all; which, a hash of the first of them decides.
    """
    sections: dict[str, list[int]] = defaultdict(list)
    for place, phrase in enumerate(phrases):
        sections[phrase.ids[0]].append(place)
    kept: set[int] = set()
    for places in sections.values():
        pieces = [_pieces(phrases[place].said) for place in places]
        for group in _groups(pieces):
            first = min(phrases[places[member]].said for member in group)
            if int.from_bytes(hashlib.sha256(first.encode()).digest()[:4]) % SHARE == 0:
                kept.update(places[member] for member in group)
    return frozenset(kept)


def _pieces(text: str) -> frozenset[str]:
    joined = f" {' '.join(tokens(text))} "
    return frozenset(joined[at : at + _PIECE] for at in range(max(1, len(joined) - _PIECE + 1)))


def _groups(pieces: Sequence[frozenset[str]]) -> list[list[int]]:
    """The places of like lines, each group in order."""
    leader = list(range(len(pieces)))

    def led(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    for second, later in enumerate(pieces):
        for first in range(second):
            shared = len(pieces[first] & later)
            if shared >= _LIKE * min(len(pieces[first]), len(later)) and led(first) != led(second):
                leader[led(second)] = led(first)
    groups: dict[int, list[int]] = defaultdict(list)
    for place in range(len(pieces)):
        groups[led(place)].append(place)
    return list(groups.values())
