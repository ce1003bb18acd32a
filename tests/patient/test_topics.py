"""Tests of which topics a question reaches."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from patient_cases import small_case, written_cases

from crookbench.patient.chart import ChartPatient
from crookbench.patient.data import word_list
from crookbench.patient.jargon import jargon
from crookbench.patient.topics import Topics, elements

if TYPE_CHECKING:
    from collections.abc import Iterable

CASES = {case.id: case for case in written_cases()}


@pytest.mark.parametrize(
    ("question", "reached"),
    [
        ("do you smoke", ("q_smoke",)),
        ("how many cigarettes do you have a day", ("q_smoke",)),
        ("are you a smoker", ("q_smoke",)),
        ("did you black out", ("q_faint",)),
        ("any temperatures", ("q_fever",)),
        ("do you smoke, drink alcohol or play golf", ("q_smoke", "q_drink", "q_golf")),
        ("do you smoke or drink", ("q_smoke", "q_drink")),
        ("any rash", ("other_rash",)),
        ("any rash, headache or fever", ("other_rash", "other_headache", "q_fever")),
        ("what is the capital of Mongolia", ()),
        ("", ()),
    ],
)
def test_asked_reaches_the_topics_asked_about(question: str, reached: tuple[str, ...]) -> None:
    """Words, synonyms, lists and generic topics."""
    assert Topics(small_case()).asked(question) == reached


@pytest.mark.parametrize(
    "question",
    ["any allergies", "any allergies to medicines", "are you allergic to anything"],
)
def test_asked_prefers_an_item_of_the_case_to_the_generic_topic_it_covers(question: str) -> None:
    """B5: a question about allergies reaches the penicillin reaction."""
    assert Topics(small_case()).asked(question) == ("q_penicillin",)


@pytest.mark.parametrize(
    ("question", "reached"),
    [
        ("any shivers or sweats", ("sweating",)),
        ("have you felt sick or vomited", ("nausea_vomiting",)),
        ("any rash or vomiting", ("other_rash", "nausea_vomiting")),
    ],
)
def test_asked_leaves_a_generic_topic_beside_an_item_on_its_subject(
    question: str, reached: tuple[str, ...]
) -> None:
    """Who says that he was dripping does not deny sweats in the same breath."""
    assert Topics(CASES["chest_pain_stemi"]).asked(question) == reached


@pytest.mark.parametrize(
    ("id_", "question", "reached"),
    [
        ("chest_pain_stemi", "Any chest pain?", ("chest_pain",)),
        ("chest_pain_stemi", "Any chest pain in the last few weeks?", ("crescendo_angina",)),
        ("chest_pain_stemi", "Any change in your bowels?", ("other_bowels",)),
        ("cough_pneumonia", "whether anything makes it better or worse", ("treatment_tried",)),
        ("cough_pneumonia", "Have you felt dizzy, or fainted?", ("other_faint",)),
        ("back_pain_mechanical", "I was wondering whether you have a cough.", ("other_cough",)),
        ("back_pain_mechanical", "Have you felt sick or vomited?", ("other_vomiting",)),
        ("back_pain_mechanical", "Have you ever had a bleed?", ("stomach_ulcers",)),
        ("dysuria_cystitis", "I'd like to know how much alcohol you drink.", ("alcohol",)),
        ("dysuria_cystitis", "Have you noticed any bleeding?", ("haematuria",)),
        ("dysuria_cystitis", "Have you had any operations?", ("other_operations",)),
    ],
)
def test_asked_of_a_case_denies_nothing_true_and_tells_nothing_unasked(
    id_: str, question: str, reached: tuple[str, ...]
) -> None:
    """The answer is to the question, whichever way it is put."""
    assert Topics(CASES[id_]).asked(question) == reached


def test_asked_reaches_an_item_by_the_generic_topic_it_covers_alone() -> None:
    """What stands for a generic topic is reached by that topic's words."""
    case = small_case()
    golf = case.item["q_golf"]
    covering = golf.model_copy(update={"covers": ("other_hospital",)})
    history = tuple(covering if item is golf else item for item in case.history)
    topics = Topics(case.model_copy(update={"history": history}))
    assert Topics(case).asked("have you been in hospital") == ("other_hospital",)
    assert topics.asked("have you been in hospital") == ("q_golf",)


def test_asked_fills_in_a_pronoun_from_the_context() -> None:
    """A pronoun stands for what was spoken of before."""
    topics = Topics(small_case())
    assert topics.asked("how often do you have it", "Alcohol") == ("q_drink",)


def test_elements_repeat_the_opening_of_a_list() -> None:
    """Each element is asked for as the first is."""
    assert elements("do you smoke, drink or gamble") == (
        "do you smoke", "do you drink", "do you gamble",
    )  # fmt: skip


def test_elements_share_the_head_of_a_list() -> None:
    """What only the last spells out is meant of all."""
    assert elements("any heart, kidney or liver disease") == (
        "any heart disease", "any kidney disease", "any liver disease",
    )  # fmt: skip
    assert elements("any headaches, a rash or joint pain")[0] == "any headaches"


@pytest.mark.parametrize(
    "question",
    ["apart from the smoking, do you drink", "do you drink, other than smoking"],
)
def test_asked_leaves_out_what_the_question_leaves_out(question: str) -> None:
    """Who asks what there is besides smoking does not ask about smoking."""
    assert Topics(small_case()).asked(question) == ("q_drink",)


@pytest.mark.parametrize("topic", sorted(word_list("decoys")))
def test_asked_reaches_each_generic_topic_by_each_of_its_triggers(topic: str) -> None:
    """A case without the subject denies it by its generic topic."""
    bare = small_case().model_copy(update={"history": ()})
    missed = [
        ask for ask in word_list("decoys")[topic]["asks"] if topic not in Topics(bare).asked(ask)
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("case_id", "item_id", "line"),
    [
        (case.id, item.id, line)
        for case in CASES.values()
        for item in case.history
        for line in item.asked_as
    ],
)
def test_each_example_question_reaches_its_own_item_first(
    case_id: str, item_id: str, line: str
) -> None:
    """An author's `asked_as` line is understood as its author meant it."""
    case = CASES[case_id]
    reply = asyncio.run(ChartPatient(case).hear(line, ()))
    assert reply.asked[:1] == (item_id,)
    volunteered = case.item[item_id].volunteered
    assert reply.released[:1] == (() if volunteered else (item_id,))


def _words(terms: Iterable[dict[str, object]]) -> set[str]:
    return {str(word) for term in terms for word in (term["term"], *term.get("also", ()))}  # type: ignore[misc, attr-defined]


def test_jargon_knows_ninety_terms_and_none_that_lay_people_use() -> None:
    """Each term has plain words; asthma, cancer and the like are plain themselves."""
    listed = word_list("jargon")
    assert len(listed["terms"]) >= 90
    assert all(term["lay"] for term in listed["terms"])
    assert _words(listed["terms"]).isdisjoint(listed["accepted"])
    assert [word for word in listed["accepted"] if jargon(f"any {word}")] == []


@pytest.mark.parametrize("term", sorted(_words(word_list("jargon")["terms"])))
def test_jargon_finds_each_of_its_terms(term: str) -> None:
    """A medical word is noticed wherever it stands."""
    assert jargon(f"have you had any {term} lately") == (term,)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("any dyspnoea or haemoptysis", ("dyspnoea", "haemoptysis")),
        ("Dyspnoea", ("Dyspnoea",)),
        ("any dyspnoea, that is, shortness of breath", ()),
        ("do you wear a cap", ()),
        ("is Ed at home", ()),
        ("did you go to ED", ("ED",)),
        ("do you have asthma", ()),
    ],
)
def test_jargon_leaves_plain_and_explained_words(text: str, found: tuple[str, ...]) -> None:
    """Abbreviations count in capitals only; an explanation beside the term makes it plain."""
    assert jargon(text) == found
