"""Reads off a finding which physical signs it affirms and which it denies.

The list is short and fixed, and only plain wording counts: a lint that cries wolf is not read.
"""

from __future__ import annotations

import re

NOUNS = {
    "tenderness": "tenderness",
    "swelling": "swelling",
    "redness": "redness|erythema",
    "warmth": "warmth",
    "bruising": "bruis(?:e|es|ing)",
    "wasting": "wasting",
    "a rash": "rash|vesicles",
    "a lump or mass": "lumps?|mass(?:es)?",
    "guarding": "guarding",
    "deformity": "deformity",
    "an effusion": "effusion",
    "crackles": "crackles|crepitations",
    "a wheeze": "wheez(?:e|es|ing)",
    "a murmur": "murmurs?",
    "a rub": "rub",
    "a bruit": "bruits?",
    "a discharge": "discharge",
    "an ulcer": "ulcers?",
    "enlarged nodes": "(?:enlarged|swollen|palpable) (?:lymph )?nodes?",
    "jaundice": "jaundice",
    "dullness": "dullness",
    "distension": "distension",
    "nystagmus": "nystagmus",
    "tremor": "tremor",
}
"""Each sign with the nouns that name it, as a pattern."""

ADJECTIVES = {
    "tenderness": "tender",
    "swelling": "swollen",
    "redness": "red",
    "warmth": "hot",
    "bruising": "bruised",
    "wasting": "wasted",
    "dullness": "dull",
    "distension": "distended",
    "jaundice": "jaundiced",
}
"""The adjectives of those signs that have one."""

_NO_NOUN = re.compile(r"\b(?:no|without|nil)\b([^.;:]*)", re.IGNORECASE)
_NOT_ADJECTIVE = re.compile(r"\b(?:not|non)\b[ -]([^.;:,]*)", re.IGNORECASE)
_ANY_DENIAL = re.compile(
    r"\b(?:no|without|nil|not|non|never|neither|nor|free of)\b.*?(?=\b(?:but|except)\b|[.;:]|$)",
    re.IGNORECASE | re.DOTALL,
)


def denied(text: str) -> frozenset[str]:
    """Signs that a finding says are not there: "no swelling or rash", "not tender"."""
    nouns = " ".join(_NO_NOUN.findall(text))
    adjectives = " ".join(_NOT_ADJECTIVE.findall(text))
    return _named(NOUNS, nouns) | _named(ADJECTIVES, adjectives)


def asserted(text: str) -> frozenset[str]:
    """Signs that a finding says are there; whatever follows a denial in a sentence is left out."""
    affirmed = _ANY_DENIAL.sub(" ", text)
    return _named(NOUNS, affirmed) | _named(ADJECTIVES, affirmed)


def _named(signs: dict[str, str], text: str) -> frozenset[str]:
    return frozenset(
        sign for sign, pattern in signs.items()
        if re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    )  # fmt: skip
