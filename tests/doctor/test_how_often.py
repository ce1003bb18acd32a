"""Frequencies, durations and doses as prescribers write them."""

from __future__ import annotations

import pytest

from crookbench.doctor.terminal.how_often import duration, frequency, is_amount

FREQUENCIES = {
    "four times a day": "Four times daily", "4 times daily": "Four times daily",
    "3x daily": "Three times daily", "three times per day": "Three times daily",
    "twice a day": "Twice daily", "once a day": "Once daily", "daily": "Once daily",
    "6 hourly": "Every 6 hours", "6-hourly": "Every 6 hours", "every six hours": "Every 6 hours",
    "q8h": "Every 8 hours", "every 4 hrs": "Every 4 hours", "b.d.": "Twice daily",
    "qid prn": "When required", "6 hourly as needed": "When required",
    "every 5 minutes if needed": "Every 5 minutes if needed", "at bedtime": "At night",
    "every morning": "In the morning", "now": "Stat dose", "one dose": "Once only",
    "every 7 hours": None, "bd and 6 hourly": None, "hourly": None, "often": None,
    "5 times a day": None,
}  # fmt: skip
DURATIONS = {
    "a week": "7 days", "for 1 week": "7 days", "one week": "7 days", "two weeks": "14 days",
    "a fortnight": "14 days", "5 days": "5 days", "5d": "5 days", "a month": "1 month",
    "4 weeks": "1 month", "3 months": "3 months", "long term": "Ongoing", "prn": "As directed",
    "1": None, "3": None, "6 days": None, "some time": None,
}  # fmt: skip


@pytest.mark.parametrize(("text", "name"), FREQUENCIES.items(), ids=FREQUENCIES)
def test_frequency_is_read(text: str, name: str | None) -> None:
    """What means one of the list's is that; what means none, or two, is asked about."""
    assert frequency(text) == name


@pytest.mark.parametrize(("text", "name"), DURATIONS.items(), ids=DURATIONS)
def test_duration_is_read(text: str, name: str | None) -> None:
    """A bare number may be days or months, and is neither."""
    assert duration(text) == name


@pytest.mark.parametrize("text", ["500 mg", "2 puffs", "one tablet", "half", "apply thinly"])
def test_amount_is_a_dose(text: str) -> None:
    """A number, or how a cream is used."""
    assert is_amount(text)


@pytest.mark.parametrize("text", ["banana", "some", "mg", "the usual"])
def test_word_without_an_amount_is_no_dose(text: str) -> None:
    """It is asked about at once, before anything is prescribed."""
    assert not is_amount(text)
