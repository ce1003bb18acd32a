"""Promises about where a known issue is told: at the award it concerns, else at its move."""

from __future__ import annotations

from typing import Any

import pytest

from crookbench.casebook.known_issues import Issue, Touched
from crookbench.records.record import Award, Record
from crookbench.website.pages.consult.issue_notes import concerned, issue_notes

_WHERE = {"run": "r", "model": "m", "case": "a", "rep": 1}


def _award(points: int, item: str, move: int) -> Award:
    return Award(points=points, part="management", kind="harmful", label=item, item=item, move=move)


AWARDS = (_award(-30, "plan:harmful_0", 4), _award(10, "plan:ideal_0", 5),
          _award(-2, "plan:a", 6), _award(-2, "plan:b", 6))  # fmt: skip


@pytest.mark.parametrize(
    ("touched", "item"),
    [
        ({"lost": 30}, "plan:harmful_0"),
        ({"move": 5}, "plan:ideal_0"),
        ({"lost": 2}, None),
        ({"move": 6}, None),
        ({"move": 5, "lost": 30}, None),
        ({}, None),
    ],
    ids=["by its loss", "by its move", "two cost that", "two at that move", "no such", "unknown"],
)
def test_issue_concerns_the_one_award_that_fits(touched: dict[str, Any], item: str | None) -> None:
    """Where several fit, or none, no award is pointed at."""
    found = concerned(Touched.model_validate(_WHERE | touched), AWARDS)
    assert (found.item if found else None) == item


def test_notes_stand_at_the_award_else_at_the_move() -> None:
    """One issue names a loss, the other a move at which nothing was earned."""
    record = Record.model_validate(
        {
            "model": "m", "case": "a", "rep": 1, "ending": "ended", "total": 0, "max": 10,
            "level": "Intern", "consequence": "harmful", "domains": [],
            "awards": AWARDS,
        }
    )  # fmt: skip
    about = {"title": "t", "status": "open", "found_in": "f", "happens": "h", "answer": "a"}
    issues = [
        Issue.model_validate(about | {"id": "B3", "consults": [_WHERE | {"lost": 30}]}),
        Issue.model_validate(about | {"id": "B5", "consults": [_WHERE | {"move": 2}]}),
        Issue.model_validate(about | {"id": "B7", "consults": [_WHERE | {"rep": 2, "move": 1}]}),
    ]
    notes = issue_notes(issues, "r", record)
    assert notes.awards == {"plan:harmful_0": ("B3",)}
    assert notes.moves == {2: ("B5",)}
