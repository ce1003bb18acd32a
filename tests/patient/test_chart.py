"""Tests of the embedded patient."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from patient_cases import rows, shipped_case, small_case

from crookbench.game.moves import Rx, Say
from crookbench.patient.chart import ChartPatient
from crookbench.patient.data import word_list

if TYPE_CHECKING:
    from crookbench.game.moves import Move
    from crookbench.patient.contract import Reply


def hear(message: str, *before: Move) -> Reply:
    return asyncio.run(ChartPatient(small_case()).hear(message, before))


@pytest.mark.parametrize("row", rows("chart-small.yaml"), ids=lambda row: row["title"])
def test_hear_releases_what_was_asked_and_answers_from_the_chart(row: dict[str, object]) -> None:
    """Asked facts are told word for word, nothing else is."""
    reply = hear(str(row["said"]))
    assert list(reply.released) == row["released"]
    assert reply.text == row.get("reply", reply.text)


def test_opening_tells_every_volunteered_item_and_nothing_else() -> None:
    """What the patient says unasked."""
    assert ChartPatient(small_case()).opening() == "My back came on crook at smoko."


def test_hear_tells_a_known_fact_again_shortly_without_releasing_it_twice() -> None:
    """Asked again, told again as people do, scored once."""
    reply = hear("Do you smoke?", Say("Do you smoke?", released=("q_smoke",)))
    assert (reply.released, reply.asked) == ((), ("q_smoke",))
    assert reply.text.endswith(": A packet a week.")


def test_hear_says_so_where_an_open_question_finds_nothing_new() -> None:
    """Open items are told once."""
    reply = hear("Tell me more.", Say("Tell me more.", released=("q_golf",)))
    assert (reply.text, reply.released) == ("I think that's about it.", ())


def test_hear_floods_at_more_than_six_topics_in_any_form_and_charges_nothing() -> None:
    """One list, or seven short questions."""
    patient = ChartPatient(shipped_case("chest_pain_stemi"))
    asked = ["sweating", "smoking", "diabetes", "palpitations", "headaches", "rash", "vomiting"]
    for said in (f"Any {', '.join(asked)}?", " ".join(f"Any {each}?" for each in asked)):
        reply = asyncio.run(patient.hear(said, ()))
        assert reply.flooded
        assert len(reply.asked) == 7
        assert (reply.released, reply.questions) == ((), 0)


def test_hear_confirms_or_contradicts_a_statement_about_the_patient_and_charges_it() -> None:
    """It is a question in another form."""
    patient = ChartPatient(shipped_case("chest_pain_stemi"))
    reply = asyncio.run(patient.hear("You're a smoker.", ()))
    assert (reply.asked, reply.questions) == (("smoking",), 1)


@pytest.mark.parametrize(
    ("said", "charged"),
    [
        ("Do you smoke?", 1),
        ("Do you smoke? Do you drink alcohol?", 2),
        ("Tell me more.", 1),
        ("Is it all right if I examine you?", 0),
        ("Do you have any questions for me?", 0),
        ("Can you tell me back what we've decided?", 0),
        ("Any syncope?", 0),
        ("Glorp wibble zonk?", 0),
        ("I'll check your blood pressure now.", 0),
    ],
)
def test_hear_charges_what_the_chart_was_asked(said: str, charged: int) -> None:
    """Consent, courtesy, what is not understood and explanations are free."""
    assert hear(said).questions == charged


def test_hear_says_that_it_did_not_understand() -> None:
    """Nothing is invented, nothing released."""
    reply = hear("Glorp wibble zonk?")
    lines = word_list("voice")
    assert reply.text in {*lines["not_understood"], *lines["nonsense"], *lines["other_language"]}
    assert (reply.asked, reply.released) == ((), ())


def test_hear_reports_the_words_it_did_not_understand() -> None:
    """For the log, and for the doctor."""
    reply = hear("Any syncope, and any oedema?")
    assert reply.jargon == ("syncope", "oedema")
    assert reply.text == "Sorry, what do “syncope” and “oedema” mean?"


def test_hear_answers_the_plain_elements_of_a_list_beside_jargon() -> None:
    """One medical word does not silence the rest."""
    reply = hear("Any syncope, fever or headaches?")
    assert reply.jargon == ("syncope",)
    assert reply.asked == ("q_fever", "other_headache")


def test_hear_takes_a_follow_up_for_what_was_spoken_of_last() -> None:
    """It may leave its subject out."""
    patient = ChartPatient(shipped_case("chest_pain_stemi"))
    before = Say("Do you smoke?", released=("smoking",), asked=("smoking",))
    assert asyncio.run(patient.hear("How many?", [before])).asked == ("smoking",)


def test_hear_never_says_a_line_twice_while_it_has_others() -> None:
    """The same words twice would sound like a machine."""
    patient = ChartPatient(shipped_case("back_pain_mechanical"))
    before: list[Say] = []
    for _ in range(8):
        reply = asyncio.run(patient.hear("Do you have any questions for me?", before))
        before.append(Say("Do you have any questions for me?", reply=reply.text))
    assert len({move.reply for move in before}) == 8


def test_hear_feels_a_change_after_something_was_given() -> None:
    """How it is now depends on what was done."""
    lines = word_list("voice")
    given = Rx("paracetamol_500mg_tab", "1 g", "Stat dose", "Single dose")
    assert hear("How is it now?").text in lines["how_now"]
    assert hear("How is it now?", given).text in lines["how_now_treated"]


def test_hear_gives_the_same_answer_to_the_same_consult() -> None:
    """A consult can be replayed."""
    assert hear("Do you smoke? Any rash?") == hear("Do you smoke? Any rash?")


@pytest.mark.parametrize(
    "typed",
    ["Do you smoke?", "Do\u00a0you smoke?", "Do you\u200b smoke?", "Ｄo you smoke？"],
)
def test_hear_makes_nothing_of_typography(typed: str) -> None:
    """The same words typed otherwise."""
    assert hear(typed).released == ("q_smoke",)
