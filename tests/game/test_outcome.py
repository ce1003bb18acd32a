"""What happened to the patient."""

from __future__ import annotations

import pytest

from crookbench.game.moves import Dx, End, Move, Order, Refer, Rx, Say
from crookbench.game.scoring import score
from crookbench.testing.factories import case, catalogue

ANTICOAGULANT = Rx("enoxaparin", "1 mg/kg", "Stat dose", "Single dose")
REFERRED = Refer("haematologist")
ASKED = Say("Ever had a clot?", released=("clot_before",))
DX = Dx.of("deep_vein_thrombosis", "calf_strain", "pulmonary_embolism")


def told(*moves: Move, **changes: object) -> tuple[str, tuple[str, ...]]:
    scoring = score(case(**changes), catalogue(), moves)
    return scoring.outcome, scoring.story


def test_outcome_ideal_with_every_present_flag_and_most_of_the_plan() -> None:
    """No present red flag missed and at least three quarters of the plan: ideal."""
    moves = (ASKED, ANTICOAGULANT, REFERRED, DX, End.of(("ideal_2",)))
    assert told(*moves) == ("ideal", ("The clot was treated and she was back driving in a month.",))


def test_outcome_acceptable_names_what_the_plan_lacked() -> None:
    """Two thirds of the plan are acceptable, and the story says what was missing."""
    outcome, story = told(ASKED, ANTICOAGULANT, REFERRED, DX, End())
    assert outcome == "acceptable"
    assert story == (
        "The clot was treated, and she had questions left.",
        "Missing from the plan: Say to call 000 for chest pain or breathlessness.",
    )


def test_outcome_missed_red_flag_without_the_required_care() -> None:
    """A required item left undone misses the illness, whatever else was done."""
    assert told(ASKED, REFERRED, DX, End.of(("ideal_2",))) == (
        "missed_red_flag",
        ("The clot reached her lung.",),
    )


def test_outcome_present_flag_missed_is_acceptable_where_required_care_was_given() -> None:
    """The flag was not asked about and little was planned, but the required care was given."""
    assert told(ANTICOAGULANT, DX, End())[0] == "acceptable"


def test_outcome_present_flag_missed_and_little_planned_is_missed() -> None:
    """Without any required item, a missed present flag and under half of the plan is a miss."""
    assert told(ANTICOAGULANT, DX, End(), management__ideal__0__required=False)[0] == (
        "missed_red_flag"
    )


@pytest.mark.parametrize("left_out", ["breathless", "flight"])
def test_outcome_is_not_about_absent_flags_or_other_history(left_out: str) -> None:
    """Only a present red flag left unasked weighs on the outcome."""
    assert left_out not in ASKED.released
    moves = (ASKED, ANTICOAGULANT, REFERRED, DX, End.of(("ideal_2",)))
    assert told(*moves)[0] == "ideal"


def test_outcome_harmful_tells_the_harm_then_the_story() -> None:
    """A harm on the way comes first, then how it ended."""
    apixaban = Rx("apixaban", "5 mg", "Twice daily", "3 months")
    naproxen = Rx("naproxen", "500 mg", "At night", "5 days")
    outcome, story = told(ASKED, apixaban, naproxen, DX, End())
    assert outcome == "harmful"
    assert story == ("That night she bled from the stomach.", "She was harmed on the way.")


def test_outcome_harm_that_sends_away_is_an_aside_where_care_was_given() -> None:
    """Being told it is a strain does not send her home where she got her anticoagulant."""
    assert told(ASKED, ANTICOAGULANT, DX, End.of(("harmful_0",)))[1] == (
        "She was harmed on the way.",
        "Being told it was a strain, she nearly did not fill the script.",
    )


def test_outcome_harm_without_the_required_care_tells_its_own_story() -> None:
    """Without the anticoagulant the same words did send her home."""
    assert told(ASKED, DX, End.of(("harmful_0",)))[1] == (
        "She went home and the clot grew.",
        "She was harmed on the way.",
    )


def test_outcome_harm_tells_its_own_story_where_no_care_is_required() -> None:
    """An aside is about care that was reached; a case that requires none has nothing to reach."""
    moves = (ASKED, ANTICOAGULANT, DX, End.of(("harmful_0",)))
    assert told(*moves, management__ideal__0__required=False)[1] == (
        "She went home and the clot grew.",
        "She was harmed on the way.",
    )


def test_outcome_harmful_test_or_broken_rule_is_a_harm() -> None:
    """A harmful test and a medicine against a safety rule harm like a plan item does."""
    assert told(Order("ct_pulmonary_angiogram"), ANTICOAGULANT, End())[0] == "harmful"
    ibuprofen = Rx("ibuprofen", "400 mg", "Three times daily", "5 days")
    assert told(ibuprofen, ANTICOAGULANT, End())[1][0] == "Her stomach bled."
