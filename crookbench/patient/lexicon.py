"""What a text is about: its words and phrases as terms, one term for all that mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from crookbench.patient.data import word_list
from crookbench.patient.words import stem, words

Terms: TypeAlias = frozenset[str]

_LARGEST_GAP = 2
"""How many filler words may stand between two words of a phrase."""

SPECIAL_SHARE = 0.7
"""How much of its weight a general term ("painkillers") earns where a special one is wanted."""
GENERAL_SHARE = 0.45
"""How much of its weight a special term ("aspirin") earns where a general one is wanted."""


@dataclass(frozen=True, slots=True)
class Found:
    """A term, and the span of words that it was read from."""

    term: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Phrase:
    stems: tuple[str, ...]
    terms: tuple[str, ...]


@cache
def _filler() -> frozenset[str]:
    return frozenset(word_list("lexicon")["filler"].split())


@cache
def _phrases() -> dict[str, tuple[_Phrase, ...]]:
    """Every phrase by its first word, longest first; one in several groups has several terms."""
    meanings: dict[tuple[str, ...], list[str]] = {}
    for group in word_list("lexicon")["groups"]:
        for phrase in group:
            stems = tuple(map(stem, words(phrase)))
            named = meanings.setdefault(stems, [])
            if group[0] not in named:
                named.append(group[0])
    by_first: dict[str, list[_Phrase]] = {}
    for stems, named in meanings.items():
        by_first.setdefault(stems[0], []).append(_Phrase(stems, tuple(named)))
    return {
        first: tuple(sorted(phrases, key=lambda phrase: -len(phrase.stems)))
        for first, phrases in by_first.items()
    }


@cache
def _kinds(general: str) -> Terms:
    return frozenset(word_list("lexicon")["broader"].get(general, ()))


def is_known(term: str) -> bool:
    """Whether a term is one of the lexicon's: surely a subject, not a turn of phrase."""
    return term in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(group[0] for group in word_list("lexicon")["groups"])


@cache
def _times() -> Terms:
    return frozenset(word_list("lexicon")["times"])


def at_other_times(said: Terms, wanted: Terms) -> bool:
    """Whether both say when, and not the same ("in two weeks" for "in two days")."""
    said_when, wanted_when = said & _times(), wanted & _times()
    return bool(said_when and wanted_when) and said_when.isdisjoint(wanted_when)


def denials(terms: Terms) -> Terms:
    """What denied terms amount to: who is told not to eat is told to take nothing by mouth."""
    amounts: dict[str, str] = word_list("lexicon")["denials"]
    return frozenset(meant for term, meant in amounts.items() if f"not {term}" in terms)


def read(said: tuple[str, ...]) -> tuple[Found, ...]:
    """The terms of a text's words in order: phrases of the lexicon, and other content words."""
    stems = tuple(map(stem, said))
    found: list[Found] = []
    at = 0
    while at < len(said):
        phrase, end = _longest(said, stems, at)
        if phrase:
            found += [Found(term, at, end) for term in phrase.terms]
        elif said[at] not in _filler():
            found.append(Found(stems[at], at, end))
        at = end
    return tuple(found)


@cache
def terms(text: str) -> Terms:
    """What a text is about."""
    return frozenset(found.term for found in read(words(text)))


def _longest(said: tuple[str, ...], stems: tuple[str, ...], at: int) -> tuple[_Phrase | None, int]:
    """The longest phrase that starts at a word, and where the words go on after it."""
    for phrase in _phrases().get(stems[at], ()):
        if len(phrase.stems) == 1 and said[at] in _filler():
            continue
        end = _end_of(phrase, said, stems, at)
        if end is not None:
            return phrase, end
    return None, at + 1


def _end_of(phrase: _Phrase, said: tuple[str, ...], stems: tuple[str, ...], at: int) -> int | None:
    end = at + 1
    for wanted in phrase.stems[1:]:
        gap = 0
        while end < len(said) and stems[end] != wanted:
            if gap == _LARGEST_GAP or said[end] not in _filler():
                return None
            gap, end = gap + 1, end + 1
        if end == len(said):
            return None
        end += 1
    return end


@cache
def kin(term: str) -> Terms:
    """The term with all that `share` finds akin to it."""
    general = {name for name, kinds in word_list("lexicon")["broader"].items() if term in kinds}
    return frozenset({term} | _kinds(term) | general)


def share(term: str, others: Terms) -> float:
    """How much of a term is among others: all, a part for a kinship in kind, or nothing."""
    if term in others:
        return 1.0
    if not _kinds(term).isdisjoint(others):
        return SPECIAL_SHARE
    return GENERAL_SHARE if any(term in _kinds(other) for other in others) else 0.0
