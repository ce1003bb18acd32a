"""Medical words that a patient does not understand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from crookbench.patient.data import word_list
from crookbench.patient.words import terms


@dataclass(frozen=True, slots=True)
class Term:
    """A medical word with its plain wording; longer ones are looked for first."""

    pattern: re.Pattern[str]
    lay: str


def _is_abbreviation(word: str) -> bool:
    return sum(map(str.isupper, word)) > 1


@cache
def _vocabulary() -> tuple[Term, ...]:
    listed = []
    for entry in word_list("jargon")["terms"]:
        for word in (entry["term"], *entry.get("also", ())):
            flags = re.NOFLAG if _is_abbreviation(word) else re.IGNORECASE
            listed.append(Term(re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", flags), entry["lay"]))
    return tuple(sorted(listed, key=lambda term: -len(term.pattern.pattern)))


def jargon(text: str) -> tuple[str, ...]:
    """The medical words of a text, as said there; one that the text itself explains is none."""
    found: dict[int, str] = {}
    rest = text
    for term in _vocabulary():
        for match in term.pattern.finditer(rest):
            if not _explained(term, text):
                found[match.start()] = match.group()
            rest = rest[: match.start()] + ";" * len(match.group()) + rest[match.end() :]
    return tuple(dict.fromkeys(word for _, word in sorted(found.items())))


def _explained(term: Term, text: str) -> bool:
    """Whether the plain wording stands beside the term ("dyspnoea, that is, breathlessness")."""
    lay = terms(term.lay)
    return bool(lay) and lay <= terms(term.pattern.sub(";", text))
