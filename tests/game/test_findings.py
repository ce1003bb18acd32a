"""What an examination or a test shows."""

from __future__ import annotations

import pytest

from crookbench.game.findings import finding, is_abnormal, is_result_abnormal, result
from crookbench.game.moves import Exam
from crookbench.testing.factories import case, catalogue


@pytest.mark.parametrize(
    ("exam", "shown"),
    [
        (Exam("heart_rate"), "72 a minute, regular."),
        (Exam("oxygen_saturation"), "97 % on room air."),
        (Exam("oxygen_saturation", side="left"), "97 % on room air."),
        (Exam("calf_palpation", side="left"), "Tender and firm."),
        (Exam("calf_palpation", side="right"), "Soft."),
        (Exam("calf_palpation"),
         "Left: Tender and firm. Right: Soft. Elsewhere: Both calves soft."),
        (Exam("abdominal_palpation", subregion="rlq"), "An old appendix scar."),
        (Exam("abdominal_palpation", subregion="suprapubic"), "Soft."),
        (Exam("abdominal_palpation", subregion="knee"),
         "Right lower quadrant: An old appendix scar. Elsewhere: Soft."),
        (Exam("chest_examination"), "Lung auscultation: Clear. Otherwise: Normal chest."),
        (Exam("prostate_examination"), "Does not apply to this patient."),
    ],
    ids=["unlisted shows the normal", "written", "a side it does not have", "one side",
         "other side", "both sides", "one place", "another place", "a place it does not have",
         "one that counts as another", "other sex"],
)  # fmt: skip
def test_finding_is_what_is_written_for_the_place(exam: Exam, shown: str) -> None:
    """One side or place shows its own finding, a whole region every written one."""
    assert finding(case(), catalogue(), exam) == shown


@pytest.mark.parametrize(
    ("exam", "abnormal"),
    [
        (Exam("calf_palpation", side="left"), True),
        (Exam("calf_palpation", side="right"), False),
        (Exam("calf_palpation"), True),
        (Exam("oxygen_saturation"), False),
        (Exam("heart_rate"), False),
    ],
)
def test_abnormal_is_about_the_part_that_was_seen(exam: Exam, *, abnormal: bool) -> None:
    """The right calf of a patient with a sore left one is not abnormal."""
    assert is_abnormal(case(), catalogue(), exam) is abnormal


@pytest.mark.parametrize(
    ("test", "shown"),
    [
        ("leg_ultrasound", "A clot in the left popliteal vein."),
        ("chest_xray", "Clear."),
        ("full_blood_count", None),
        ("urinalysis", "Clear."),
    ],
    ids=["written", "unlisted shows the normal", "days away", "done on arrival"],
)
def test_result_is_back_only_without_a_turnaround(test: str, shown: str | None) -> None:
    """A test that takes days returns nothing during the consult."""
    assert result(case(), catalogue(), test) == shown


def test_result_turnaround_of_the_case_counts() -> None:
    """The case's turnaround stands over the catalogue's, in both directions."""
    today = case(investigations__full_blood_count__turnaround_days=0)
    later = case(investigations__leg_ultrasound__turnaround_days=3)
    assert result(today, catalogue(), "full_blood_count") == "Normal."
    assert result(later, catalogue(), "leg_ultrasound") is None


@pytest.mark.parametrize(
    ("test", "abnormal"),
    [("leg_ultrasound", True), ("urinalysis", False), ("chest_xray", False), ("d_dimer", False)],
    ids=["abnormal", "normal", "unlisted", "abnormal but days away"],
)
def test_result_abnormal_only_where_it_is_seen(test: str, *, abnormal: bool) -> None:
    """A raised D-dimer that is not back yet is not shown as abnormal."""
    assert is_result_abnormal(case(), catalogue(), test) is abnormal
