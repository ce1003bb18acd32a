"""What a linear model sees of a text: its words, pairs of words, and pieces of words, by number.

Numbers come from a hash, so that no vocabulary has to be kept; a misspelt word still shares most of
its pieces with the right one.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Counted: TypeAlias = Counter[int]

BUCKETS = 1 << 18
"""Numbers a feature can have: with some 60,000 different ones in a bank, one in five shares its
number with a rarer one, which costs no measurable accuracy."""
BLOCKS = 2
"""Words and pieces are weighed apart, else the many pieces of long words drown the words."""
LONGEST = 400
"""Characters of one part that are looked at: no question needs more, and no text takes for ever."""
_PIECES = (3, 4, 5)
_TOKEN = re.compile(r"[^\W_]+|\?")
_SHORT_FORMS = (
    (re.compile(r"\bwon'?t\b"), "will not"),
    (re.compile(r"\b(?:can'?t|cannot)\b"), "can not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|have|has|had|could|would|should|need|must)n'?t\b"),
     r"\1 not"),
)  # fmt: skip


def tokens(text: str) -> list[str]:
    """The words of a text in plain typography, lower case, with "n't" written out as "not"."""
    low = text[:LONGEST].lower()
    for short, full in _SHORT_FORMS:
        low = short.sub(full, low)
    return _TOKEN.findall(low.replace("'", ""))


def features(text: str, marks: Iterable[str] = ()) -> Counted:
    """How often each feature stands in a text; `marks` are facts about it from elsewhere."""
    said = tokens(text)
    found: Counted = Counter(_number("w", word) for word in said)
    found.update(_number("p", f"{a} {b}") for a, b in _pairs(said))
    found.update(_number("m", mark) for mark in marks)
    for word in said:
        framed = f" {word} "
        for size in _PIECES:
            found.update(
                BUCKETS + _number("c", framed[at : at + size])
                for at in range(len(framed) - size + 1)
            )
    return found


def _pairs(said: Sequence[str]) -> Iterable[tuple[str, str]]:
    return zip(["^", *said], [*said, "$"], strict=True)


def _number(kind: str, text: str) -> int:
    return crc32(f"{kind}{text}".encode()) % BUCKETS
