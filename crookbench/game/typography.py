"""One way to write what was said, however it was typed: the same words give the same result.

Patient, marker and question counting all read the text that `plain` returns.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SAME = str.maketrans(
    dict.fromkeys("’‘‛ʼʹ′´`＇‵", "'")
    | dict.fromkeys("“”„‟″«»", '"')
    | dict.fromkeys("‐‑‒−﹣－", "-")
    | dict.fromkeys("\t\v\f\x85\u2028\u00a0\u1680\u202f\u205f\u3000", " ")
    | {chr(code): " " for code in range(0x2000, 0x200B)}
)
_UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff\r\u200e\u200f")
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")
_LISTED = re.compile(r"[ \t]*(?:[-*•#>–—]|\d+[.)]|[a-z][.)]\s|\"?$)")
_WRAPPED_FROM = 25
"""Characters of a line from which a capital after it may only be a wrapped name: lists of single
words ("Fever" and below it "Cough") have shorter lines, and nobody wraps text as narrow as that."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A text written plainly, and where each of its characters stands in the text as typed."""

    text: str
    origin: tuple[int, ...]

    def typed(self, start: int, end: int) -> slice:
        """Where a stretch of the plain text stands in the text as typed."""
        return slice(self.origin[start], self.origin[end - 1] + 1) if end > start else slice(0)


def plain(text: str) -> str:
    """The text in one typography: NFKC, plain apostrophes, quotes, spaces and line breaks."""
    return text if _is_plain(text) else read_plainly(text).text


def read_plainly(text: str) -> Plain:
    """The text in one typography, with the way back to what was typed."""
    letters: list[str] = []
    origin: list[int] = []
    for place, end in _clusters(text):
        for letter in _written(text[place:end]):
            letters.append(letter)
            origin.append(place)
    joined = "".join(letters)
    return Plain(_LINE_END.sub(lambda end: _space_or_end(joined, end), joined), tuple(origin))


def _is_plain(text: str) -> bool:
    return text.isascii() and not ({"\n", "`", "\r", "\t"} & set(text))


def _clusters(text: str) -> list[tuple[int, int]]:
    """Each character with the accents that are written after it."""
    if text.isascii():
        return [(place, place + 1) for place in range(len(text))]
    starts = [place for place, letter in enumerate(text)
              if not place or not unicodedata.combining(letter)]  # fmt: skip
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def _written(cluster: str) -> str:
    if cluster in _UNSEEN:
        return ""
    translated = cluster.translate(_SAME)
    if translated != cluster or translated.isascii():
        return translated
    return unicodedata.normalize("NFKC", cluster).translate(_SAME)


def _space_or_end(text: str, end: re.Match[str]) -> str:
    """A line break inside a sentence is a space; one between the points of a list stays."""
    start = text.rfind("\n", 0, end.start()) + 1
    before, after = text[start : end.start()].rstrip(), text[end.end() : end.end() + 40]
    if not before or before[-1] in ".?!:;" or _LISTED.match(after) or not after.strip():
        return "\n"
    return " " if len(before) >= _WRAPPED_FROM else "\n"
