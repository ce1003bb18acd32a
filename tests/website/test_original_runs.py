"""Promises about runs of the original crook-bench and others: whose cases, whose licence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crookbench.records.results import read_run
from crookbench.website.build import build_site
from crookbench.website.links import page_links

if TYPE_CHECKING:
    from conftest import Workshop

THERE = Path(__file__).parents[1] / "records" / "fixtures" / "crook-bench"
RECORD = "consults/results/lab_alpha/throat_tonsillitis-1/index.html"
LICENCE = "Cases and their figures: CC BY 4.0."


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of their results with their cases."""
    out = tmp_path_factory.mktemp("theirs") / "site"
    build_site(THERE / "results", out, cases_dir=THERE / "cases",
               catalogue_dir=THERE / "catalogue", search=False)  # fmt: skip
    return out


def test_bill_of_an_original_consult_adds_up(theirs: Path) -> None:
    """Its rows do not tell what the spoken plan earned: the page computes it from the case."""
    bill = re.findall(
        r'<tr><td class="p[^"]*">([+−]\d+)</td>', (theirs / RECORD).read_text("utf-8")
    )
    total = read_run(THERE / "results").consults[0].record.total
    assert sum(int(each.replace("−", "-")) for each in bill) == total == 98


def test_original_run_is_called_by_its_name(theirs: Path) -> None:
    """Wherever it is shown."""
    page = (theirs / RECORD).read_text("utf-8")
    assert "This run was played on the original crook-bench’s own cases" in page


def test_original_run_without_its_cases_shows_parts_and_moves(
    shop: Workshop, tmp_path: Path
) -> None:
    """Nothing is scored against a case that it was not played on."""
    out = tmp_path / "site"
    build_site(THERE / "results", out, cases_dir=shop.cases, search=False)
    page = (out / RECORD).read_text("utf-8")
    assert page.count("nothing earned or lost") == 4
    assert 'id="m06"' in page


def test_run_on_other_cases_never_leads_to_our_page_of_their_id(built: Workshop) -> None:
    """Its case of an id is not ours: its pages lead to its own item matrix instead."""
    run = [*built.out.glob("consults/wordless/*/*/index.html"),
           *built.out.glob("runs/wordless/*.html"),
           built.out / "cases/sore_calf/wordless/index.html"]  # fmt: skip
    assert len(run) == 3
    for path in run:
        page = path.read_text("utf-8")
        leads = page_links(path.relative_to(built.out).as_posix(), page).links.values()
        assert "cases/sore_calf/index.html" not in {target for target, _ in leads}
        assert LICENCE not in page


def test_licence_stands_where_our_cases_are_shown(built: Workshop) -> None:
    """On their pages, and on those of runs that were played on them."""
    for path in ("cases/sore_calf/index.html", "runs/with-words/index.html"):
        assert LICENCE in built.page(path)
