"""Tests of which topics a part of a message reaches, in the cases that ship."""

from __future__ import annotations

import asyncio

import pytest
from patient_cases import written_cases

from crookbench.patient.chart import ChartPatient
from crookbench.patient.kept import lines_of
from crookbench.patient.training import FOLLOW_UP, TALK, is_topic, rows_of

CASES = {case.id: case for case in written_cases()}
PATIENTS = {id_: ChartPatient(case) for id_, case in CASES.items()}


def asked(case_id: str, said: str) -> tuple[str, ...]:
    return asyncio.run(PATIENTS[case_id].hear(said, ())).asked


@pytest.mark.parametrize(
    ("case_id", "said", "reached"),
    [
        ("chest_pain_stemi", "Smoke? Sugar?", {"smoking", "diabetes"}),
        ("chest_pain_stemi", "Any fevers, headaches?", {"other_sweats", "other_headache"}),
        ("cough_pneumonia", "Any medicines you can't take?", {"antibiotic_allergy"}),
        ("cough_pneumonia", "You've lost weight.", {"weight_loss"}),
        ("back_pain_mechanical", "Any kidney or stomach problems?",
         {"kidney_problems", "stomach_ulcers"}),
        ("dysuria_cystitis", "Smoke, drink?", {"smoking_habit", "alcohol"}),
    ],
)  # fmt: skip
def test_part_reaches_every_topic_it_names(case_id: str, said: str, reached: set[str]) -> None:
    """Terse words, lists, statements, and the case's own item before a generic topic."""
    assert set(asked(case_id, said)) & set(CASES[case_id].item) == reached & set(
        CASES[case_id].item
    )


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_each_example_question_reaches_its_own_item_first(case: object) -> None:
    """An author's `asked_as` line is understood as its author meant it."""
    own = CASES[case.id]  # type: ignore[attr-defined]
    for item in own.history:
        for line in item.asked_as:
            assert item.id in asked(own.id, line), line


@pytest.mark.parametrize("case_id", ["chest_pain_stemi", "dysuria_cystitis"])
def test_lines_kept_back_are_mostly_understood(case_id: str) -> None:
    """None of them, nor a paraphrase, was learnt from; they are the oddest of their kind."""
    case = CASES[case_id]
    rows = [
        row for row in rows_of(case, lines_of(case).held_out())
        if any(map(is_topic, row.labels)) and FOLLOW_UP not in row.labels and "?" in row.said
    ]  # fmt: skip
    ear = PATIENTS[case_id].ear
    right = sum(row.labels[0] in ear.hear(row.said, row.after).topics for row in rows)
    assert right >= 0.6 * len(rows)


def test_labels_know_every_kind_of_talk_once() -> None:
    """The shipped models have the kinds of the bank of talk."""
    labels = PATIENTS["chest_pain_stemi"].ear.labels
    assert len(set(labels)) == len(labels)
    assert sum(label.startswith(TALK) for label in labels) == 23
