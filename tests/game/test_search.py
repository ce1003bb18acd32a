"""Searching the catalogue by what people type."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from crookbench.casebook.casebook import load_catalogue
from crookbench.game.search import search
from crookbench.paths import shipped
from crookbench.testing.factories import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.catalogue import Catalogue, Entry

FIXTURES = Path(__file__).parent / "fixtures"
TYPED: list[dict[str, Any]] = [
    row for table in sorted(FIXTURES.glob("searches-*.yaml"))
    for row in yaml.safe_load(table.read_text("utf-8"))
]  # fmt: skip


@pytest.fixture(scope="module")
def full() -> Catalogue:
    """The catalogue that ships."""
    return load_catalogue(shipped("cases") / "catalogue")


def shelf(catalogue: Catalogue, kind: str) -> Sequence[Entry]:
    return {
        "exams": catalogue.examinations,
        "tests": catalogue.investigations,
        "drugs": catalogue.formulary,
        "referrals": catalogue.referrals,
        "diagnoses": catalogue.diagnoses,
    }[kind]


@pytest.mark.parametrize("row", TYPED, ids=lambda row: f"{row['kind']}: {row['query']}")
def test_search_finds_what_people_mean_among_the_first_three(
    full: Catalogue, row: dict[str, Any]
) -> None:
    """What models and GPs really type finds the entry they mean."""
    found = [entry.id for entry in search(shelf(full, row["kind"]), str(row["query"]))]
    assert row["expects"] in found[:3], found


def test_search_table_covers_two_hundred_real_queries() -> None:
    """The table is long enough to mean something, and asks nothing twice."""
    asked = [(row["kind"], str(row["query"])) for row in TYPED]
    assert len(asked) >= 200
    assert len(asked) == len(set(asked))


def found(query: str) -> list[str]:
    return [entry.id for entry in search(catalogue().diagnoses, query)]


def test_search_wants_every_word_to_begin_a_word_of_one_name_or_alias() -> None:
    """Words may be in any order and cut short, but all in the same name or alias."""
    assert found("thromb ve") == ["deep_vein_thrombosis", "venous_thromboembolism"]
    assert found("clot leg") == ["deep_vein_thrombosis"]
    assert found("clot strain") == []


def test_search_ranks_an_exact_alias_then_names_that_begin_so_then_names() -> None:
    """PE is pulmonary embolism, whatever else begins with those letters."""
    assert found("pe") == ["pulmonary_embolism"]
    assert found("le") == ["leg_pain", "deep_vein_thrombosis"]


def test_search_wants_two_characters_and_shows_twelve() -> None:
    """One letter finds nothing, and a wide query is cut at twelve."""
    assert found("p") == []
    many = catalogue(
        diagnoses=[{"id": f"rash_{n:02d}", "name": f"Rash number {n:02d}"} for n in range(30)]
    )
    assert [entry.id for entry in search(many.diagnoses, "rash")] == [
        f"rash_{n:02d}" for n in range(12)
    ]


def test_search_of_punctuation_finds_nothing() -> None:
    """A query without a word is no query."""
    assert found("?!") == []
