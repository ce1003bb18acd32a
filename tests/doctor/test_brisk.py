"""The brisk doctor: an author's steps, in their order and in their words."""

from __future__ import annotations

from crookbench.casebook.lints.finding import Finding
from crookbench.casebook.lints.references import broken_brisk_consult
from crookbench.doctor import script
from crookbench.doctor.brisk import brisk, brisk_steps
from crookbench.testing.factories import case, catalogue

STEPS = [
    {"ask": ["onset"]},
    {"do": "ideal_0"},
    {"examine": ["calf_palpation"]},
    {"order": "leg_ultrasound"},
    {"diagnose": {"most_likely": "deep_vein_thrombosis", "differential": "calf_strain",
                  "cant_miss": "pulmonary_embolism"}},
    {"do": ["ideal_2"]},
]  # fmt: skip


def test_steps_are_played_in_the_authors_order_and_then_it_ends() -> None:
    """What is urgent stands where the author put it; questions are the plainest ones."""
    played = list(brisk(case(brisk=STEPS), catalogue()))

    assert [call.name for call in played] == [
        "say", "prescribe", "examine", "order_test", "diagnose", "say", "end_consult",
    ]  # fmt: skip
    assert played[4] == script.diagnose("deep_vein_thrombosis", "calf_strain", "pulmonary_embolism")


def test_steps_say_what_they_are_meant_to_earn() -> None:
    """As those of the oracle do."""
    steps = brisk_steps(case(brisk=STEPS), catalogue())

    assert [step.item for step in steps] == [
        "history:onset", "plan:ideal_0", "exam:calf_palpation", "test:leg_ultrasound", "dx",
        "plan:ideal_2",
    ]  # fmt: skip


def test_more_than_fifteen_questions_are_not_brisk() -> None:
    """The check counts them."""
    item = case().model_dump()["history"][0]
    many = [{**item, "id": f"question_{n}", "volunteered": False} for n in range(16)]
    asked = [each["id"] for each in many]

    found = list(broken_brisk_consult(case(history=many, brisk=[{"ask": asked}]), catalogue()))

    assert found == [Finding("brisk", "expected at most 15 questions, saw 16; ask fewer")]
