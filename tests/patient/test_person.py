"""Tests that the patient is a person: news, teach-back, consent, what was told before."""

from __future__ import annotations

import asyncio

import pytest
from patient_cases import shipped_case

from crookbench.game.moves import Say
from crookbench.patient.chart import ChartPatient
from crookbench.patient.speech import said_back, told_again

CASES = ("abdo_pain_appendicitis", "back_pain_mechanical", "chest_pain_stemi", "cough_pneumonia",
         "dysuria_cystitis")  # fmt: skip
PATIENTS = {id_: ChartPatient(shipped_case(id_)) for id_ in CASES}


def answer(case_id: str, message: str, *before: Say) -> str:
    return asyncio.run(PATIENTS[case_id].hear(message, before)).text


@pytest.mark.parametrize(
    ("case_id", "message", "kind"),
    [
        ("chest_pain_stemi", "I'm sorry, Alby, this is a heart attack.", "bad_news"),
        ("abdo_pain_appendicitis", "I'm afraid you need surgery.", "bad_news"),
        ("cough_pneumonia", "You've got pneumonia.", "bad_news"),
        ("dysuria_cystitis", "Good news: you're not pregnant.", "good_news"),
        ("back_pain_mechanical", "There's nothing serious wrong with your back.", "good_news"),
        ("back_pain_mechanical", "I'm not going to order an MRI.", "refusal"),
        ("cough_pneumonia", "You can't drive the bus this week.", "limits"),
        ("back_pain_mechanical", "No lifting for a week.", "limits"),
    ],
)
def test_news_gets_the_reaction_of_its_kind(case_id: str, message: str, kind: str) -> None:
    """Frightened, relieved, let down or put out, in the patient's own words; never a mere nod."""
    assert answer(case_id, message) in shipped_case(case_id).voice[kind]


@pytest.mark.parametrize("case_id", CASES)
def test_each_patient_reacts_to_news_in_their_own_words(case_id: str) -> None:
    """No two patients share a line, so a reader of two transcripts meets two people."""
    kinds = ("bad_news", "good_news", "refusal", "limits")
    own = {line for kind in kinds for line in shipped_case(case_id).voice[kind]}
    others = {line for other in CASES if other != case_id for kind in kinds
              for line in shipped_case(other).voice[kind]}  # fmt: skip
    assert len(own) >= 3 * len(kinds)
    assert not own & others


def test_teach_back_says_the_plan_in_the_doctors_words() -> None:
    """The patient repeats what they were told to do, and no more."""
    plan = Say("Take two Panadol four times a day. Keep moving. Come back in a week.")
    text = answer("back_pain_mechanical", "Can you tell me back what you're going to do?", plan)
    assert text.startswith("You said \u201c")
    assert "Come back in a week" in text


def test_teach_back_before_a_plan_says_that_there_was_none() -> None:
    """Nobody repeats what was never said."""
    text = answer("back_pain_mechanical", "Can you tell me back what you're going to do?")
    assert text in shipped_case("back_pain_mechanical").voice["teach_back"]


def test_said_back_keeps_to_a_few_short_sentences() -> None:
    """People remember the last few things, not the long ones."""
    long = "Take " + "one and then another " * 10
    assert said_back([long, "Rest", "Drink", "Sleep", "Ring me"]) == (
        "You said “Drink”, and “Sleep”, and “Ring me”."
    )
    assert said_back([]) == ""


@pytest.mark.parametrize(
    ("case_id", "message"),
    [
        (
            "abdo_pain_appendicitis",
            "Would you mind getting up on the couch so I can feel your tummy?",
        ),
        ("dysuria_cystitis", "Would it be all right if we ran a pregnancy test on that sample?"),
        ("chest_pain_stemi", "I'd like to put a drip in your arm, is that all right with you?"),
    ],
)
def test_consent_in_a_long_sentence_is_given_and_costs_nothing(case_id: str, message: str) -> None:
    """Asking leave is no question of the budget."""
    reply = asyncio.run(PATIENTS[case_id].hear(message, ()))
    voice = shipped_case(case_id).voice
    assert reply.text in {*voice["consent"], *voice["agrees"]}
    assert reply.questions == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("How many a day?", "Twenty a day. I tried the patches and they made me itch."),
        (
            "What happened with the patches?",
            "I tried the patches and they made me itch. I gave up.",
        ),
    ],
)
def test_a_long_answer_is_told_again_by_what_is_asked(asked: str, told: str) -> None:
    """The half that holds the number, or the words, that the doctor wants."""
    answer = ("I started at school behind the shed with my cousin. Twenty a day. I tried the "
              "patches and they made me itch. I gave up. My wife hates it.")  # fmt: skip
    assert told_again(answer, asked, 0) == f"Like I said: {told}"


def test_a_short_answer_is_told_again_whole() -> None:
    """A four when it started, and a seven now: half of it would mislead."""
    answer = "A four when it started. Seven now."
    assert told_again(answer, "How bad?", 1) == f"As I said: {answer}"


def test_a_question_is_read_with_the_statement_before_it() -> None:
    """The pain that the doctor has just pointed at is the one that is meant."""
    message = "I can see you holding your side. Tell me more about that pain."
    reply = asyncio.run(PATIENTS["cough_pneumonia"].hear(message, ()))
    assert reply.asked == ("pleuritic_pain",)
