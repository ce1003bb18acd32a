"""The telling words of a text, each brought to one form whatever its ending."""

from __future__ import annotations

import re
from functools import cache

from crookbench.patient.features import tokens

_SHORTEST_STEM = 3
_PLAIN = frozenset([
    "a", "about", "again", "all", "also", "am", "an", "and", "any", "are", "around", "as", "at",
    "be", "been", "being", "but", "by", "can", "could", "did", "do", "does", "else", "ever",
    "for", "from", "get", "gets", "getting", "got", "had", "has", "have", "he", "her", "him",
    "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "ive", "lately", "like",
    "me", "more", "much", "my", "no", "not", "of", "off", "on", "or", "our", "out", "over",
    "really", "she", "since", "so", "some", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "to", "too", "up", "us", "very", "was", "we",
    "were", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you",
    "your", "yours", "youve", "im", "ill", "id", "dont",
])  # fmt: skip
"""Words that tell no subject."""


def terms(text: str) -> frozenset[str]:
    """The words of a text that tell its subject."""
    return frozenset(stem(word) for word in tokens(text) if word not in _PLAIN and word != "?")


@cache
def stem(word: str) -> str:
    """One form for "cough", "coughs", "coughing" and "coughed"."""
    base = _without_ending(word)
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
