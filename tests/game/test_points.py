"""Every number of the points table, each by the move that earns or costs it."""

from __future__ import annotations

import pytest

from crookbench.game import points
from crookbench.game.moves import Dx, End, Exam, Move, Order, Rx, Say
from crookbench.game.points import level, maxima
from crookbench.game.scoring import score
from crookbench.testing.factories import case, catalogue


def earned(*moves: Move, **changes: object) -> dict[str, int]:
    """Points by item of a consult of these moves."""
    awards = score(case(**changes), catalogue(), moves).awards
    return {award.item: award.points for award in awards}


def asked(*items: str) -> Say:
    return Say("?", released=items)


STAT = ("1 dose", "Stat dose", "Single dose")
SCRIPT = ("1 tablet", "Twice daily", "7 days")


@pytest.mark.parametrize(
    ("item", "worth"),
    [
        ("clot_before", 20),
        ("breathless", 10),
        ("onset", 10),
        ("flight", 5),
    ],
    ids=["red flag present", "red flag absent", "essential", "supporting"],
)
def test_history_item_earns_its_importance(item: str, worth: int) -> None:
    """A history item elicited earns what its importance is worth."""
    assert earned(asked(item)) == {f"history:{item}": worth}


@pytest.mark.parametrize("item", ["garden", "calf_pain", "no_such_item"])
def test_history_item_incidental_volunteered_or_unknown_earns_nothing(item: str) -> None:
    """What is incidental, told anyway or not in the case scores nothing."""
    assert earned(asked(item)) == {}


@pytest.mark.parametrize(
    ("exam", "worth"),
    [("oxygen_saturation", 10), ("lung_auscultation", 5), ("leg_inspection", -15)],
    ids=["essential", "useful", "harmful"],
)
def test_examination_earns_or_costs_its_necessity(exam: str, worth: int) -> None:
    """A listed examination earns or costs what its necessity is worth."""
    assert earned(Exam(exam)) == {f"exam:{exam}": worth}


def test_examination_unnecessary_costs_two() -> None:
    """An unnecessary examination of the case costs 2."""
    changes = {"examination__abdominal_palpation__necessity": "unnecessary"}
    assert earned(Exam("abdominal_palpation"), **changes) == {"exam:abdominal_palpation": -2}


@pytest.mark.parametrize("exam", ["heart_rate", "abdominal_palpation", "general_inspection"])
def test_examination_unlisted_acceptable_or_given_is_neutral(exam: str) -> None:
    """An examination the case does not list, an acceptable one and the given one score nothing."""
    assert earned(Exam(exam)) == {}


def test_examination_of_the_other_sex_scores_as_the_case_lists_it() -> None:
    """It shows nothing, but choosing it was unnecessary all the same."""
    assert earned(Exam("prostate_examination")) == {"exam:prostate_examination": -2}
    assert earned(Exam("prostate_examination"), patient__sex="male") == {
        "exam:prostate_examination": -2
    }


def test_examination_counts_as_another_and_is_credited_once() -> None:
    """Examining the chest credits listening to the lungs, whichever is done first."""
    both = [Exam("chest_examination"), Exam("lung_auscultation")]
    assert earned(*both) == {"exam:lung_auscultation": 5}
    assert earned(*reversed(both)) == {"exam:lung_auscultation": 5}


def test_examination_counts_as_never_brings_a_penalty() -> None:
    """A wider examination is not fined for a part that alone would cost points."""
    changes = {"examination__lung_auscultation__necessity": "harmful"}
    assert earned(Exam("chest_examination"), **changes) == {}


@pytest.mark.parametrize(
    ("test", "worth"),
    [("leg_ultrasound", 10), ("full_blood_count", 5), ("ct_pulmonary_angiogram", -15)],
    ids=["essential", "useful", "harmful"],
)
def test_investigation_earns_or_costs_its_necessity(test: str, worth: int) -> None:
    """A listed test earns or costs what its necessity is worth."""
    assert earned(Order(test)) == {f"test:{test}": worth}


def test_investigation_nth_unnecessary_costs_2n() -> None:
    """Each further unnecessary test costs 2 more; a test the case does not list is unnecessary."""
    tests = [Order("d_dimer"), Order("inr"), Order("d_dimer"), Order("urinalysis"),
             Order("chest_xray")]  # fmt: skip
    assert earned(*tests) == {"test:d_dimer": -2, "test:inr": -4, "test:chest_xray": -6}


@pytest.mark.parametrize(
    ("moves", "item", "worth"),
    [
        ([Rx("enoxaparin", *STAT)], "plan:ideal_0", 15),
        ([Rx("paracetamol", *SCRIPT)], "plan:acceptable_0", 5),
        ([Say(""), End.of(("harmful_0", "ideal_0"))], "plan:harmful_0", -30),
    ],
    ids=["ideal", "acceptable", "harmful"],
)
def test_management_item_earns_its_tier(moves: list[Move], item: str, worth: int) -> None:
    """A plan item done, or credited by the marker, earns or costs its tier."""
    assert earned(*moves)[item] == worth


def test_management_required_item_not_done_costs_thirty() -> None:
    """A required item left out costs 30 at the end, and not before."""
    assert earned(Say("Hello.")) == {}
    assert earned(Say("Hello."), End()) == {"required:ideal_0": -30}


def test_management_required_item_unmarked_is_not_held_against() -> None:
    """An item no marker answered for is neither earned nor missed."""
    assert earned(Say("Hello."), End(unmarked=("ideal_0",))) == {}


def test_medicine_that_breaks_a_safety_rule_costs_thirty_once_a_rule() -> None:
    """The hidden naproxen makes ibuprofen harmful, once however often it is prescribed."""
    twice = [Rx("ibuprofen", *SCRIPT), Rx("ibuprofen", *STAT)]
    assert earned(*twice) == {"safety:double_nsaid": -30}


def test_medicine_that_breaks_a_safety_rule_earns_nothing() -> None:
    """A plan item is not earned with a medicine that harms this patient."""
    plan = {"management__ideal__0__when": {"medicate": "ibuprofen"}}
    assert earned(Rx("ibuprofen", *SCRIPT), **plan) == {"safety:double_nsaid": -30}


def test_medicine_harm_of_the_case_is_not_counted_twice() -> None:
    """Where the case lists the medicine as a harm of its own, no safety rule is added."""
    harm = {"management__harmful__0": {"text": "Ibuprofen", "when": {"medicate": "ibuprofen"}}}
    assert earned(Rx("ibuprofen", *SCRIPT), **harm) == {"plan:harmful_0": -30}


def test_medicine_allergy_without_a_rule_is_a_rule_of_its_own() -> None:
    """An allergy that names a component of the medicine counts, on the record or hidden."""
    changes = {"record__allergies": ["Amoxicillin: hives"]}
    assert earned(Rx("amoxicillin", *SCRIPT), **changes) == {"safety:allergy_to_amoxicillin": -30}


@pytest.mark.parametrize(
    ("drug", "cost"),
    [("doxycycline", -2), ("amoxicillin", -2), ("prednisolone", -2), ("apixaban", None)],
    ids=["named nowhere", "listed by name", "listed by trigger", "named, other frequency"],
)
def test_medicine_not_indicated_costs_two(drug: str, cost: int | None) -> None:
    """A medicine the plan does not name, or lists as not indicated, costs 2 the first time."""
    once = Rx(drug, "1", "At night", "7 days")
    expected = {} if cost is None else {f"medicine:{drug}": cost}
    assert earned(once, once) == expected


@pytest.mark.parametrize(
    ("slots", "worth"),
    [
        (("deep_vein_thrombosis", "calf_strain", "pulmonary_embolism"),
         {"dx:most_likely": 20, "dx:differential": 5, "dx:cant_miss": 5,
          "dx:cant_miss:safety": 10}),
        (("venous_thromboembolism", "stemi", "pulmonary_embolism"),
         {"dx:most_likely": 10, "dx:cant_miss": 5, "dx:cant_miss:safety": 10}),
        (("leg_pain", "cellulitis", "deep_vein_thrombosis"),
         {"dx:most_likely": 20, "dx:differential": 5, "dx:cant_miss": 5,
          "dx:cant_miss:safety": 10}),
        (("leg_pain", "cellulitis", "pulmonary_embolism"),
         {"dx:most_likely": 10, "dx:differential": 5, "dx:cant_miss": 5,
          "dx:cant_miss:safety": 10}),
        (("deep_vein_thrombosis", "pulmonary_embolism", "pulmonary_embolism"),
         {"dx:most_likely": 20, "dx:differential": 5, "dx:cant_miss:safety": -20}),
        (("deep_vein_thrombosis", "deep_vein_thrombosis", "pulmonary_embolism"),
         {"dx:most_likely": 20, "dx:cant_miss": 5, "dx:cant_miss:safety": 10}),
        (("stemi", "sciatica", "septic_arthritis"), {"dx:cant_miss:safety": -20}),
    ],
    ids=["key", "acceptable, stranger", "working with the key as can't-miss", "working alone",
         "can't-miss repeats", "differential repeats", "all wrong"],
)  # fmt: skip
def test_diagnosis_earns_by_slot(slots: tuple[str, str, str], worth: dict[str, int]) -> None:
    """Each slot of the saved diagnosis earns by its role on the key."""
    assert earned(Dx.of(*slots)) == worth


def test_diagnosis_changed_costs_five_and_replaces() -> None:
    """The new diagnosis's points replace the old one's; saving the same again is no change."""
    wrong = Dx.of("stemi", "sciatica", "septic_arthritis")
    right = Dx.of("deep_vein_thrombosis", "calf_strain", "pulmonary_embolism")
    assert earned(wrong, right, right) == {
        "dx_changed:2": -5,
        "dx:most_likely": 20,
        "dx:differential": 5,
        "dx:cant_miss": 5,
        "dx:cant_miss:safety": 10,
    }


def test_maximum_is_what_the_key_can_earn() -> None:
    """All scored history, essential and useful exams and tests, ideal plan, full diagnosis."""
    assert maxima(case()) == {
        "history": 20 + 10 + 10 + 10 + 10 + 5,
        "examination": 10 + 10 + 5,
        "investigations": 10 + 5,
        "management": 3 * 15 + 20 + 2 * 5 + 10,
    }


def test_total_is_never_below_zero_but_the_sum_is_kept() -> None:
    """A consult that only harms scores 0, and its unfloored sum is told."""
    result = score(case(), catalogue(), [Order("ct_pulmonary_angiogram"), End()])
    assert (result.total, result.raw_total) == (0, -45)


@pytest.mark.parametrize(
    ("total", "name"),
    [(0, "Intern"), (19, "Intern"), (20, "Resident"), (40, "Registrar"), (59, "Registrar"),
     (60, "Fellow"), (75, "Consultant"), (89, "Consultant"), (90, "Director"), (130, "Director")],
)  # fmt: skip
def test_level_is_the_share_of_the_maximum(total: int, name: str) -> None:
    """Each level begins at its share of the maximum."""
    assert level(total, 100) == name


def test_level_of_a_case_without_points_is_the_lowest() -> None:
    """A maximum of nothing divides by nothing."""
    assert level(0, 0) == "Intern"


def test_points_table_is_the_design() -> None:
    """The constants that no single move shows."""
    assert points.HISTORY == {"essential": 10, "supporting": 5, "incidental": 0}
    assert points.NECESSITY["acceptable"] == 0
    assert points.MANAGEMENT == {
        "ideal": 15, "acceptable": 5, "harmful": -30, "not_indicated": -2,
    }  # fmt: skip
