"""Medicines that must not be given to this patient."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from crookbench.casebook.casebook import load_catalogue
from crookbench.game.catalogue import Medicine
from crookbench.game.safety import broken_rules
from crookbench.paths import shipped
from crookbench.testing.factories import case, catalogue

if TYPE_CHECKING:
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue

PAIRS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "fixtures" / "safety.yaml").read_text("utf-8")
)


@pytest.fixture(scope="module")
def full() -> Catalogue:
    """The catalogue that ships."""
    return load_catalogue(shipped("cases") / "catalogue")


def patient(about: dict[str, Any]) -> Case:
    """A patient of whom this is true; what is not said is not there."""
    record = {key: about.get(key, []) for key in ("allergies", "conditions", "medications")}
    return case(
        patient__age=about.get("age", 40),
        record=record,
        ground_truth__taking=about.get("taking", []),
        ground_truth__allergies=[],
    )


def broken(about: dict[str, Any], shelf: Catalogue, drug: str) -> set[str]:
    return {rule.id for rule in broken_rules(patient(about), shelf, shelf.medicine[drug])}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["rule"])
def test_safety_rule_fires_for_its_patient_and_spares_the_near_miss(
    full: Catalogue, pair: dict[str, Any]
) -> None:
    """Each rule has a patient it protects, and one who looks alike and is left alone."""
    assert pair["rule"] in broken(pair["fires_for"], full, pair["prescribed"])
    assert pair["rule"] not in broken(pair["spares"], full, pair["prescribed"])


def test_safety_every_rule_of_the_catalogue_has_its_pair_and_source(full: Catalogue) -> None:
    """No rule goes untried, and each says where it comes from."""
    assert {pair["rule"] for pair in PAIRS} == {rule.id for rule in full.safety}
    assert len(full.safety) >= 45
    assert all(rule.source for rule in full.safety)


@pytest.mark.parametrize(
    ("texts", "fires"),
    [
        (["Stomach ulcer, 2019"], True),
        (["Stomach ulcers"], True),
        (["STOMACH ULCER"], True),
        (["No stomach ulcer"], False),
        (["Family history of stomach ulcer"], False),
        (["No reflux; stomach ulcer"], True),
        (["Stomach ulceration"], True),
    ],
)
def test_safety_condition_is_a_part_of_words_that_the_record_affirms(
    texts: list[str], *, fires: bool
) -> None:
    """What the record denies or says of the family is not the patient's."""
    found = broken({"conditions": texts}, catalogue(), "aspirin")
    assert found == ({"nsaid_ulcer"} if fires else set())


@pytest.mark.parametrize(
    ("about", "fires"),
    [
        ({"taking": ["naproxen"]}, True),
        ({"medications": ["Naproxen 500 mg twice daily"]}, True),
        ({"medications": ["Naproxen stopped last year, not taking naproxen"]}, True),
        ({"taking": ["naproxen sodium"]}, False),
    ],
    ids=["truly taken", "on the record", "on the record, in any words", "another ingredient"],
)
def test_safety_taking_is_exact_in_truth_and_in_words_on_the_record(
    about: dict[str, Any], *, fires: bool
) -> None:
    """Hidden medicines match as exact ingredients, recorded ones by their words."""
    found = broken(about, catalogue(), "ibuprofen")
    assert found == ({"double_nsaid"} if fires else set())


def test_safety_age_counts_below_the_limit_only() -> None:
    """A rule for children under eight spares the eighth birthday."""
    assert broken({"age": 7}, catalogue(), "doxycycline") == {"child_doxycycline"}
    assert broken({"age": 8}, catalogue(), "doxycycline") == set()


def test_safety_allergy_rule_stands_in_for_the_named_one() -> None:
    """Where a rule covers the allergy, naming the medicine adds no second one."""
    assert broken({"allergies": ["Codeine (rash)"]}, catalogue(), "paracetamol_codeine") == {
        "opioid_allergy"
    }
    assert broken({"allergies": ["Paracetamol"]}, catalogue(), "paracetamol_codeine") == {
        "allergy_to_paracetamol"
    }


def test_medicine_components_leave_the_route_out() -> None:
    """An allergy to an ingredient is one to its gel too."""
    gel = {"id": "gel", "name": "Gel", "form": "gel", "unit": "g", "pack": 50}
    medicine = Medicine.model_validate(gel | {"ingredient": "diclofenac (topical) + menthol"})
    assert medicine.components == ("diclofenac", "menthol")
