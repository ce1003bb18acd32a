"""The second rules: critical errors, urgency, what an ideal outcome rests on, finer triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crookbench.game.management import Trigger
from crookbench.game.moves import (
    Dx,
    End,
    Exam,
    Move,
    Order,
    Refer,
    Review,
    Rx,
    Say,
    Stop,
    Withdraw,
)
from crookbench.game.prescription import Dose, read_dose
from crookbench.game.scoring import logged, score
from crookbench.game.triggers import completed_by, deeds_among
from crookbench.testing.factories import case, catalogue

if TYPE_CHECKING:
    from crookbench.game.scoring import Scoring

ANTICOAGULANT = Rx("enoxaparin", "80 mg", "Stat dose", "Single dose")
IBUPROFEN = Rx("ibuprofen", "400 mg", "Three times daily", "5 days")
RIGHT = Dx.of("deep_vein_thrombosis", "calf_strain", "pulmonary_embolism")
GOOD: tuple[Move, ...] = (
    Say("?", ("onset", "clot_before", "breathless", "tablets", "codeine_rash", "flight"),
        questions=6),
    Exam("oxygen_saturation"), Exam("calf_palpation"), Exam("lung_auscultation"),
    Order("leg_ultrasound"), Order("full_blood_count"),
    ANTICOAGULANT, Refer("haematologist"), RIGHT,
)  # fmt: skip
"""Everything of the sore calf but what is only said."""


def scored(*moves: Move, **changes: Any) -> Scoring:
    return score(case(rules=2, **changes), catalogue(), moves)


def test_critical_harm_caps_the_whole_consult() -> None:
    """A consult with a critical harm keeps 39 % of the maximum; the bill says from what."""
    harm = End.of(("ideal_2", "harmful_0"))
    free = scored(*GOOD, harm)
    capped = scored(*GOOD, harm, management__harmful__0__critical=True)
    assert (free.total, free.maximum) == (160, 190)
    assert (capped.total, capped.level, capped.outcome) == (74, "Resident", "harmful")
    (line,) = [award for award in capped.awards if award.kind == "capped"]
    assert (line.points, line.move) == (-86, 10)
    assert line.label == (
        "Capped at 39 % of the maximum, from 160 points: Send her home with a calf strain"
    )


def test_critical_care_left_undone_caps_too() -> None:
    """Required care that is critical is missed at the end, not before."""
    moves = [move for move in GOOD if move != ANTICOAGULANT]
    changes = {"management__ideal__0__critical": True}
    assert scored(*moves, **changes).total == 160
    done = scored(*moves, End.of(("ideal_2",)), **changes)
    assert (done.total, done.outcome) == (74, "missed_red_flag")
    assert done.awards[-1].label == (
        "Capped at 39 % of the maximum, from 145 points: not done: Start an anticoagulant today"
    )


def test_critical_care_that_no_marker_answered_for_is_not_held_against() -> None:
    """Nobody knows whether it was done."""
    end = End.of(("ideal_2",), unmarked=("ideal_0",))
    changes = {"management__ideal__0__critical": True}
    assert all(award.kind != "capped" for award in scored(end, **changes).awards)


@given(st.lists(st.sampled_from([*GOOD, IBUPROFEN, Order("d_dimer")]), max_size=14))
def test_critical_error_never_leaves_more_than_the_cap(moves: list[Move]) -> None:
    """Whatever else was done, and the bill still adds up, move by move."""
    changes = {"management__harmful__0__critical": True}
    scoring = scored(*moves, End.of(("harmful_0",)), **changes)
    assert scoring.total <= 0.39 * scoring.maximum
    assert scoring.level in ("Intern", "Resident", "Registrar")
    assert logged(scoring)[-1].score == scoring.raw_total


@pytest.mark.parametrize(
    ("asked", "worth"), [(0, 15), (4, 15), (5, 12), (6, 10), (8, 5), (30, 5)]
)  # fmt: skip
def test_urgent_item_is_worth_less_the_later_it_comes(asked: int, worth: int) -> None:
    """Full points up to 4 questions, then evenly down to a third at 8."""
    moves = (Say("?", questions=asked), ANTICOAGULANT)
    found = scored(*moves, management__ideal__0__urgent=4).awards
    assert {award.item: award.points for award in found} == {"plan:ideal_0": worth}


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 20))
def test_urgent_item_never_gains_by_waiting(early: int, late: int, limit: int) -> None:
    """More questions before it never earn more."""
    points = [
        scored(Say("?", questions=n), ANTICOAGULANT, management__ideal__0__urgent=limit).raw_total
        for n in sorted((early, late))
    ]
    assert points[0] >= points[1] >= 5


def test_ideal_outcome_rests_on_what_the_case_names() -> None:
    """Without the scan that it rests on, the same consult is acceptable."""
    end = End.of(("ideal_2",))
    without = [move for move in GOOD if move != Order("leg_ultrasound")]
    needs = {"ideal_needs": ["leg_ultrasound", "calf_palpation"]}
    assert scored(*GOOD, end, **needs).outcome == "ideal"
    assert scored(*without, end).outcome == "ideal"
    assert scored(*without, end, **needs).outcome == "acceptable"


def test_item_is_belied_by_what_was_done() -> None:
    """Saying that no clot test is needed earns nothing beside an ordered one."""
    changes = {"management__acceptable__1__unless": {"order": "d_dimer"}}
    said = End.of(("acceptable_1",))
    assert "plan:acceptable_1" in {a.item for a in scored(said, **changes).awards}
    belied = scored(Order("d_dimer"), said, **changes)
    assert "plan:acceptable_1" not in {a.item for a in belied.awards}
    assert "plan:acceptable_1" in {item.item for item in belied.missed}


def test_withdrawn_script_does_neither_harm_nor_good() -> None:
    """What is taken back before the patient leaves was never taken; a dose given now was."""
    script, back = rx("ibuprofen"), Withdraw("ibuprofen")
    assert scored(script).outcome == "harmful"
    assert scored(script, back).awards == ()
    assert [move.score for move in logged(scored(script, back))] == [0, 0]
    now = Rx("ibuprofen", "400 mg", "Stat dose", "Single dose")
    assert scored(now, Withdraw("ibuprofen")).outcome == "harmful"
    assert scored(back, script).outcome == "harmful"


def rx(drug: str, dose: str = "1", *, days: str = "5 days", many: int | None = None) -> Rx:
    return Rx(drug, dose, "Twice daily", days, many)


@pytest.mark.parametrize(
    ("trigger", "moves", "fulfilled_at"),
    [
        ({"medicate": "apixaban", "without": "aspirin"}, [rx("apixaban")], (1,)),
        ({"medicate": "apixaban", "without": "aspirin"}, [rx("aspirin"), rx("apixaban")], ()),
        ({"medicate": "apixaban", "without": "aspirin"}, [rx("apixaban"), rx("aspirin")], ()),
        ({"medicate": "paracetamol", "form": "liquid"},
         [rx("paracetamol"), rx("paracetamol_liquid")], (2,)),
        ({"medicate": "paracetamol", "not_form": "liquid"},
         [rx("paracetamol"), rx("paracetamol_liquid")], (1,)),
        ({"medicate": "aspirin", "dose": {"least": 150, "most": 300, "unit": "mg"}},
         [rx("aspirin", "100 mg"), rx("aspirin", "300mg chewed"), rx("aspirin", "3 g")], (2,)),
        ({"medicate": "aspirin", "dose": {"most": 1, "unit": "g"}},
         [rx("aspirin", "a handful"), rx("aspirin", "500 mg")], (2,)),
        ({"prescribe": "codeine", "days": {"most": 3}},
         [rx("codeine", days="5 days"), rx("codeine", days="3 days"),
          rx("codeine", days="Ongoing"), rx("codeine", days="As directed")], (2, 4)),
        ({"stop": "naproxen"}, [Stop("ibuprofen"), Stop("naproxen")], (2,)),
        ({"review": {"most": 3}}, [Review("In 1 week"), Review("Tomorrow")], (2,)),
        ({"prescribe": "codeine", "quantity": {"most": 10}},
         [rx("codeine", many=20), rx("codeine", many=10), rx("codeine")], (2, 3)),
    ],
    ids=["without: alone", "without: before", "without: after", "form", "not_form", "dose range",
         "dose that says nothing", "days", "stop", "review", "quantity"],
)  # fmt: skip
def test_trigger_of_the_second_rules(
    trigger: dict[str, object], moves: list[Move], fulfilled_at: tuple[int, ...]
) -> None:
    """Each new narrowing counts the move it is meant to count, and no other."""
    assert (
        completed_by(catalogue(), Trigger.model_validate(trigger), deeds_among(moves))
        == fulfilled_at
    )


@pytest.mark.parametrize(
    ("words", "product", "dose"),
    [
        ("300 mg", "", Dose(300, "mg")),
        ("1g (2 tablets)", "", Dose(1000, "mg")),
        ("1,5 g", "", Dose(1500, "mg")),
        ("50 micrograms", "", Dose(0.05, "mg")),
        ("2.5 mL", "", Dose(2.5, "mL")),
        ("10 units", "", Dose(10, "units")),
        ("two tablets", "Paracetamol 500 mg tablet", Dose(1000, "mg")),
        ("1 tablet", "Aspirin 300 mg tablet", Dose(300, "mg")),
        ("1 tablet", "A tablet without its strength", None),
        ("as charted", "Aspirin 300 mg tablet", None),
    ],
)
def test_dose_is_read_from_the_words(words: str, product: str, dose: Dose | None) -> None:
    """Amounts in any usual unit, and counts of a product of known strength."""
    assert read_dose(words, product) == dose
