"""Promises about what can be found: what was said and done, and nothing of a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.website.pages.consult.moves import action_of
from crookbench.website.pages.search.documents import (
    Document,
    Passage,
    consult_document,
    documents,
)
from crookbench.website.source import read_source

if TYPE_CHECKING:
    from conftest import Workshop


@pytest.fixture(scope="module")
def found(built: Workshop) -> dict[str, Document]:
    source = read_source(built.results, built.cases, built.cases / "catalogue")
    consults = [
        consult_document(
            source,
            run,
            each.record,
            [action_of(move, source.catalogue, wordless=False) for move in each.log],
        )
        for run in source.runs
        for each in run.consults
    ]
    return {each.path: each for each in (*documents(source), *consults)}


def test_models_cases_issues_and_consults_can_be_found(found: dict[str, Document]) -> None:
    """Each by its own address, an issue by its place on the page of caveats."""
    assert {path: each.kind for path, each in found.items()} == {
        "models/lab_model-1/index.html": "Model",
        "models/baseline_silent/index.html": "Model",
        "cases/sore_calf/index.html": "Case",
        "cases/another-bench~5e28bc6d/sore_calf/index.html": "Case",
        "caveats/index.html#T1": "Known issue",
        "consults/with-words/lab_model-1/sore_calf-1/index.html": "Consult",
        "consults/with-words/baseline_silent/sore_calf-1/index.html": "Consult",
        "consults/wordless/lab_model-1/sore_calf-1/index.html": "Consult",
    }


def test_consult_is_found_by_its_moves(found: dict[str, Document]) -> None:
    """Each move is a passage with its anchor, the doctor's words before the patient's."""
    consult = found["consults/with-words/lab_model-1/sore_calf-1/index.html"]
    assert consult.title == "A sore calf, by Model One, repeat 1"
    assert consult.passages[0] == Passage("Have you ever had a clot? Yes, once.", "m01")
    assert [each.anchor for each in consult.passages] == [f"m{n:02d}" for n in range(1, 14)]


def test_case_is_not_found_by_its_key(found: dict[str, Document]) -> None:
    """What only the key tells stays behind its cover."""
    text = found["cases/sore_calf/index.html"].html
    assert "thrombosis" not in text.lower()
    assert "Nora Field" in text


def test_document_holds_texts_as_texts() -> None:
    """Markup, quotes and invisible letters cannot break out of it."""
    html = Document(
        'a"b/index.html', "Consult", "<b>T</b>", "x", (Passage("</p><script>\u202e", "m01"),)
    ).html
    assert html == (
        '<!doctype html><html lang="en"><body><h1>&lt;b&gt;T&lt;/b&gt;</h1>'
        '<i data-v="a&quot;b/index.html" data-pagefind-meta="path[data-v]"></i>'
        '<i data-v="Consult" data-pagefind-meta="kind[data-v]"></i>'
        '<i data-v="x" data-pagefind-meta="about[data-v]"></i>'
        '<p id="m01">&lt;/p&gt;&lt;script&gt;[U+202E]</p>\n</body></html>'
    )
