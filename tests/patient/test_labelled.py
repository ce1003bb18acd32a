"""How well patient and marker understand sentences that nobody wrote for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from patient_cases import written_cases

from crookbench.casebook.casebook import load_catalogue
from crookbench.casebook.evaluation import Evaluation, Tally, evaluate
from crookbench.casebook.labelled import labelled_path, read_labelled
from crookbench.paths import shipped
from crookbench.runs.participants import ChartParticipants

if TYPE_CHECKING:
    from crookbench.casebook.evaluation import Rate

CASES = shipped("cases")


@pytest.fixture(scope="module")
def found() -> dict[str, Evaluation]:
    sets = {
        case.id: (case, read_labelled(labelled_path(CASES, case.id), case))
        for case in written_cases()
    }
    return asyncio.run(evaluate(sets, ChartParticipants(load_catalogue(CASES / "catalogue")), 1))


def share(rate: Rate) -> float:
    return rate.hits / rate.of


def test_questions_mostly_reach_their_topic(found: dict[str, Evaluation]) -> None:
    """At least 88 of 100 topics asked about in every case, and 95 in the first case written."""
    for id_, each in found.items():
        assert share(Tally(each.questions).recall()) >= 0.88, id_
    assert share(Tally(found["cough_pneumonia"].questions).recall()) >= 0.95


def test_questions_seldom_reach_another_topic(found: dict[str, Evaluation]) -> None:
    """At least 87 of 100 topics reached were asked about; floods and jargon are seen."""
    for id_, each in found.items():
        tally = Tally(each.questions)
        assert share(tally.precision()) >= 0.87, id_
        assert min(share(tally.floods), share(tally.jargon)) >= 0.98, id_


def test_plan_is_mostly_credited(found: dict[str, Evaluation]) -> None:
    """At least 85 of 100 ideal and acceptable items said in every case."""
    for id_, each in found.items():
        tally = Tally(each.plan)
        assert share(tally.recall("ideal")) >= 0.85, id_
        assert share(tally.recall("acceptable")) >= 0.85, id_
    assert share(Tally(Evaluation.of_all(found.values()).plan).recall("harmful")) >= 0.75


def test_plan_is_hardly_ever_credited_wrongly(found: dict[str, Evaluation]) -> None:
    """A wrong credit is worse than a miss, and a harm that nobody said is worst."""
    for id_, each in found.items():
        tally = Tally(each.plan)
        assert share(tally.precision()) >= 0.95, id_
        assert tally.wrong("harmful") == 0, id_
