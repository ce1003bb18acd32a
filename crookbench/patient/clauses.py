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
from crookbench.patient.lexicon import Found, Terms, read
from crookbench.patient.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

_BREAK = re.compile(
    r"\s*[,;:–—]+\s*|\s+(?=(?:and|but|so|then|because|while|until|rather than|instead of)\s)",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:would you like (?:me|us) to|do you want me to|(?:shall|can|could|may) (?:i|we)(?! ask)"
    r"|how about (?:i|we|you)|would it help if (?:i|we)|is there (?:any|some)one (?:else )?you"
    r"(?:['’]d)? (?:want|like) (?:me|us) to)\b",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"\b(?:even|as) if\b|\bif (?:you (?:like|want|wish|prefer|can|need|have any questions|agree"
    r"|must|are happy|['’]?re happy)|(?:that|it)(?:['’]s| is) (?:ok|okay|all right|alright|fine)"
    r"|needed|necessary|required|possible|so)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\b(?:if|unless|in case|should (?:you|it|things|the \w+))\b", re.IGNORECASE)
_OTHERS = (
    r"(?:crew|paramedics?|ambos?|ambulance officers?|teams?|nurses?|doctors?|surgeons?|registrars?"
    r"|specialists?|wife|husband|partner|son|daughter|mother|father|mum|dad|sister|brother|friend"
    r"|mate|neighbour|family|pharmacist|chemist|receptionist|staff|hospital|physio(?:therapist)?)"
)
_THIRD = re.compile(
    rf"(?:and |but |so |then |because |while |until )?(?:(?:the|your|a|an|our|another|some)\s+"
    rf"(?:\w+\s+){{0,2}}?{_OTHERS}|they|he|she|someone|somebody|people|paramedics|nurses|doctors)"
    r"(?:['’]ll|['’]re|['’]ve|\s+(?:there|here))?\s+(?!for\b|to\b|and\b|or\b|about\b|if\b)\w+",
    re.IGNORECASE,
)
_OWN_SUBJECT = re.compile(
    r"(?:and |but |so |then |because )?(?:i|we|you|it|this|that|the|your|please|my|let|there|if"
    r"|here|[a-z]+['’](?:ll|re|ve|m|s|d))\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"(?:and |but |so |as |because |since )?you(?:['’]ve| have)?(?: just| already)? (?:said|say"
    r"|mentioned|told|described|took|taken|tried|had|were|felt|noticed|been)\b",
    re.IGNORECASE,
)
_NEGATORS = frozenset(
    {"not", "no", "never", "without", "avoid", "avoiding", "nor", "against", "worst", "neither"}
)
_NEGATING_PAIRS = frozenset(
    {
        ("rather", "than"), ("instead", "of"), ("away", "from"), ("hold", "off"),
        ("stop", "taking"), ("more", "than"),
    }
)  # fmt: skip
_NO_NEGATION_BEFORE = frozenset({"forget", "hesitate", "worry", "only", "worries", "problem"})
_DISMISSED = re.compile(
    r"\b(?:(?:not|never)\s+(?:\w+\s+){0,2}?(?:help|helps|needed|necessary|recommended|indicated"
    r"|work|treat|good|safe|advised|wise|useful|required|right|warranted|change)"
    r"|slows?|delays?|weakens?|harmful|dangerous|unsafe|unhelpful|unnecessary|useless|pointless"
    r"|risky|risk of|bad idea|more harm"
    r"|(?:could|can|may|might) (?:\w+ )?(?:cause|make|hurt|harm|damage|upset|drop|hide|mask|burst"
    r"|bleed)"
    r"|worsens?|makes? (?:it|things|you|this|(?:the |your )?\w+) (?:worse|weak|stiff|sore)\w*)\b"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a statement.

    Attributes:
        start: Where it starts in the utterance; `end` is where it ends.
        terms: What it is about; a term that it denies reads "not …".
        third: Somebody else acts, neither the doctor nor the patient.
        conditional: It holds only if something happens.
        reported: It tells what the patient did or said.
        part: Which part of the utterance it belongs to.
    """

    start: int
    end: int
    terms: Terms
    third: bool
    conditional: bool
    reported: bool
    part: int


@cache
def clauses(utterance: str) -> tuple[Clause, ...]:
    """The clauses of everything an utterance states or offers; its questions are left out."""
    found: list[Clause] = []
    at = 0
    for number, part in enumerate(split(utterance)):
        at = utterance.index(part.text, at)
        if not part.asks or _OFFER.match(part.text):
            found += _of_part(part.text, at, number)
        at += len(part.text)
    return tuple(found)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _BREAK.finditer(text):
        if gap.start() > start:
            yield start, gap.start()
        start = gap.end()
    if start < len(text):
        yield start, len(text)


def _of_part(text: str, offset: int, number: int) -> Iterator[Clause]:
    spans = list(_spans(text))
    conditions = _conditional([text[start:end] for start, end in spans])
    third = denied = False
    for (start, end), conditional in zip(spans, conditions, strict=True):
        clause = text[start:end]
        own = bool(_OWN_SUBJECT.match(clause))
        third = bool(_THIRD.match(clause)) or (third and not own)
        terms, denied = _polarised(clause, denied=denied and not own)
        yield Clause(
            start=offset + start,
            end=offset + end,
            terms=terms,
            third=third,
            conditional=conditional,
            reported=bool(_REPORTED.match(clause)),
            part=number,
        )


def _conditional(listed: list[str]) -> list[bool]:
    """Which clauses hold only on a condition: from an "if" on, and what one at the end follows."""
    real = [bool(_IF.search(_POLITE.sub("", clause))) for clause in listed]
    if True not in real:
        return real
    first = real.index(True)
    leads = bool(_IF.match(re.sub(r"^(?:and|but|so|then)\s+", "", listed[first])))
    before = first - 1 if leads and first == len(listed) - 1 and first > 0 else first
    return [place >= before for place in range(len(listed))]


def _polarised(clause: str, *, denied: bool) -> tuple[Terms, bool]:
    """The clause's terms, those it denies marked, and whether a denial is still open at its end."""
    said = words(clause)
    found = read(said)
    turns = _negations(said, found)
    dismissed = _DISMISSED.search(" ".join(said))
    cut = len(" ".join(said)[: dismissed.start()].split()) if dismissed else 0
    terms = frozenset(
        f"not {term.term}" if denied or term.start < cut or any(at < term.start for at in turns)
        else term.term
        for term in found
    )  # fmt: skip
    return terms, denied or bool(turns)


def _negations(said: tuple[str, ...], found: tuple[Found, ...]) -> list[int]:
    """Places of the words that deny what follows; one inside a phrase is part of its meaning."""
    phrases = [term for term in found if term.end > term.start + 1]
    inside = {at for phrase in phrases for at in range(phrase.start, phrase.end)}
    return [
        at for at, word in enumerate(said)
        if at not in inside
        and (word in _NEGATORS or said[at : at + 2] in _NEGATING_PAIRS)
        and (said[at + 1 : at + 2] or ("",))[0] not in _NO_NEGATION_BEFORE
    ]  # fmt: skip


def line_terms(line: str) -> Terms:
    """What an example line is about, read as a doctor's statement would be."""
    offset = 0
    return frozenset().union(*(clause.terms for clause in _of_part(line, offset, 0)))


def is_conditional(line: str) -> bool:
    return any(clause.conditional for clause in _of_part(line, 0, 0))


def has_third(line: str) -> bool:
    """Whether anybody but doctor and patient acts in an example line."""
    return any(clause.third for clause in _of_part(line, 0, 0))
