"""Medicines that must not be given to this patient, whatever they are given for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Medicine, SafetyTrigger


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that a medicine breaks for this patient."""

    id: str
    label: str
    consequence: str


def broken_rules(case: Case, catalogue: Catalogue, medicine: Medicine) -> tuple[BrokenRule, ...]:
    """Every safety rule the medicine breaks for the case's patient.

    Where no allergy rule covers it, an allergy that names the medicine (a component of it, as a
    whole word) is a rule of its own.
    """
    broken = [
        rule for rule in catalogue.safety
        if medicine.ingredient.lower() in map(str.lower, rule.drugs)
        and concerns(case, rule.trigger)
    ]  # fmt: skip
    found = tuple(
        BrokenRule(rule.id, rule.label, rule.consequence.replace("{name}", case.patient.name))
        for rule in broken
    )
    if any(rule.trigger.allergy for rule in broken):
        return found
    return found + _named_allergy(case, medicine)


def concerns(case: Case, trigger: SafetyTrigger) -> bool:
    """Whether a rule is about this patient.

    A condition is sought as a part of a word: "anti-inflammator" finds "Anti-inflammatories".
    """
    if trigger.age_under is not None:
        return case.patient.age < trigger.age_under
    if trigger.taking:
        hidden = {word.lower() for word in case.ground_truth.taking}
        return not hidden.isdisjoint(map(str.lower, trigger.taking)) or _any_word(
            trigger.taking, case.record.medications
        )
    if trigger.allergy:
        return _any_word(trigger.allergy, allergies(case))
    known = " ".join(_affirmed(case.record.conditions)).lower()
    return any(word.lower() in known for word in trigger.condition or ())


def allergies(case: Case) -> tuple[str, ...]:
    """Every allergy, on the record or hidden."""
    return (*case.record.allergies, *case.ground_truth.allergies)


def _named_allergy(case: Case, medicine: Medicine) -> tuple[BrokenRule, ...]:
    for component in medicine.components:
        if _any_word((component,), allergies(case)):
            return (
                BrokenRule(
                    id=f"allergy_to_{component.replace(' ', '_')}",
                    label=f"{medicine.name} for a patient allergic to {component}",
                    consequence=f"An allergic reaction to {component} followed.",
                ),
            )
    return ()


NEGATED = re.compile(
    r"\b(?:no|nil|not|never|denies|without|family history|fhx)\b[^.;,]*", re.IGNORECASE
)
"""What a record denies, or says of the family: it is not true of the patient."""


def _affirmed(texts: Iterable[str]) -> list[str]:
    return [NEGATED.sub("", text) for text in texts]


def _any_word(wanted: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether any of the words stands whole in any of the texts, and is not denied there."""
    affirmed = _affirmed(texts)
    return any(
        re.search(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE)
        for word in wanted
        for text in affirmed
    )
