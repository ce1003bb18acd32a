"""Promises about the grid of a run: what was played, what is missing, what was never due."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.records.store import Store
from crookbench.testing.runs import file_consult, manifest

if TYPE_CHECKING:
    from conftest import Workshop


def _cells(page: str, doctor: str) -> list[str]:
    """What stands in a doctor's row of the grid, in words."""
    page = page.replace("<wbr>", "")
    grid = page[page.index('aria-label="Every consult"') :]
    row = next(row for row in grid.split("<tr>") if doctor in row)
    return [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td>(.*?)</td>", row)]


def test_planned_consult_that_was_not_scored_is_a_dash(shop: Workshop) -> None:
    """A gap is seen."""
    run = shop.results / "gaps"
    plan = manifest("lab/model-1", "lab/model-2", id="gaps", title="Gaps", reps=2)
    Store(run).write_manifest(plan)
    for model, rep in [("lab/model-1", 1), ("lab/model-1", 2), ("lab/model-2", 1)]:
        file_consult(run, model=model, rep=rep)
    shop.build()
    page = shop.page("runs/gaps/index.html")
    assert _cells(page, "Model One") == ["57", "57"]
    assert _cells(page, "lab/model-2") == ["57", "–"]


def test_people_have_no_gaps_for_what_they_did_not_play(shop: Workshop) -> None:
    """Somebody who played once is not said to be missing from the second repeat of another."""
    run = shop.results / "people"
    plan = manifest("human/ann", "human/bo", id="people", title="People", reps=2, plan="as_played")
    Store(run).write_manifest(plan)
    for model, rep in [("human/ann", 1), ("human/ann", 2), ("human/bo", 1)]:
        file_consult(run, model=model, rep=rep)
    shop.build(strict=True)
    page = shop.page("runs/people/index.html")
    assert _cells(page, "human/ann") == ["57", "57"]
    assert _cells(page, "human/bo") == ["57", ""]
