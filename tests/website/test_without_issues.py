"""Promises about the scores without known issues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.figures.leaderboard import leaderboard
from crookbench.website.pages.without_issues import without_issues
from crookbench.website.source import Source, read_source

if TYPE_CHECKING:
    from conftest import Workshop

TOUCHED = {"run": "with-words", "model": "lab/model-1", "case": "sore_calf", "rep": 1}


def _source(shop: Workshop, **touched: int) -> Source:
    issue = {
        "id": "T1", "title": "t", "status": "open", "found_in": "f", "happens": "h",
        "answer": "a", "consults": [TOUCHED | touched],
    }  # fmt: skip
    shop.write_issues(issue)
    return read_source(shop.results, shop.cases, shop.cases / "catalogue")


def test_points_that_an_issue_cost_are_given_back(shop: Workshop) -> None:
    """108 of 190 is 56.8 %; with 30 points back it is 72.6 %, and the other doctor's stays."""
    source = _source(shop, lost=30)
    run = source.runs[0]
    table = without_issues(source, run, leaderboard(run))
    assert table is not None
    touched = dict(zip(table.column("doctor"), table.rows, strict=True))["Model One"]
    assert (touched[1], touched[2]) == (pytest.approx(100 * 108 / 190), pytest.approx(138 / 1.9))
    assert table.column("consults") == (0, 1)
    others = [row for row in table.rows if row[0] != "Model One"]
    assert [row[1] for row in others] == [row[2] for row in others]


def test_issue_that_cost_nothing_needs_no_table(shop: Workshop) -> None:
    """A consult can be touched without losing points."""
    source = _source(shop)
    assert without_issues(source, source.runs[0], leaderboard(source.runs[0])) is None
