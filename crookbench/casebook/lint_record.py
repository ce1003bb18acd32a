"""Finds what is true and the patient would deny: a stock answer speaks where no item does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lint_finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case


def denied_facts(case: Case) -> Iterator[Finding]:
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
