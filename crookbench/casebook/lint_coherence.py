"""Finds where a case contradicts itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.casebook.lint_finding import Finding
from crookbench.game.case import TIERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case


def incoherences(case: Case) -> Iterator[Finding]:
    """Every contradiction within diagnoses, findings and results."""
    yield from _diagnoses(case)
    yield from _abnormal_parts(case)
    yield from _tests(case)
    yield from _empty_texts(case)
    yield from _asked_twice(case)


def _diagnoses(case: Case) -> Iterator[Finding]:
    truth = case.ground_truth
    for place, word in enumerate(truth.working_diagnoses):
        if word not in truth.acceptable_diagnoses:
            message = f"{word!r} is not among acceptable_diagnoses; add it there too"
            yield Finding(f"ground_truth.working_diagnoses.{place}", message)
    for place, word in enumerate(truth.differentials):
        if word == truth.diagnosis:
            message = f"{word!r} is the diagnosis itself; a differential is another one"
            yield Finding(f"ground_truth.differentials.{place}", message)


def _abnormal_parts(case: Case) -> Iterator[Finding]:
    for exam_id, written in case.examination.items():
        if isinstance(written.abnormal, bool):
            continue
        for place, part in enumerate(written.abnormal):
            if part not in written.parts:
                has = ", ".join(written.parts) or "nothing"
                message = f"expected a part that is written ({has}), saw {part!r}"
                yield Finding(f"examination.{exam_id}.abnormal.{place}", message)


def _tests(case: Case) -> Iterator[Finding]:
    for test_id, written in case.investigations.items():
        if written.on_arrival and written.necessity in ("essential", "useful"):
            message = (
                f"a test that is on_arrival is known already, so it cannot be {written.necessity}; "
                "make it acceptable, or leave on_arrival out"
            )
            yield Finding(f"investigations.{test_id}.necessity", message)


def _empty_texts(case: Case) -> Iterator[Finding]:
    for key, text in _texts(case):
        if not text.strip():
            yield Finding(key, "expected a text, saw an empty one; write it")


def _texts(case: Case) -> Iterator[tuple[str, str]]:
    """Every text that a doctor or a reader is shown, with its key path."""
    for place, item in enumerate(case.history):
        yield f"history.{place}.topic", item.topic
        yield f"history.{place}.answer", item.answer
    for test_id, written in case.investigations.items():
        yield f"investigations.{test_id}.result", written.result
    for tier in TIERS:
        for place, entry in enumerate(getattr(case.management, tier)):
            yield f"management.{tier}.{place}.text", entry.text
    for name in type(case.consequences).model_fields:
        yield f"consequences.{name}", getattr(case.consequences, name)


def _asked_twice(case: Case) -> Iterator[Finding]:
    """The same question under two items: the patient could answer only one of them."""
    first: dict[str, str] = {}
    for place, item in enumerate(case.history):
        for number, line in enumerate(item.asked_as):
            plain = " ".join(re.findall(r"\w+", line.lower()))
            owner = first.setdefault(plain, item.id)
            if plain and owner != item.id:
                message = f"{line!r} is asked for {owner!r} too; keep it under one of them"
                yield Finding(f"history.{place}.asked_as.{number}", message)
