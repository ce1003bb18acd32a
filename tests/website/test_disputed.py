"""Promises about points that known issues dispute: marked wherever they count, and left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crookbench.game.moves import End, Exam, Say
from crookbench.website.disputed import Disputed, disputed_points
from crookbench.website.source import read_source

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop

TOUCHED = {"run": "with-words", "model": "lab/model-1", "case": "sore_calf", "rep": 1}
ABOUT = {"title": "t", "status": "open", "found_in": "f", "happens": "h", "answer": "a"}
GLM = "consults/2026-10-04-published/z-ai_glm-5.3/back_pain_mechanical-1/index.html"
WITHOUT = "runs/with-words/without-disputed/index.html"
RUN = "runs/with-words/index.html"


def _issue(id_: str, **touched: Any) -> dict[str, Any]:
    return ABOUT | {"id": id_, "consults": [TOUCHED | touched]}


def _harmed(shop: Workshop, *issues: dict[str, Any]) -> None:
    """A consult that lost 30 points for required care, which some issues dispute."""
    shop.write_issues(*issues)
    shop.play((Say("Hello.", (), "Hi."), Exam("oxygen_saturation"), End()))


def test_points_of_several_issues_are_one_sum(shop: Workshop) -> None:
    """An issue that cost nothing disputes nothing."""
    shop.write_issues(_issue("T1", lost=30), _issue("T2", lost=15), _issue("T3"))
    source = read_source(shop.results, shop.cases, shop.cases / "catalogue")
    (found,) = disputed_points(source.issues, "with-words").values()
    assert found == Disputed(45, ("T1", "T2"))
    assert found.text == "45 points disputed: known issues T1 and T2"


def test_disputed_points_are_marked_in_the_header_and_the_grid(whole: Path) -> None:
    """The score of the consult that warned against bed rest, wherever it stands."""
    page = (whole / GLM).read_text(encoding="utf-8")
    lede = page[page.index('<p class="lede">') : page.index('<nav class="within"')]
    assert '30 points disputed: <a href="#B3">known issue B3</a>' in lede
    grid = (whole / "runs/2026-10-04-published/index.html").read_text(encoding="utf-8")
    marked = re.findall(r'title="([^"]*)"[^>]*>\d+<span[^>]*>\*</span><sup>†</sup>', grid)
    assert len(marked) == 5
    assert (
        "Back pain mechanical, repeat 1: 71 %, harmed, 30 points disputed: known issue B3" in marked
    )
    assert "Dagger: a known issue disputes some of its points." in grid


def test_findings_mark_disputed_evidence(whole: Path) -> None:
    """Two of the eighteen had asked about the allergy."""
    path = whole / "runs/2026-10-04-published/findings/index.html"
    assert path.read_text(encoding="utf-8").count("(30 points disputed: known issue B5)") >= 2


def test_search_tells_disputed_points(shop: Workshop) -> None:
    """The line under a result says so beside the score."""
    from crookbench.website.pages.search.documents import consult_document

    _harmed(shop, _issue("T1", lost=30))
    source = read_source(shop.results, shop.cases, shop.cases / "catalogue")
    run = next(run for run in source.runs if run.manifest.id == "with-words")
    record = next(each for each in run.records if each.model == "lab/model-1")
    about = consult_document(source, run, record, []).about
    assert " % (30 points disputed: known issue T1). " in about


def test_tables_without_disputed_points_are_a_page(shop: Workshop) -> None:
    """Score, part and harm are as they would be, and a link leads there and back."""
    _harmed(shop, _issue("T1", lost=30))
    shop.build()
    page, run = shop.page(WITHOUT), shop.page(RUN)
    assert '<a href="without-disputed/index.html">left out</a>' in run
    assert '<a href="../index.html">counted</a>' in page
    assert "Known issues of the marking cost 30 points in 1 consult." in page
    assert '<h2 id="leaderboard">' in page
    assert 'aria-label="Every consult"' in page


def test_run_without_disputed_points_has_no_switch(built: Workshop) -> None:
    """There is nothing to leave out."""
    assert "without-disputed" not in built.page(RUN)
    assert not (built.out / WITHOUT).exists()


def test_disputed_harm_is_not_counted_without(whole: Path) -> None:
    """Two of the four harms of GLM 5.3 are in dispute: 0.27 a consult are 0.13 without."""
    runs = whole / "runs/2026-10-04-published"

    def harms(path: Path) -> str:
        html = path.read_text(encoding="utf-8")
        table = html[html.index('aria-label="Leaderboard"') :]
        row = next(row for row in table.split("<tr") if "GLM 5.3" in row)
        return re.findall(r'data-value="([^"]*)"', row)[-3]

    assert harms(runs / "without-disputed/index.html") == "0.133333"
    assert harms(whole / "index.html") == "0.266667"
