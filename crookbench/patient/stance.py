"""How a statement stands to what it speaks of: done or not, now or later, by whom, on a condition.

The facts found here are features beside the words, so that "I won't give you" and "I will give you"
differ by more than one short word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from crookbench.patient.features import features, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.patient.features import Counted

Stance: TypeAlias = Literal["plain", "depends", "reports", "denies"]

_NEGATES = frozenset([
    "not", "no", "never", "none", "nothing", "without", "avoid", "stop", "skip", "neither",
    "nor", "nobody", "cannot", "dont", "wont", "cant", "isnt", "shouldnt", "mustnt", "instead",
    "rather", "off",
])  # fmt: skip
_DENIES = _NEGATES - {"avoid", "stop", "skip", "instead", "rather", "off"} | {"doubt"}
"""Those that turn a whole sentence round: "stay off your feet" still tells him to rest."""
_ENDS = frozenset([
    "but", "because", "so", "and", "then", "although", "though", "while",
])  # fmt: skip
_REACH = 6
"""Words that a negation reaches: further on, another thing is usually spoken of."""
_FACTS = {
    "condition": r"\b(?:if|unless|once|should (?:it|you|things)|in case|depending|otherwise"
                 r"|whenever)\b",
    "later": r"\b(?:tomorrow|later|next (?:week|time|month)"
             r"|in (?:a|two|three|\d+) (?:days?|weeks?)|eventually|down the track|monday|friday"
             r"|after(?:wards)?)\b",
    "maybe": r"\b(?:may|might|could|maybe|perhaps|possibly|sometimes|usually|normally|often"
             r"|probably)\b",
    "choice": r"\b(?:up to you|your (?:choice|call|decision)|you (?:decide|choose)"
              r"|if you (?:like|want|prefer)|either way|optional)\b",
    "mine": r"\b(?:i|i'm|i'll|i've|we|we'll|we're|we've|let's|let me)\b",
    "yours": r"\b(?:you|you'll|you're|you've|your)\b",
    "theirs": r"\b(?:they|they'll|he|she|the (?:hospital|crew|nurse|paramedics?|ambos?|surgeons?"
              r"|doctors?|chemist|specialist)|some (?:people|doctors)|other doctors|a mate"
              r"|people)\b",
    "reported": r"\b(?:said|told|was|were|had|used to|already|last (?:time|year|week)|you mentioned"
                r"|been)\b",
    "ought": r"\b(?:need to|have to|must|should|got to|has to|ought|make sure|please|important)\b",
    "intends": r"\b(?:going to|gonna|will|i'll|we'll|i'm \w+ing|we're \w+ing|i want you)\b",
    "allows": r"\b(?:fine|safe|okay|ok|all right|alright|no harm|harmless|can|you're free"
              r"|go ahead)\b",
    "warns": r"\b(?:danger\w*|risk\w*|harm\w*|worse|unsafe|bad idea|careful|careless"
             r"|problem)\b",
}  # fmt: skip
_PAST = re.compile(
    r"\b(?:said|says|told|thought|did|had|was|were|would|yesterday)\b", re.IGNORECASE
)
_PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _FACTS.items()}


def statement_features(text: str) -> Counted:
    """The features of a statement, with its stance."""
    return features(text, _marks(text))


def _marks(text: str) -> Iterator[str]:
    found = [name for name, pattern in _PATTERNS.items() if pattern.search(text)]
    yield from found
    denied = list(_denied(text))
    if denied:
        yield "negated"
    for word in denied:
        yield f"not {word}"


def _denied(text: str) -> Iterator[str]:
    """The words within reach of a negation, up to the next clause."""
    for clause in re.split(r"[,;:.!?–—]", text):
        left = 0
        for word in tokens(clause):
            if word in _NEGATES:
                left = _REACH
            elif word in _ENDS:
                left = 0
            elif left:
                left -= 1
                yield word


def is_guarded(text: str) -> bool:
    """Whether a sentence depends on something, or only tells: its clauses mean nothing alone."""
    return any(_PATTERNS[fact].search(text) for fact in ("condition", "maybe", "choice")) or bool(
        re.search(r"\b(?:would|said|told|asked)\b", text, re.IGNORECASE)
    )


def stance(text: str) -> Stance:
    """How a sentence stands to what it speaks of: it denies, tells of others, depends, or none."""
    if not _DENIES.isdisjoint(tokens(text)):
        return "denies"
    if _PAST.search(text) or any(_PATTERNS[fact].search(text) for fact in ("maybe", "theirs")):
        return "reports"
    if any(_PATTERNS[fact].search(text) for fact in ("condition", "choice", "warns")):
        return "depends"
    return "plain"
