"""Finds every id of a case that stands for nothing, or for two things: it could not be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lint_finding import Finding
from crookbench.game.case import Trigger
from crookbench.game.decoys import DECOYS
from crookbench.game.nearest import did_you_mean
from crookbench.game.prescription import DURATIONS, FREQUENCIES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue

MOST_LISTED = 20
"""Known words that a message lists; of more it gives the number."""


def broken_references(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """One finding for each word that names nothing, with the nearest that does, or two things."""
    yield from _diagnoses(case, catalogue)
    yield from unknown("ground_truth.taking", case.ground_truth.taking, "ingredient",
                       catalogue.ingredients)  # fmt: skip
    yield from _history(case)
    yield from _examinations(case, catalogue)
    for test_id in case.investigations:
        key = f"investigations.{test_id}"
        yield from unknown_word(key, test_id, "test", catalogue.investigation)
    yield from _plan(case, catalogue)
    yield from _trap(case, catalogue)


def unknown(key: str, words: Iterable[str], what: str, known: Collection[str]) -> Iterator[Finding]:
    """A finding for each word of a list that is not among the known ones."""
    for place, word in enumerate(words):
        yield from unknown_word(f"{key}.{place}", word, what, known)


def unknown_word(key: str, word: str, what: str, known: Collection[str]) -> Iterator[Finding]:
    if word not in known:
        advice = did_you_mean(word, known, _choice(known))
        yield Finding(key, f"unknown {what} {word!r}; {advice}")


def _choice(known: Collection[str]) -> str:
    if len(known) > MOST_LISTED:
        return f"choose one of the catalogue's {len(known)}"
    words = sorted(known) if isinstance(known, frozenset) else known
    return f"choose one of: {', '.join(words)}"


def _history(case: Case) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for place, item in enumerate(case.history):
        key = f"history.{place}.id"
        if first.setdefault(item.id, place) != place:
            message = f"the id {item.id!r} stands twice, first at history.{first[item.id]}"
            yield Finding(key, f"{message}; give each item an id of its own")
        if item.id in DECOYS:
            yield Finding(key, f"{item.id!r} is the id of a generic topic; choose another")
        yield from unknown(f"history.{place}.covers", item.covers, "generic topic", DECOYS)


def _diagnoses(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    truth, known = case.ground_truth, catalogue.diagnosis
    yield from unknown_word("ground_truth.diagnosis", truth.diagnosis, "diagnosis", known)
    for name in (
        "acceptable_diagnoses", "working_diagnoses", "differentials", "sinister_diagnoses",
    ):  # fmt: skip
        yield from unknown(f"ground_truth.{name}", getattr(truth, name), "diagnosis", known)


def _examinations(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    for exam_id, written in case.examination.items():
        key = f"examination.{exam_id}"
        entry = catalogue.examination.get(exam_id)
        if entry is None:
            yield from unknown_word(key, exam_id, "examination", catalogue.examination)
            continue
        for place in written.at:
            if place not in entry.subregions:
                advice = did_you_mean(
                    place, entry.subregions, f"it has: {', '.join(entry.subregions) or 'none'}"
                )
                message = f"{entry.name!r} is not done at {place!r}; {advice}"
                yield Finding(f"{key}.at.{place}", message)


def _plan(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    for item_id, item in case.management.items.items():
        tier, _, place = item_id.rpartition("_")
        key = f"management.{tier}.{place}"
        for number, trigger in enumerate(item.when):
            yield from _trigger(f"{key}.when.{number}", trigger, catalogue)


def _trap(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    if case.trap is None:
        return
    if isinstance(case.trap.test, Trigger):
        yield from _trigger("trap.test", case.trap.test, catalogue)
    else:
        words = case.trap.test.diagnoses
        yield from unknown("trap.test.diagnoses", words, "diagnosis", catalogue.diagnosis)


def _trigger(key: str, trigger: Trigger, catalogue: Catalogue) -> Iterator[Finding]:
    yield from unknown(f"{key}.refer", trigger.refer, "referral", catalogue.referral)
    yield from unknown(f"{key}.order", trigger.order, "test", catalogue.investigation)
    medicines = {"give": trigger.give, "prescribe": trigger.prescribe,
                 "medicate": trigger.medicate, "with": trigger.with_}  # fmt: skip
    for name, words in medicines.items():
        yield from unknown(f"{key}.{name}", words, "ingredient", catalogue.ingredients)
    yield from unknown(f"{key}.frequency", trigger.frequency, "frequency", FREQUENCIES)
    yield from unknown(f"{key}.duration", trigger.duration, "duration", DURATIONS)
