"""Promises to readers without JavaScript: every model, score, transcript and table is there."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.models import read_doctors
from crookbench.figures.numbers import number
from crookbench.records.results import read_run

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Visitor, Workshop

RUN = "2026-10-04-published"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _without_scripts(html: str) -> str:
    return re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)


def _rows(html: str) -> list[list[str]]:
    """The cells of every table row, as text."""
    return [
        [unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in
         re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr[ >].*?</tr>", html, re.DOTALL)
    ]  # fmt: skip


def test_overview_has_every_model_and_score_in_its_html(whole: Path, root: Path) -> None:
    """The leaderboard is markup, not something a script fills."""
    doctors = read_doctors(root / "cases" / "models.yaml")
    rows = _rows(_without_scripts(_read(whole / "index.html")))
    for each in leaderboard(read_run(root / "results" / RUN)).standings:
        name, score = doctors.name(each.model), number(each.score)
        assert any(name in row and score in row for row in rows), each.model


def test_run_page_links_every_consult_and_each_is_there(whole: Path, root: Path) -> None:
    """Every scored consult has its page, with its total, within one link of the run."""
    run = read_run(root / "results" / RUN)
    html = _without_scripts(_read(whole / "runs" / RUN / "index.html"))
    linked = set(re.findall(r'href="\.\./\.\./(consults/[^"#]+)"', html))
    assert len(linked) == len(run.records)
    for path in linked:
        file = whole / path
        record = json.loads(_read(file.parent / "record.json"))
        assert str(record["total"]) in _without_scripts(_read(file)), path


def test_transcript_has_every_word_in_its_html(built: Workshop) -> None:
    """What was said, found and earned needs no script."""
    html = _without_scripts(built.page("consults/with-words/lab_model-1/sore_calf-1/index.html"))
    text = unescape(re.sub(r"<[^>]+>", " ", html))
    for words in ("Have you ever had a clot?", "Yes, once.", "call 000 if you get chest", "+15"):
        assert words in text


def test_no_page_says_that_it_is_loading(whole: Path, built: Workshop) -> None:
    """There is nothing to wait for."""
    for out in (whole, built.out):
        for path in out.rglob("*.html"):
            assert not re.search(r"\bloading\b", _without_scripts(_read(path)), re.IGNORECASE), path


@pytest.mark.browser
def test_overview_without_scripts_has_its_charts(visitor: Visitor, published: str) -> None:
    """Each is drawn, and its table can be unfolded."""
    page = visitor.open(published, java_script_enabled=False).page
    assert page.locator("#score .drawing.wide g.closed, #score .drawing.wide g.open").count() == 13
    assert page.locator(".chart .drawing:visible").count() == page.locator(".chart").count()
    page.locator("#cost-title").scroll_into_view_if_needed()
    page.locator("figure", has=page.locator("#cost-title")).locator("summary").click()
    assert page.locator("figure", has=page.locator("#cost-title")).locator("table").is_visible()


def test_run_page_tells_what_was_asked_about_and_prescribed(whole: Path) -> None:
    """The published run's red flags and medicines stand there, with how often of how many."""
    rows = _rows(_without_scripts(_read(whole / "runs" / RUN / "index.html")))
    assert any("Sweating" in row and row[-3:-1] == ["9", "39"] for row in rows)
    assert any(
        "Doxycycline 100 mg tablet" in row and row[-3:] == ["24", "23", "39"] for row in rows
    )
