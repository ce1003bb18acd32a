"""The words a prescription is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass

STAT = "Stat dose"
SINGLE_DOSE = "Single dose"

FREQUENCIES = (
    STAT,
    "Once only",
    "Once daily",
    "Twice daily",
    "Three times daily",
    "Four times daily",
    "Every 4 hours",
    "Every 6 hours",
    "Every 8 hours",
    "Every 12 hours",
    "In the morning",
    "At night",
    "Every 5 minutes if needed",
    "When required",
)

DURATIONS = (
    "As directed",
    SINGLE_DOSE,
    "3 days",
    "5 days",
    "7 days",
    "10 days",
    "14 days",
    "1 month",
    "3 months",
    "Ongoing",
)


DAYS = {SINGLE_DOSE: 1, "1 month": 30, "3 months": 90, "Ongoing": 10_000} | {
    name: int(name.split()[0]) for name in DURATIONS if name.endswith(" days")
}
"""Days that each duration lasts. "As directed" says nothing, and "Ongoing" passes any limit."""

REVIEWS = {
    "Today": 0,
    "Tomorrow": 1,
    "In 2 days": 2,
    "In 3 days": 3,
    "In 1 week": 7,
    "In 2 weeks": 14,
    "In 4 weeks": 28,
    "In 3 months": 90,
}
"""When a patient can be booked to come back, in days."""

ROUTES = (
    "by mouth", "under the tongue", "intravenous", "intramuscular", "subcutaneous", "inhaled",
    "intranasal", "on the skin", "in the eye", "in the ear", "rectal", "vaginal",
)  # fmt: skip

_AMOUNT = re.compile(
    r"(\d+(?:[.,]\d+)?)\s*(micrograms?|mcg|µg|ug|milligrams?|mg|grams?|g|mls?|units?|iu)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\b(\d+|half|one|two|three|four)\b", re.IGNORECASE)
_NUMBERS = {"half": 0.5, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0}
_MG = {"m": 0.001, "u": 0.001, "µ": 0.001, "g": 1000.0}
"""Milligrams in a unit by how it begins: micrograms, mcg, ug and µg; grams."""


@dataclass(frozen=True, slots=True)
class Dose:
    """An amount of a medicine; `unit` is mg, mL or units."""

    amount: float
    unit: str


def read_dose(words: str, product: str = "") -> Dose | None:
    """The dose that a prescription's words say; None where they name no amount.

    Args:
        words: What the doctor wrote: "300 mg", "1 g (2 tablets)", "one tablet".
        product: Name of the product with its strength, for doses counted in tablets.
    """
    if found := _AMOUNT.search(words):
        return _dose(found)
    count, strength = _COUNT.search(words), _AMOUNT.search(product)
    if count is None or strength is None:
        return None
    one = _dose(strength)
    word = count[1].lower()
    return Dose((_NUMBERS.get(word) or float(word)) * one.amount, one.unit)


def _dose(found: re.Match[str]) -> Dose:
    amount, unit = float(found[1].replace(",", ".")), found[2].lower()
    if unit.startswith(("ml", "unit", "iu")):
        return Dose(amount, "mL" if unit.startswith("ml") else "units")
    if unit.startswith(("mg", "milli")):
        return Dose(amount, "mg")
    return Dose(amount * _MG[unit[0]], "mg")


def given_now(frequency: str) -> bool:
    """A stat dose is given in the clinic; every other frequency is a script."""
    return frequency == STAT
