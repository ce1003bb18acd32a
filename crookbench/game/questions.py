"""Splits what the doctor said into parts, and tells which of them ask something.

Every asking part costs one question of the budget, and only asking parts can be answered: what
is free to say can bring nothing out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from crookbench.game import phrasing
from crookbench.game.typography import plain

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


_REACH = 400
"""Characters of a clause that are looked at: no question needs more, and no text takes for ever."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of what was said, word for word, that asks one thing or tells something."""

    text: str
    asks: bool


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a sentence or a part of one stands in the message; `asks` once that is known."""

    start: int
    end: int
    asks: bool = False


def split(message: str) -> tuple[Part, ...]:
    """The parts of a message in order, without their lead-in words ("Okay, and")."""
    message = plain(message)
    read: dict[str, list[Part]] = {}
    parts: list[Part] = []
    for sentence in _sentences(message):
        text = message[sentence.start : sentence.end]
        if text not in read:
            spans = _clauses(text, _Span(0, len(text)))
            found = (Part(phrasing.trimmed(text[s.start : s.end]), s.asks) for s in spans)
            read[text] = [part for part in found if part.text]
        parts += read[text]
    return tuple(parts)


def sentences(message: str) -> Iterator[tuple[int, str]]:
    """Each sentence of a message in plain typography, and where it starts."""
    for span in _sentences(message):
        text = message[span.start : span.end]
        if text.strip():
            yield span.start, text


def count(message: str) -> int:
    """How many questions of the budget a message costs."""
    return sum(part.asks for part in split(message))


def within_budget(message: str, left: int) -> str:
    """The message with its asking parts beyond the first `left` removed, all statements kept."""
    kept: list[str] = []
    message = plain(message)
    for sentence in _sentences(message):
        spans = _clauses(message, sentence)
        allowed = []
        for span in spans:
            if not span.asks or left > 0:
                allowed.append(span)
            left -= span.asks
        kept.append(_rejoined(message, sentence, spans, allowed))
    return "".join(kept).strip()


def _rejoined(message: str, sentence: _Span, spans: list[_Span], allowed: list[_Span]) -> str:
    """What is left of a sentence, with a stop of its own where its end was cut off."""
    if allowed == spans:
        return message[sentence.start : sentence.end]
    text = "".join(message[span.start : span.end] for span in allowed)
    if not allowed or allowed[-1] == spans[-1]:
        return text
    return text.rstrip(" ,;:–—-\n") + ("? " if allowed[-1].asks else ". ")


def _sentences(message: str) -> Iterator[_Span]:
    """Every sentence with its stop and the space after it; together they are the message."""
    start = 0
    for stop in phrasing.STOP.finditer(message):
        if not phrasing.ABBREVIATION.search(message, start, stop.start()):
            yield _Span(start, stop.end())
            start = stop.end()
    if start < len(message):
        yield _Span(start, len(message))


def _clauses(message: str, sentence: _Span) -> list[_Span]:
    """A sentence's parts: what asks, divided where a new question starts, and what does not."""
    text = message[sentence.start : sentence.end]
    questioned = text.rstrip().rstrip("\"')]*_ ").endswith(("?", "?!"))
    cuts = [0, *_cuts(text, questioned=questioned), len(text)]
    spans: list[_Span] = []
    for start, end in pairwise(cuts):
        clause = text[start:end]
        asks = _asks(clause, questioned=questioned, last=end == len(text))
        asks = asks or phrasing.goes_on(text[: min(start, _REACH)], phrasing.trimmed(clause))
        spans.append(_Span(sentence.start + start, sentence.start + end, asks))
    return spans


def _cuts(text: str, *, questioned: bool) -> list[int]:
    """Where a new question starts inside a sentence, each after the first that asks."""
    cuts: list[int] = []
    tried = -1
    for found in phrasing.NEW_QUESTION.finditer(text):
        start = cuts[-1] if cuts else 0
        before = text[start : min(found.start(), start + _REACH)]
        after = text[found.end() : found.end() + _REACH]
        if found.end() <= tried or not phrasing.trimmed(before):
            continue
        tried = found.end()
        asked = _asks(before, questioned=questioned, last=False)
        if _starts_anew(before, after, found, questioned=questioned, asked=asked):
            cuts.append(found.start() if found["mark"] is None else found.end("mark"))
    return cuts


def _starts_anew(
    before: str, after: str, found: re.Match[str], *, questioned: bool, asked: bool
) -> bool:
    """Whether a possible start of a question really is one, after what stands before it."""
    if phrasing.TAG.fullmatch(phrasing.trimmed(after)):
        return False
    warned = bool(found["mark"] or found["joint"])
    told = not asked and phrasing.tells(phrasing.trimmed(before))
    if phrasing.LIST_START.match(after):
        return questioned and told and found["mark"] is not None
    if not phrasing.starts_question(after, questioned=questioned):
        return warned and phrasing.goes_on(found.string[: min(found.start(), _REACH)], after)
    if not warned:
        return bool(phrasing.INVERSION.search(before)) and phrasing.runs_on(before, after)
    if (found["joint"] or "").lower() == "or" and phrasing.is_alternative(before, after):
        return False
    return asked or (told and (questioned or phrasing.runs_on(before, after)))


def _asks(clause: str, *, questioned: bool, last: bool) -> bool:
    """Whether a clause asks: by its words, or as the one that bears the question mark."""
    text = phrasing.trimmed(clause[:_REACH])
    if not text:
        return questioned and last and bool(clause.strip(" ?!\n"))
    if phrasing.indirect(text) or (questioned and last):
        return True
    opens = phrasing.starts_question(text, questioned=questioned)
    if not questioned:
        return opens and not phrasing.is_advice(text)
    listed = bool(phrasing.LIST_START.match(text)) or ("," in text and not phrasing.tells(text))
    return opens or listed or phrasing.holds_question(text)
