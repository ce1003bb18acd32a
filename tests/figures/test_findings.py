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
    "diagnosis": "Every model named a right diagnosis first, in 195 of 195 consults: the "
    "expected diagnosis in 162, an accepted alternative in 33.",
    "questions": "Models that asked more found more red flags (rank correlation 0.70, 95 % "
    "interval 0.18 to 0.92): the top two asked 25–27 questions a consult and found 82–88 % of the "
    "red flags; Gemini 3.1 Pro, which asked the fewest of those that never missed required care, "
    "asked 14 and found 55 %.",
    "budget": "No consult used up the budget of 50 questions: the most was 41, in 1 consult.",
    "traps": "Every trap worked: penicillin for the allergic patient (18 of 39, never the top "
    "three), GTN after sildenafil (7 of 39), ectopic pregnancy named for a man (3 of 39) and "
    "can't-miss diagnosis that repeats another (9 of 195).",
    "missed-flags": "Most-missed warning sign in each case that has one: sweating (chest pain "
    "STEMI, missed in 30 of 39), movement pain (abdo pain appendicitis, missed in 15 of 39), "
    "breathlessness (cough pneumonia, missed in 2 of 39).",
    "price": "A higher price did not clearly bring a higher score (rank correlation 0.53, 95 % "
    "interval −0.07 to 0.85): GPT-6.1 Sol scored 80 % at US$0.03 a consult, Claude Fable 5.1 75 % "
    "at US$2.06.",
    "fewest-questions": "Llama 4 Maverick asked the fewest questions, 6 a consult, and missed the "
    "required care in 3 of 15.",
}


def _told(run: Run, names: Names | None = None) -> dict[str, Finding]:
    found = traps(run, {}, Catalogue())
    board = leaderboard(run)
    return {each.id: each for each in findings(run, board, found, names or Names())}


def test_findings_of_the_published_run(published: Run, names: Names) -> None:
    """Seven sentences, word for word, in order."""
    assert {id_: each.text for id_, each in _told(published, names).items()} == PUBLISHED


def test_findings_carry_the_consults_behind_them(published: Run, names: Names) -> None:
    """As many as the sentence says."""
    told = _told(published, names)
    evidence = {id_: len(each.consults) for id_, each in told.items()}
    assert evidence == {
        "diagnosis": 195, "questions": 45, "budget": 1, "traps": 35, "missed-flags": 47,
        "price": 30, "fewest-questions": 3,
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
    """No cost, no traps, no questions: one sentence remains."""
    right = [{"label": "A", "id": "a", "role": "key"}, {"label": "B", "id": "b"},
             {"label": "C", "id": "c"}]  # fmt: skip
    run = run_of(
        *(consult("baseline/oracle", case, total=100, diagnoses=right) for case in ("a", "b")),
        *(consult("baseline/silent", case, total=5 + 5 * (case == "b")) for case in ("a", "b")),
    )
    assert {id_: each.text for id_, each in _told(run).items()} == {
        "diagnosis": "A right diagnosis was named first in 2 of 4 consults, each time the "
        "expected one.",
    }


def test_findings_say_when_the_budget_was_used_up(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Counts the consults that did."""
    run = run_of(consult("m", "a", questions=50), consult("m", "b", questions=20))
    assert _told(run)["budget"].text == (
        "The budget of 50 questions was used up in 1 of 2 consults."
    )


def test_traps_that_nobody_fell_for_are_counted_and_not_listed(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Of two traps one worked: the other is no finding."""
    sprung, unsprung = traps(published, {}, Catalogue())[:2]
    told = {
        each.id: each.text
        for each in findings(published, board, (sprung, replace(unsprung, sprung=())), names)
    }
    assert told["traps"] == (
        "One of two traps worked: penicillin for the allergic patient (18 of 39, never the top "
        "three)."
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

    more = [each for n in range(3, 8) for each in asks(f"m{n}", n, 10 * n)]
    run = run_of(*asks("m", 9, 90), *asks("n", 8, 80), *more, *asks("s", 0, 2), *asks("t", 0, 1))
    assert _told(run)["questions"].text == (
        "Models that asked more found more red flags (rank correlation 1.00, 95 % interval 0.89 to "
        "1.00): the top two asked 8–9 questions a consult and found 80–90 % of the red flags; s "
        "and t, which asked the fewest, asked 0 and found 0 %."
    )


def test_relation_that_its_interval_leaves_open_is_no_finding(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Four doctors in perfect order are too few to claim that asking more finds more."""
    run = run_of(*(
        consult(model, case, total=10 * n, questions=n,
                red_flags=[{"topic": f"f{m}", "elicited": m < n} for m in range(10)])
        for n, model in enumerate("abcd", start=1) for case in "ab"
    ))  # fmt: skip
    assert "questions" not in _told(run)
