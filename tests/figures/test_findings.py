"""What stood out: exact sentences, their evidence, and when they are left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crookbench.figures.findings import findings
from crookbench.figures.leaderboard import Leaderboard, leaderboard
from crookbench.figures.names import Names
from crookbench.figures.traps import traps
from crookbench.game.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.figures.findings import Finding
    from crookbench.records.results import Consult, Run

PUBLISHED = {
    "diagnosis": "Every model named a right diagnosis first, in 195 of 195 consults: the key "
    "itself in 162, an accepted alternative in 33.",
    "questions": "Red flags followed questions: the top two asked 25–27 a consult and caught "
    "82–88 % of the red flags; Gemini 3.1 Pro, which asked the fewest of those that never missed "
    "required care, asked 14 and caught 55 %.",
    "budget": "No consult used up the budget of 50 questions: the most was 41, in 1 consult.",
    "traps": "The traps worked: penicillin for the allergic patient in 18 of 39 (never by the top "
    "three), GTN after sildenafil in 7 of 39, ectopic pregnancy named for a man in 3 of 39 and "
    "can't-miss diagnosis repeated from another slot in 9 of 195.",
    "missed-flags": "Present, and most often missed case by case: sweating (chest pain STEMI, "
    "missed in 30 of 39), movement pain (abdo pain appendicitis, missed in 15 of 39), "
    "breathlessness (cough pneumonia, missed in 2 of 39).",
    "price": "Price and score are loosely related: GPT-6.1 Sol scored 80 % at US$0.03 a consult, "
    "Claude Fable 5.1 75 % at US$2.06.",
    "fewest-questions": "Llama 4 Maverick asked the fewest questions, 6 a consult, and missed the "
    "required care in 3 of 15.",
    "ranks": "Five cases tell 47 of the 78 pairs of models apart, and 1 of the 12 neighbours in "
    "the order: ranks are ranges.",
}


def _told(run: Run, names: Names | None = None) -> dict[str, Finding]:
    found = traps(run, {}, Catalogue())
    board = leaderboard(run)
    return {each.id: each for each in findings(run, board, found, names or Names())}


def test_findings_of_the_published_run(published: Run, names: Names) -> None:
    """Eight sentences, word for word, in order."""
    assert {id_: each.text for id_, each in _told(published, names).items()} == PUBLISHED


def test_findings_carry_the_consults_behind_them(published: Run, names: Names) -> None:
    """As many as the sentence says."""
    told = _told(published, names)
    evidence = {id_: len(each.consults) for id_, each in told.items()}
    assert evidence == {
        "diagnosis": 195, "questions": 45, "budget": 1, "traps": 35, "missed-flags": 47,
        "price": 30, "fewest-questions": 3, "ranks": 195,
    }  # fmt: skip
    eighteen = next(p for p in told["traps"].phrases if p.text == "18 of 39")
    assert len(eighteen.consults) == 18
    assert {case for _, case, _ in eighteen.consults} == {"cough_pneumonia"}
    assert {r.key for r in published.records if r.missed_required} == set(
        told["fewest-questions"].consults
    )


def test_findings_of_baselines_speak_of_doctors_and_leave_out_what_does_not_apply(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """No cost, no traps, no questions: two sentences remain."""
    right = [{"label": "A", "id": "a", "role": "key"}, {"label": "B", "id": "b"},
             {"label": "C", "id": "c"}]  # fmt: skip
    run = run_of(
        *(consult("baseline/oracle", case, total=100, diagnoses=right) for case in ("a", "b")),
        *(consult("baseline/silent", case, total=5 + 5 * (case == "b")) for case in ("a", "b")),
    )
    assert {id_: each.text for id_, each in _told(run).items()} == {
        "diagnosis": "A right diagnosis was named first in 2 of 4 consults, each time the key "
        "itself.",
        "ranks": "Two cases tell the two doctors apart.",
    }


def test_findings_say_when_the_budget_was_used_up(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Counts the consults that did."""
    run = run_of(consult("m", "a", questions=50), consult("m", "b", questions=20))
    assert _told(run)["budget"].text == (
        "The budget of 50 questions was used up in 1 of 2 consults."
    )


def test_traps_that_nobody_walked_into_are_counted_and_not_listed(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Of two traps one worked: the other is no finding."""
    sprung, unsprung = traps(published, {}, Catalogue())[:2]
    told = {
        each.id: each.text
        for each in findings(published, board, (sprung, replace(unsprung, sprung=())), names)
    }
    assert told["traps"] == (
        "Of two traps one worked: penicillin for the allergic patient in 18 of 39 (never by the "
        "top three)."
    )


def test_findings_of_nothing_are_none(run_of: Callable[..., Run], board: Leaderboard) -> None:
    """A run that planned and scored nothing has no findings."""
    assert board.standings
    assert _told(run_of(doctors=["m"], cases=("a",))) == {}


def test_findings_name_all_who_asked_the_fewest(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Two silent doctors share the least."""

    def asks(model: str, questions: int, total: int) -> list[Consult]:
        flags = [{"topic": f"f{n}", "elicited": n < questions} for n in range(10)]
        fields = {"questions": questions, "red_flags": flags}
        return [consult(model, case, total=total, **fields) for case in "ab"]

    run = run_of(*asks("m", 9, 90), *asks("n", 8, 80), *asks("s", 0, 2), *asks("t", 0, 1))
    assert _told(run)["questions"].text == (
        "Red flags followed questions: the top two asked 8–9 a consult and caught 80–90 % of the "
        "red flags; s and t, which asked the fewest, asked 0 and caught 0 %."
    )
