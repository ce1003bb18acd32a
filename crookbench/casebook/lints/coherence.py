"""Where a case contradicts itself, or is not finished."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding
from crookbench.game.management import TIERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.casebook.lints.finding import Lint
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue

BLANKS = ("...", "…")
"""What stands for a text that is still to be written."""


def misplaced_diagnoses(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """Working diagnoses that are not acceptable, and the key among the differentials."""
    truth = case.ground_truth
    for place, word in enumerate(truth.working_diagnoses):
        if word not in truth.acceptable_diagnoses:
            message = f"{word!r} is not among acceptable_diagnoses; add it there too"
            yield Finding(f"ground_truth.working_diagnoses.{place}", message)
    for place, word in enumerate(truth.differentials):
        if word == truth.diagnosis:
            message = f"{word!r} is the diagnosis itself; a differential is another one"
            yield Finding(f"ground_truth.differentials.{place}", message)


def abnormal_parts_unwritten(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    for exam_id, written in case.examination.items():
        for place, part in enumerate(
            () if isinstance(written.abnormal, bool) else written.abnormal
        ):
            if part not in written.parts:
                has = ", ".join(written.parts) or "nothing"
                message = f"expected a part that is written ({has}), saw {part!r}"
                yield Finding(f"examination.{exam_id}.abnormal.{place}", message)


def points_for_tests_already_done(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    for test_id, written in case.investigations.items():
        if written.on_arrival and written.necessity in ("essential", "useful"):
            message = (
                f"a test that is on_arrival is known already, so it cannot be {written.necessity}; "
                "make it acceptable, or leave on_arrival out"
            )
            yield Finding(f"investigations.{test_id}.necessity", message)


def empty_texts(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """Texts with nothing in them that a doctor or a reader is shown."""
    texts: dict[str, str] = {}
    for place, item in enumerate(case.history):
        texts[f"history.{place}.topic"] = item.topic
        texts[f"history.{place}.answer"] = item.answer
    for test_id, written in case.investigations.items():
        texts[f"investigations.{test_id}.result"] = written.result
    for tier in TIERS:
        for place, entry in enumerate(getattr(case.management, tier)):
            texts[f"management.{tier}.{place}.text"] = entry.text
    for name, story in case.consequences:
        texts[f"consequences.{name}"] = story
    for key, text in texts.items():
        if not text.strip():
            yield Finding(key, "expected a text, saw an empty one; write it")


def questions_asked_twice(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """The same question under two items: the patient could answer only one of them."""
    first: dict[str, str] = {}
    for place, item in enumerate(case.history):
        for number, line in enumerate(item.asked_as):
            plain = " ".join(re.findall(r"\w+", line.lower()))
            owner = first.setdefault(plain, item.id)
            if plain and owner != item.id:
                message = f"{line!r} is asked for {owner!r} too; keep it under one of them"
                yield Finding(f"history.{place}.asked_as.{number}", message)


def hidden_facts_denied(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """Allergies and medicines that are not on the record and that no history item tells of.

    Asked about them, the patient gives the stock answer: nothing besides what is on the file.
    """
    covered = {topic for item in case.history for topic in item.covers}
    truth = case.ground_truth
    hidden = {
        "allergies": (truth.allergies, "other_allergies"),
        "taking": (truth.taking, "other_regular_medicines"),
    }
    for name, (facts, topic) in hidden.items():
        if facts and topic not in covered:
            message = (
                f"asked about this, the patient would deny {facts[0]!r}, since no history item "
                f"covers `{topic}`; add that to the item which tells of it, or write one"
            )
            yield Finding(f"ground_truth.{name}", message)


LINTS: tuple[Lint, ...] = (
    misplaced_diagnoses,
    abnormal_parts_unwritten,
    points_for_tests_already_done,
    empty_texts,
    questions_asked_twice,
    hidden_facts_denied,
)


def unwritten(node: object, key: str = "") -> Iterator[Finding]:
    """A finding for each text below a value that is still to be written, in the file's order."""
    match node:
        case str() if node.strip() in BLANKS:
            yield Finding(key, "still to be written; replace the `...`")
        case dict():
            for name, value in node.items():
                yield from unwritten(value, f"{key}.{name}" if key else str(name))
        case list() | tuple():
            for place, value in enumerate(node):
                yield from unwritten(value, f"{key}.{place}")
