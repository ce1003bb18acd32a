"""What the doctor stated, clause by clause: who acts, on what condition, and what is denied.

A plan is credited by its words, so that "no need for bed rest", "the crew will stay with you" and
"if it gets worse, go to hospital" must not read like the things they name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from crookbench.game.questions import split
from crookbench.patient import clause_patterns as patterns
from crookbench.patient.lexicon import Found, Terms, denials, read
from crookbench.patient.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

INFORMED = "informed"
"""The term for letting a named person or the family know."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a statement.

    Attributes:
        start: Where it starts in the utterance; `end` is where it ends.
        terms: What it is about; a term that it denies reads "not …".
        third: Somebody else acts, neither the doctor nor the patient.
        conditional: It holds only if something happens.
        reported: It tells what the patient or another did or said, or what is not so.
        aside: It gives a reason, a possibility or what is usual: no harm by itself.
        told: It is told to others, such as the crew.
        part: Which part of the utterance it belongs to.
    """

    start: int
    end: int
    terms: Terms
    third: bool
    conditional: bool
    reported: bool
    aside: bool
    told: bool
    part: int


@cache
def clauses(utterance: str) -> tuple[Clause, ...]:
    """The clauses of everything an utterance states or offers; its questions are left out."""
    found: list[Clause] = []
    at = 0
    for number, part in enumerate(split(utterance)):
        at = utterance.index(part.text, at)
        if not part.asks or patterns.OFFER.match(part.text):
            found += _of_part(part.text, at, number)
        at += len(part.text)
    return tuple(found)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in patterns.BREAK.finditer(text):
        if gap.start() > start:
            yield start, gap.start()
        start = gap.end()
    if start < len(text):
        yield start, len(text)


def _of_part(text: str, offset: int, number: int) -> Iterator[Clause]:
    spans = list(_spans(text))
    conditions = _conditional([text[start:end] for start, end in spans])
    unreal = bool(patterns.UNREAL.search(text))
    third = denied = told = False
    for (start, end), conditional in zip(spans, conditions, strict=True):
        clause = text[start:end]
        own = bool(patterns.OWN_SUBJECT.match(clause))
        third = bool(patterns.THIRD.match(clause)) or (third and not own)
        told = bool(patterns.TOLD.search(clause)) or (told and bool(patterns.TOLD_ON.match(clause)))
        terms, denied = _polarised(clause, denied=denied and not own)
        denied = denied and not conditional
        yield Clause(
            start=offset + start,
            end=offset + end,
            terms=terms,
            third=third,
            conditional=conditional,
            reported=unreal or bool(patterns.REPORTED.match(clause)),
            aside=bool(patterns.REASON.match(clause) or patterns.NO_ADVICE.search(clause)),
            told=told,
            part=number,
        )


def _conditional(listed: list[str]) -> list[bool]:
    """Which clauses hold only on a condition: from an "if" on, and what one at the end follows."""
    real = [_is_on_condition(clause) for clause in listed]
    if True not in real:
        return real
    first = real.index(True)
    leads = bool(patterns.IF.match(re.sub(r"^(?:and|but|so|then)\s+", "", listed[first])))
    before = first - 1 if leads and first == len(listed) - 1 and first > 0 else first
    return [place >= before for place in range(len(listed))]


def _is_on_condition(clause: str) -> bool:
    for harmless in (patterns.OFFER, patterns.POLITE):
        clause = harmless.sub("", clause)
    return bool(patterns.IF.search(patterns.AS_NEEDED.sub(r"\g<use>", clause)))


def _polarised(clause: str, *, denied: bool) -> tuple[Terms, bool]:
    """The clause's terms, those it denies marked, and whether a denial is still open at its end."""
    said = words(patterns.HEDGE.sub("", clause))
    found = read(said)
    turns = _negations(said, found)
    dismissed = patterns.DISMISSED.search(" ".join(said))
    cut = len(" ".join(said)[: dismissed.start()].split()) if dismissed else 0
    terms = frozenset(
        f"not {term.term}" if denied or term.start < cut or any(at < term.start for at in turns)
        else term.term
        for term in found
    )  # fmt: skip
    return terms | denials(terms) | _informed(clause, denied=denied), denied or bool(turns)


def _informed(clause: str, *, denied: bool) -> Terms:
    """Whether somebody is let know, or is not to know."""
    found = patterns.INFORMS.search(clause)
    if not found:
        return frozenset()
    denied = denied or not patterns.NEGATORS.isdisjoint(words(clause[: found.start()]))
    return frozenset({f"not {INFORMED}" if denied else INFORMED})


def _negations(said: tuple[str, ...], found: tuple[Found, ...]) -> list[int]:
    """Places of the words that deny what follows; one inside a phrase is part of its meaning."""
    phrases = [term for term in found if term.end > term.start + 1]
    inside = {at for phrase in phrases for at in range(phrase.start, phrase.end)}
    return [
        at for at, word in enumerate(said)
        if at not in inside
        and (word in patterns.NEGATORS or said[at : at + 2] in patterns.NEGATING_PAIRS)
        and not (word == "more" and patterns.COUNTS.fullmatch((said[at + 2 : at + 3] or ("",))[0]))
        and (said[at + 1 : at + 2] or ("",))[0] not in patterns.NO_NEGATION_BEFORE
    ]  # fmt: skip


@cache
def line_clauses(line: str) -> tuple[Clause, ...]:
    """The clauses of an example line, read as a doctor's statement would be."""
    return tuple(_of_part(line, 0, 0))


def line_terms(line: str) -> Terms:
    """What an example line is about."""
    return frozenset().union(*(clause.terms for clause in line_clauses(line)))


def is_conditional(line: str) -> bool:
    return any(clause.conditional for clause in line_clauses(line))


def has_third(line: str) -> bool:
    """Whether anybody but doctor and patient acts in an example line."""
    return any(clause.third for clause in line_clauses(line))


def is_told(line: str) -> bool:
    """Whether an example line tells others something about the patient."""
    return any(clause.told for clause in line_clauses(line))
