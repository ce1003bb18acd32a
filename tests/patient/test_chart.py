"""Tests of the embedded patient."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from patient_cases import rows, small_case

from crookbench.game.moves import Say
from crookbench.patient.chart import ChartPatient

if TYPE_CHECKING:
    from crookbench.game.moves import Move
    from crookbench.patient.contract import Reply


def hear(message: str, *before: Move, **persona: object) -> Reply:
    return asyncio.run(ChartPatient(small_case(**persona)).hear(message, before))


@pytest.mark.parametrize("row", rows("chart-small.yaml"), ids=lambda row: row["title"])
def test_hear_releases_what_was_asked_and_answers_from_the_chart(row: dict[str, object]) -> None:
    """Asked facts are told word for word, nothing else is."""
    reply = hear(str(row["said"]))
    assert list(reply.released) == row["released"]
    assert reply.text == row["reply"]


def test_opening_tells_every_volunteered_item_and_nothing_else() -> None:
    """What the patient says unasked."""
    assert ChartPatient(small_case()).opening() == "My back came on crook at smoko."


def test_hear_tells_a_known_fact_again_without_releasing_it_twice() -> None:
    """Asked again, told again, scored once."""
    reply = hear("Do you smoke?", Say("Do you smoke?", released=("q_smoke",)))
    assert (reply.text, reply.released, reply.asked) == ("A packet a week.", (), ("q_smoke",))


def test_hear_says_so_where_an_open_question_finds_nothing_new() -> None:
    """Open items are told once."""
    reply = hear("Anything else?", Say("Tell me more.", released=("q_golf",)))
    assert (reply.text, reply.released) == ("No, I think I've told you all there is.", ())


def test_hear_floods_at_more_than_six_topics() -> None:
    """Six at once are answered, seven are not."""
    six = "Any fainting, fever, smoking, alcohol, golf or rash?"
    assert len(hear(six).asked) == 6
    assert not hear(six).flooded
    seven = hear("Any fainting, fever, smoking, alcohol, golf, headaches or rash?")
    assert seven.flooded
    assert seven.released == ()


def test_hear_reports_the_words_it_did_not_understand() -> None:
    """For the log, and for the doctor."""
    reply = hear("Any syncope, and any oedema?")
    assert reply.jargon == ("syncope", "oedema")
    assert reply.text == "Sorry, what do “syncope” and “oedema” mean?"


def test_hear_takes_a_pronoun_for_what_was_spoken_of_last() -> None:
    """A follow-up may leave its subject out."""
    before = Say("Do you drink alcohol?", released=("q_drink",), asked=("q_drink",))
    assert hear("How much of it do you have?", before).asked == ("q_drink",)


def test_hear_varies_its_lines_from_turn_to_turn() -> None:
    """The same words twice would sound like a machine."""
    first = hear("What is the capital of Mongolia?")
    second = hear("What is the capital of Mongolia?", Say("Hello."))
    assert first.text != second.text


def test_hear_gives_the_same_answer_to_the_same_consult() -> None:
    """A consult can be replayed."""
    assert hear("Do you smoke? Any rash?") == hear("Do you smoke? Any rash?")


@pytest.mark.parametrize(
    ("verbosity", "text"),
    [
        ("terse", "A packet a week. Two stubbies after work."),
        ("normal", "A packet a week. Two stubbies after work."),
        ("rambling", "A packet a week. Oh, and another thing. Two stubbies after work."),
    ],
)
def test_hear_joins_answers_as_the_patient_speaks(verbosity: str, text: str) -> None:
    """Manner colours the joints and adds no fact."""
    assert hear("Do you smoke? Do you drink alcohol?", verbosity=verbosity).text == text
