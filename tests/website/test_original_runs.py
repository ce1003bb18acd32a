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
    """Linked where a page names it first, with who made it."""
    page = (theirs / RECORD).read_text("utf-8")
    assert (
        'Played on the cases of <a href="https://github.com/woodytwoshoes/crook-bench" '
        'rel="external">the original crook-bench (woodytwoshoes)</a>, with its patient.'
    ) in page


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
    """Its case of an id is not ours: its pages lead to the page of its own case instead."""
    run = [*built.out.glob("consults/wordless/*/*/index.html"),
           *built.out.glob("runs/wordless/*.html"),
           built.out / "cases/sore_calf/wordless/index.html"]  # fmt: skip
    assert len(run) == 3
    for path in run:
        page = path.read_text("utf-8")
        leads = page_links(path.relative_to(built.out).as_posix(), page).links.values()
        assert "cases/sore_calf/index.html" not in {target for target, _ in leads}
        assert LICENCE not in page


THEIRS = "cases/another-bench~5e28bc6d/sore_calf/index.html"


def test_case_of_another_project_has_a_page_of_its_own(built: Workshop) -> None:
    """With its own title and results, without the words of ours, and ours without its results."""
    ours, theirs = built.page("cases/sore_calf/index.html"), built.page(THEIRS)
    assert "<h1>Sore calf</h1>" in theirs
    assert "A case of another bench, there called <code>sore_calf</code>" in theirs
    assert "Without words" in theirs
    assert "With words" not in theirs
    assert "Nora Field" not in theirs
    assert "<h1>A sore calf</h1>" in ours
    assert "With words" in ours
    assert "Without words" not in ours


def test_list_of_cases_keeps_projects_apart(built: Workshop) -> None:
    """Ours first; theirs under their name."""
    ours, theirs = built.page("cases/index.html").split("Cases of another bench</h2>")
    assert ('href="sore_calf/index.html"' in ours, THEIRS[6:] in ours) == (True, False)
    assert 'href="another-bench~5e28bc6d/sore_calf/index.html"' in theirs


def test_item_matrix_of_another_project_keeps_its_address(built: Workshop) -> None:
    """It stands where it always stood, and leads to the case it is about."""
    page = built.page("cases/sore_calf/wordless/index.html")
    assert 'href="../../another-bench~5e28bc6d/sore_calf/index.html">Sore calf</a>' in page


def test_licence_stands_where_our_cases_are_shown(built: Workshop) -> None:
    """On their pages, and on those of runs that were played on them."""
    for path in ("cases/sore_calf/index.html", "runs/with-words/index.html"):
        assert LICENCE in built.page(path)
