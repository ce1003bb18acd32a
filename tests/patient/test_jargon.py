"""Tests of the medical words that a patient asks the meaning of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.patient.data import word_list
from crookbench.patient.jargon import jargon

if TYPE_CHECKING:
    from collections.abc import Iterable


def _words(terms: Iterable[dict[str, object]]) -> set[str]:
    return {str(word) for term in terms for word in (term["term"], *term.get("also", ()))}  # type: ignore[misc, attr-defined]


def test_jargon_knows_ninety_terms_and_none_that_lay_people_use() -> None:
    """Each term has plain words; asthma, cancer and the like are plain themselves."""
    listed = word_list("jargon")
    assert len(listed["terms"]) >= 90
    assert all(term["lay"] for term in listed["terms"])
    assert _words(listed["terms"]).isdisjoint(listed["accepted"])
    assert [word for word in listed["accepted"] if jargon(f"any {word}")] == []


@pytest.mark.parametrize("term", sorted(_words(word_list("jargon")["terms"])))
def test_jargon_finds_each_of_its_terms(term: str) -> None:
    """A medical word is noticed wherever it stands."""
    assert jargon(f"have you had any {term} lately") == (term,)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("any dyspnoea or haemoptysis", ("dyspnoea", "haemoptysis")),
        ("Dyspnoea", ("Dyspnoea",)),
        ("any dyspnoea, that is, shortness of breath", ()),
        ("do you wear a cap", ()),
        ("is Ed at home", ()),
        ("did you go to ED", ("ED",)),
        ("do you have asthma", ()),
    ],
)
def test_jargon_leaves_plain_and_explained_words(text: str, found: tuple[str, ...]) -> None:
    """Abbreviations count in capitals only; an explanation beside the term makes it plain."""
    assert jargon(text) == found
