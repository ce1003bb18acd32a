"""Words of a text, each brought to one form whatever its ending."""

from __future__ import annotations

import re
from functools import cache

from crookbench.patient.data import word_list

_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_SHORT_FORMS = (
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'(?:re|ve|ll|d|m|s)\b"), ""),
)
_SHORTEST_STEM = 3


def words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, short forms written out ("haven't": have, not)."""
    plain = text.lower().replace("’", "'")
    for short, full in _SHORT_FORMS:
        plain = short.sub(full, plain)
    return tuple(_WORD.findall(plain))


@cache
def stem(word: str) -> str:
    """One form for "cough", "coughs", "coughing" and "coughed"."""
    irregular: dict[str, str] = word_list("lexicon")["irregular"]
    base = irregular.get(word) or _without_ending(word)
    return base[:-1] if base.endswith("e") and len(base) > _SHORTEST_STEM else base


def _without_ending(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORTEST_STEM + 1:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SHORTEST_STEM:
        return word[:-1]
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= _SHORTEST_STEM and re.search(r"[aeiouy]", base):
            return base[:-1] if re.search(r"([bdgmnprt])\1$", base) else base
    return word
