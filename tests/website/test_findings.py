"""Promises about findings on pages: each figure leads to what is behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.figures.findings import Finding, Phrase
from crookbench.website.pages.run.findings import findings_view
from crookbench.website.source import Source, read_source

if TYPE_CHECKING:
    from conftest import Workshop

ONE = ("lab/model-1", "sore_calf", 1)
OTHER = ("baseline/silent", "sore_calf", 1)


@pytest.fixture
def source(shop: Workshop) -> Source:
    return read_source(shop.results, shop.cases, shop.cases / "catalogue")


def _phrase(source: Source, *phrases: Phrase) -> tuple[str, str]:
    """Where the last phrase leads, and what its evidence is for."""
    view = findings_view(source, source.runs[0], [Finding("f", phrases)])
    return view[0].phrases[-1].path, view[0].phrases[-1].claim


def test_phrase_about_one_consult_leads_to_it(source: Source) -> None:
    """No list stands between."""
    before, harmed = Phrase("All is well: it was harmed in "), Phrase("1 of 2", (ONE,))
    path, claim = _phrase(source, before, harmed)
    assert path == "consults/with-words/lab_model-1/sore_calf-1/index.html"
    assert claim == "It was harmed in 1 of 2"


def test_phrase_about_every_consult_leads_to_the_runs_grid(source: Source) -> None:
    """The run's page lists them all."""
    path, _ = _phrase(source, Phrase("all of them", (ONE, OTHER)))
    assert path == "runs/with-words/index.html#consults"


def test_phrase_without_consults_leads_nowhere(source: Source) -> None:
    """It is text."""
    assert _phrase(source, Phrase("as it is")) == ("", "")


def test_claim_closes_its_bracket(source: Source) -> None:
    """What stands in brackets is told whole."""
    _, claim = _phrase(source, Phrase("), sweating (Cough, asked about in "), Phrase("9", (ONE,)))
    assert claim == "Sweating (Cough, asked about in 9)"
