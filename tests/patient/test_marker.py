"""Tests of the embedded marker."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from patient_cases import rows, small_case, written_cases

from crookbench.game.moves import Order, Refer, Say
from crookbench.patient.marker import ChartMarker

if TYPE_CHECKING:
    from crookbench.game.case import Case
    from crookbench.game.moves import Move
    from crookbench.patient.contract import Judgement

CASES = written_cases()


def mark(*moves: Move, case: Case | None = None) -> Judgement:
    return asyncio.run(ChartMarker(case or small_case()).mark(moves))


@pytest.mark.parametrize("row", rows("marker-small.yaml"), ids=lambda row: row["title"])
def test_mark_credits_what_the_words_did(row: dict[str, object]) -> None:
    """Denials, conditions, other people's acts and questions earn nothing."""
    assert list(mark(Say(str(row["said"]))).judged) == row["earns"]


def test_mark_quotes_words_the_doctor_said() -> None:
    """Every quote stands in an utterance, word for word."""
    said = "Right. I’ll stay with you, and the heart monitor stays on.  Nothing by mouth, please!"
    judgement = mark(Say(said))
    assert set(judgement.judged) == set(judgement.quotes) == {"ideal_1", "ideal_2"}
    assert all(quote in said for quote in judgement.quotes.values())


def test_mark_reads_only_what_was_said() -> None:
    """Actions are no words, and no consult earns nothing."""
    assert mark(Order("ecg_12_lead"), Refer("ambulance_ed")).judged == ()
    assert mark().judged == ()


def test_mark_keeps_a_harm_plainly_said_whatever_was_done() -> None:
    """Telling a patient to go home is said, even where an ambulance was called as well."""
    said = Say("I'll give you some paracetamol and you can go home.")
    assert mark(said, Refer("ambulance_ed")).judged == ("harmful_1",)


def test_mark_vetoes_no_harm_that_care_does_not_make_up_for() -> None:
    """A harm without an aside stands, whatever else was done."""
    said = Say("You should rest in bed for a few days.")
    assert mark(said, Refer("ambulance_ed")).judged == ("harmful_0",)


def test_mark_credits_what_was_said_whether_or_not_it_was_done_as_well() -> None:
    """An item that is both said and done has words to quote, and earns once."""
    case = small_case()
    item = case.management.ideal[0].model_copy(update={"also_said": True})
    plan = case.management.model_copy(update={"ideal": (item, *case.management.ideal[1:])})
    plan = type(plan).model_validate(plan.model_dump(by_alias=True))
    both = case.model_copy(update={"management": plan})
    said = Say("Sent to hospital by ambulance.")
    assert mark(said, Refer("ambulance_ed"), case=both).judged == ("ideal_0",)


def test_mark_leaves_nothing_unmarked() -> None:
    """The embedded marker answers for every item."""
    assert mark(Say("Hello.")).unmarked == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_mark_credits_nearly_every_example_of_a_case(case: Case) -> None:
    """At least 95 of 100 `said_as` lines earn their own item."""
    marker = ChartMarker(case)
    lines = [
        (id_, line)
        for id_, item in case.management.items.items()
        if item.judged and not id_.startswith("not_indicated")
        for line in item.said_as
    ]
    missed = [
        (id_, line) for id_, line in lines
        if id_ not in asyncio.run(marker.mark([Say(line)])).judged
    ]  # fmt: skip
    assert len(missed) <= 0.05 * len(lines), missed


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_mark_credits_no_counter_example_of_a_case(case: Case) -> None:
    """A `not_said_as` line never earns its item."""
    marker = ChartMarker(case)
    for id_, item in case.management.items.items():
        for line in item.not_said_as:
            assert id_ not in asyncio.run(marker.mark([Say(line)])).judged, line


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("chest_pain_stemi", "I'd normally give you a spray for the pain, but not today."),
        ("chest_pain_stemi", "It may feel like indigestion, but I'm worried about your heart."),
        ("chest_pain_stemi", "Glenys can stay in the waiting room for now."),
        ("abdo_pain_appendicitis", "It could be a tummy bug or it could be your appendix."),
        ("abdo_pain_appendicitis", "At first I thought it was a tummy bug."),
        ("abdo_pain_appendicitis", "Lots of people have a tummy bug at the moment."),
        ("back_pain_mechanical", "Lie down on the couch for me please."),
        ("back_pain_mechanical", "Lie still while I press on your back."),
        ("back_pain_mechanical", "Endone isn't the answer."),
        ("cough_pneumonia", "Usually we'd use amoxicillin, but you're allergic."),
        ("cough_pneumonia", "A virus may have started this, but now it's bacterial."),
        ("dysuria_cystitis", "You asked whether it's an STI."),
        ("dysuria_cystitis", "I doubt that it's an STI."),
        ("dysuria_cystitis", "Bring in the leftover tablets."),
        ("dysuria_cystitis", "You still have some leftover tablets."),
    ],
)
def test_mark_finds_no_harm_in_what_is_said_on_the_way_to_advice(id_: str, said: str) -> None:
    """Possibilities, what is usual in others, what was asked or feared, and an examination."""
    case = next(case for case in CASES if case.id == id_)
    assert not [item for item in mark(Say(said), case=case).judged if item.startswith("harmful")]


def test_mark_informs_nobody_who_is_not_to_know() -> None:
    """Whom the doctor will not tell has not been told."""
    case = next(case for case in CASES if case.id == "abdo_pain_appendicitis")
    assert mark(Say("I'll be telling Bec about the plan."), case=case).judged == ("acceptable_7",)
    assert mark(Say("I won't be telling Bec about the plan."), case=case).judged == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_mark_finds_no_harm_in_good_advice(case: Case) -> None:
    """The words of an ideal or acceptable item earn no harm."""
    marker = ChartMarker(case)
    for item in (*case.management.ideal, *case.management.acceptable):
        for line in item.said_as:
            judged = asyncio.run(marker.mark([Say(line)])).judged
            assert not [id_ for id_ in judged if id_.startswith("harmful")], line
