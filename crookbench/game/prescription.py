"""The words a prescription is written in."""

from __future__ import annotations

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


def given_now(frequency: str) -> bool:
    """A stat dose is given in the clinic; every other frequency is a script."""
    return frequency == STAT
