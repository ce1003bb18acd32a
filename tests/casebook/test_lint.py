"""Lints find each planted fault, with its exact words and line, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from crookbench.casebook.check import check_cases, lint_case
from crookbench.casebook.lints.clinical import asserted, denied
from crookbench.casebook.lints.finding import Finding
from crookbench.casebook.lints.references import broken_catalogue_references
from crookbench.game.nearest import did_you_mean, nearest
from crookbench.testing import factories as testing

FIXTURES = Path(__file__).parent / "fixtures"
GOOD = (FIXTURES / "good-case.yaml").read_text(encoding="utf-8")
PLANTED = yaml.safe_load((FIXTURES / "planted-faults.yaml").read_text(encoding="utf-8"))


def found(folder: Path, text: str) -> list[str]:
    """What the check says about a case of this text, as "line: key: message"."""
    path = folder / "swimmers_ear.yaml"
    path.write_text(text, encoding="utf-8")
    faults = check_cases(folder, FIXTURES / "catalogue")
    return [str(fault).removeprefix(f"{path}:") for fault in faults]


def test_good_case_has_no_findings(tmp_path: Path) -> None:
    """Nothing is found in a whole case and a whole catalogue with nothing wrong in them."""
    assert found(tmp_path, GOOD) == []


@pytest.mark.parametrize("plant", PLANTED, ids=[plant["title"] for plant in PLANTED])
def test_planted_fault_is_found_alone(plant: dict[str, list[str]], tmp_path: Path) -> None:
    """Each planted fault is named with its line and key, and nothing else is."""
    text = GOOD
    for old, new in [
        (plant["replace"], plant["by"]),
        *([plant["also"]] if "also" in plant else []),
    ]:
        assert text.count(old) == 1
        text = text.replace(old, new)

    assert found(tmp_path, text) == plant["found"]


def test_factories_make_a_case_and_a_catalogue_without_findings() -> None:
    """What other tests build upon is itself free of faults."""
    assert lint_case(testing.case(), testing.catalogue()) == []
    assert list(broken_catalogue_references(testing.catalogue())) == []


def test_heart_rate_with_a_written_ecg_is_no_finding() -> None:
    """A case that writes its ECG may write any heart rate."""
    fast = {"heart_rate": {"finding": "118 a minute.", "necessity": "essential"}}
    tests = {"ecg_12_lead": {"result": "Sinus rhythm, 118 a minute.", "necessity": "useful"}}

    case = testing.case(examination=fast, investigations=tests)

    assert lint_case(case, testing.catalogue()) == []


def test_denied_finding_counts_at_a_shared_place_only() -> None:
    """The normal of the leg denies swelling of the leg, and says nothing about the lungs."""
    entries = testing.catalogue().model_dump(by_alias=True)["examinations"]
    ankle = {**entries[4], "id": "ankle_palpation", "normal": "No swelling."}
    lungs = {**entries[6], "id": "lung_inspection", "normal": "No swelling."}
    catalogue = testing.catalogue(examinations=[*entries, ankle, lungs])

    case = testing.case(examination__calf_palpation__left="Swollen.")

    assert lint_case(case, catalogue) == [
        Finding(
            "examination.calf_palpation.left",
            "swelling is written here, and the normal of 'ankle_palpation' denies it "
            "('No swelling.'); write 'ankle_palpation' too",
        )
    ]


@pytest.mark.parametrize(
    ("text", "affirmed", "refused"),
    [
        ("Soft and not tender, no guarding, no mass.", set(),
         {"tenderness", "guarding", "a lump or mass"}),
        ("No redness, swelling or warmth.", set(), {"redness", "swelling", "warmth"}),
        ("Non-tender, hot and dry.", set(), {"tenderness"}),
        ("Tender. No swelling.", {"tenderness"}, {"swelling"}),
        ("No rash but swollen.", {"swelling"}, {"a rash"}),
        ("Red, warm, no discharge; dull.", {"redness", "dullness"}, {"a discharge"}),
        ("Reduced movement, tenderly held.", set(), set()),
    ],
)  # fmt: skip
def test_signs_are_read_from_plain_wording(
    text: str, affirmed: set[str], refused: set[str]
) -> None:
    """What follows a denial is never affirmed, and only what is plainly denied is denied."""
    assert asserted(text) == affirmed
    assert denied(text) == refused


def test_catalogue_lint_names_the_file_and_the_word() -> None:
    """An examination elsewhere, one that counts as none and a rule on no medicine are found."""
    entries = testing.catalogue().model_dump(by_alias=True)
    entries["examinations"][3]["subregions"] = ["calv"]
    entries["examinations"][7]["counts_as"] = ["lung_auscultations"]
    entries["safety"][0]["drugs"] = ["ibuprofene"]

    assert list(broken_catalogue_references(testing.catalogue(**entries))) == [
        Finding("examinations.3.subregions.0",
                "unknown sub-region of lower_limb 'calv'; did you mean 'calf'?"),
        Finding("examinations.7.counts_as.0",
                "unknown examination 'lung_auscultations'; did you mean 'lung_auscultation'?"),
        Finding("safety.0.drugs.0", "unknown ingredient 'ibuprofene'; did you mean 'ibuprofen'?"),
    ]  # fmt: skip


def test_nearest_ignores_case_and_keeps_its_distance() -> None:
    """A near word is named whatever its case; where none is near, none is."""
    assert nearest("TWICE DAILY", ["Once daily", "Twice daily"]) == "Twice daily"
    assert nearest("zebra", ["Once daily", "Twice daily"]) is None
    assert did_you_mean("zebra", ["horse"], "known: horse") == "known: horse"
