"""Finds answers in which the patient says what a patient would not, or tells too much unasked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding
from crookbench.patient.jargon import jargon
from crookbench.patient.words import terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case, HistoryItem
    from crookbench.game.catalogue import Catalogue


def answer_faults(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Doctor's words, the diagnosis by name, and red flags in what is told unasked."""
    yield from _doctors_words(case)
    yield from _diagnosis_named(case, catalogue)
    yield from _red_flags_told(case)


def _doctors_words(case: Case) -> Iterator[Finding]:
    lines = {f"history.{place}.answer": item.answer for place, item in enumerate(case.history)}
    for key, text in (lines | {"leaving_line": case.leaving_line}).items():
        if said := jargon(text):
            named = " and ".join(map(repr, said))
            yield Finding(key, f"a patient does not say {named}; put it in plain words")


def _diagnosis_named(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """The key diagnosis, or another name of it, where the item itself does not ask about it."""
    entry = catalogue.diagnosis.get(case.ground_truth.diagnosis)
    names = (entry.name, *entry.aliases) if entry else ()
    for place, item in enumerate(case.history):
        asked = " ".join((item.topic, *item.asked_as))
        for name in names:
            if _stands_in(name, item.answer) and not _stands_in(name, asked):
                message = (
                    f"the answer gives the diagnosis away: {name!r} is a name of "
                    f"{case.ground_truth.diagnosis!r}; word it without"
                )
                yield Finding(f"history.{place}.answer", message)
                break


def _stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a text as whole words; an abbreviation only in its capitals."""
    flags = re.NOFLAG if name.isupper() else re.IGNORECASE
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, flags))


def _red_flags_told(case: Case) -> Iterator[Finding]:
    """Red flags whose subject stands in what the patient tells unasked."""
    for place, item in enumerate(case.history):
        for sentence in re.split(r"(?<=[.!?;])\s+", item.answer) if item.volunteered else ():
            said = terms(sentence)
            for flag in case.red_flags:
                if any(subject <= said for subject in _subjects(flag, case)):
                    message = (
                        f"told unasked, {sentence!r} gives away the red flag {flag.id!r}; "
                        "leave it out, so that the doctor has to ask"
                    )
                    yield Finding(f"history.{place}.answer", message)


def _subjects(flag: HistoryItem, case: Case) -> list[frozenset[str]]:
    """What a red flag is about, part by part, where no other item is about it too."""
    others = frozenset[str]().union(*(_named(each) for each in case.history if each.id != flag.id))
    named = re.split(r"[,;/]|\b(?:and|or)\b", flag.topic)
    parts = map(terms, (*named, flag.id.replace("_", " "), *flag.asked_as))
    return [part for part in parts if part - others and part <= _named(flag) | part - others]


def _named(item: HistoryItem) -> frozenset[str]:
    """What an item's topic and id are about; of one told unasked also its questions."""
    questions = item.asked_as if item.volunteered else ()
    return terms(" ; ".join((item.topic, item.id.replace("_", " "), *questions)))
