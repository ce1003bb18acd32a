"""Finds plan items that nobody can earn, and harms whose story does not fit what happened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.casebook.lint_finding import Finding
from crookbench.casebook.lint_references import unknown_word
from crookbench.game.prescription import STAT
from crookbench.game.safety import broken_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case, ExamFinding, ManagementItem, TestResult, Trigger
    from crookbench.game.catalogue import Catalogue


def plan_faults(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Every fault of the plan."""
    for key, item in _items(case):
        tier = key.split(".")[1]
        if item.required and tier != "ideal":
            message = f"only an ideal item can be required, and this one is {tier}; delete the key"
            yield Finding(f"{key}.required", message)
        if item.judged and not item.said_as and tier != "not_indicated":
            message = (
                "this item is earned by what is said; add `said_as` with sentences that earn it"
            )
            yield Finding(key, message)
        if tier in ("ideal", "acceptable"):
            yield from _unsafe(key, item, case, catalogue)
        if tier == "not_indicated" and not item.when:
            ingredient = item.text.lower()
            known = catalogue.ingredients
            yield from unknown_word(f"{key}.text", ingredient, "ingredient", known)
        for number, trigger in enumerate(item.when):
            yield from _never_fires(f"{key}.when.{number}", trigger)
    yield from _missing_asides(case)


def _items(case: Case) -> Iterator[tuple[str, ManagementItem]]:
    for item_id, item in case.management.items.items():
        tier, _, place = item_id.rpartition("_")
        yield f"management.{tier}.{place}", item


def _never_fires(key: str, trigger: Trigger) -> Iterator[Finding]:
    """A stat dose is given in the clinic and all else is a script, so some pairs cannot be."""
    if not trigger.frequency:
        return
    if trigger.give and STAT not in trigger.frequency:
        message = f"`give` is always a {STAT!r}; use `prescribe`, or leave the frequency out"
        yield Finding(f"{key}.frequency", message)
    if trigger.prescribe and set(trigger.frequency) == {STAT}:
        message = f"`prescribe` is never a {STAT!r}; use `give`, or another frequency"
        yield Finding(f"{key}.frequency", message)


def _unsafe(key: str, item: ManagementItem, case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Good medicines that break a safety rule for this patient: they would earn nothing."""
    medicines = {medicine.ingredient: medicine for medicine in catalogue.formulary}
    for number, trigger in enumerate(item.when):
        for word in dict.fromkeys((*trigger.ingredients, *trigger.with_)):
            if word not in medicines:
                continue
            for rule in broken_rules(case, catalogue, medicines[word]):
                message = f"{word!r} breaks the safety rule {rule.id!r} for this patient"
                yield Finding(f"{key}.when.{number}", f"{message}; choose another medicine")


SENT_AWAY = re.compile(
    r"\b(?:(?:went|sent|goes|go|driven|drove|back|returned|stayed|at) home|home to|"
    r"sent (?:her |him |them )?away|went away|discharged|days later|waiting|"
    r"(?:she|he|they|who) left|left (?:the (?:clinic|surgery|practice|room)|without|with the))\b",
    re.IGNORECASE,
)
"""Words of a story in which the patient is no longer with the doctor."""


def _missing_asides(case: Case) -> Iterator[Finding]:
    """Harms that cannot be told where the care that a case requires was given all the same.

    Where an ideal item is required, a doctor can do a harm and the required care both. The story
    then tells the harm's `aside`. Without one it tells the harm's own consequence, and if that
    sends the patient away, the patient is at home and cared for at once.
    """
    if not any(item.required for item in case.management.ideal):
        return
    for key, harm in _harms(case):
        away = SENT_AWAY.search(harm.consequence or "")
        if away and not (harm.aside or "").strip():
            message = (
                f"this harm's story sends the patient away ({away.group()!r}), and an ideal item "
                "is required; add an `aside`, to be told where that care was given all the same"
            )
            yield Finding(f"{key}.consequence", message)


def _harms(case: Case) -> Iterator[tuple[str, ExamFinding | TestResult | ManagementItem]]:
    """Everything harmful: examinations, tests, plan items."""
    for exam_id, found in case.examination.items():
        if found.necessity == "harmful":
            yield f"examination.{exam_id}", found
    for test_id, result in case.investigations.items():
        if result.necessity == "harmful":
            yield f"investigations.{test_id}", result
    for place, item in enumerate(case.management.harmful):
        yield f"management.harmful.{place}", item
