"""crook-bench's own case and catalogue files, in their true shape: read, checked, never told."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from crookbench.casebook.casebook import default_catalogue_folder, load_casebook, load_catalogue
from crookbench.casebook.check import check
from crookbench.game.case import Case
from crookbench.runs.briefing import briefing

CASES = Path(__file__).parent / "fixtures/crook-bench/cases"
CATALOGUE = default_catalogue_folder(CASES)
ID = "hand_cat_bite"


def case(**patient: object) -> Case:
    """The case with other fields of its patient."""
    data = yaml.safe_load((CASES / f"{ID}.yaml").read_text(encoding="utf-8"))
    data["patient"] |= patient
    return Case.model_validate(data)


def test_crook_bench_case_loads_with_its_catalogue() -> None:
    """The catalogue lies beside the cases there; capitals of medicines and durations are free."""
    book = load_casebook(CASES, CATALOGUE)

    assert CASES.parent / "catalogue" == CATALOGUE
    assert list(book.cases) == [ID]
    assert book.cases[ID].patient.sex == "Trans woman"
    assert book.cases[ID].condition_description.startswith("Bitten by the neighbour's cat")
    assert book.catalogue.investigation["temperature_strip"].timed is True


def test_check_asks_crook_bench_cases_for_nothing_that_only_ours_have() -> None:
    """No example questions, no sentences that earn a plan item, no trap, no sources."""
    assert [str(fault) for fault in check(CASES, CATALOGUE)] == []


def test_mapping_of_an_appearance_is_read_and_not_told() -> None:
    """It describes a picture; the doctor reads nothing of it."""
    with_mapping, without = case(), case(appearance="")

    assert with_mapping.patient.appearance == ""
    assert "cardigan" not in with_mapping.model_dump_json()
    catalogue = load_catalogue(CATALOGUE)
    assert briefing(with_mapping, catalogue, "", 50) == briefing(without, catalogue, "", 50)


@pytest.mark.parametrize(
    ("written", "read"),
    [("F", "female"), ("m", "male"), ("Female", "female"), ("MALE", "male"),
     ("Non-binary", "Non-binary"), ("", "")],
)  # fmt: skip
def test_sex_may_be_any_text(written: str, read: str) -> None:
    """Letters and capitals stand for the two words that examinations know."""
    assert case(sex=written).patient.sex == read
