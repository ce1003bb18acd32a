"""Promises about the answer: who is best, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures.answer import answer
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]


def _best(run: Run) -> str:
    return answer(leaderboard(run), Names()).best


def test_answer_of_the_published_run(board: Leaderboard, names: Names) -> None:
    """Who, how sure, and all three counts of pairs, word for word."""
    found = answer(board, names)
    assert found.best == (
        "GPT-6 Astra scored highest (83 %), clearly ahead of 11 of the 12 others; its lead over "
        "GPT-6.1 Sol (80 %) could be chance."
    )
    assert found.sure == (
        "Of 78 pairs of models, 53 differ clearly if each pair is tested alone, 47 if at most 5 % "
        "of such findings may be false (the ranks use this), and 2 if not one may be (Holm)."
    )
    assert found.needed == (
        "Two models usually need to be about 11 points apart before the difference is clear (2 to "
        "28, depending on the pair)."
    )


def test_answer_agrees_with_the_ranks(board: Leaderboard, names: Names) -> None:
    """Whoever's lead could be chance may hold the first place too."""
    could_be_first = [each for each in board.ranked if each.rank and each.rank.low == 1]
    assert [names.name(each.model) for each in could_be_first] == ["GPT-6 Astra", "GPT-6.1 Sol"]


def test_clear_winner_is_called_so(consult: Make, run_of: Plan) -> None:
    """Two others, both far behind on every case."""
    scores = {"m": (90, 92, 91), "n": (50, 53, 50), "o": (10, 11, 12)}
    run = run_of(*(consult(m, c, 1, s) for m, own in scores.items()
                   for c, s in zip("abc", own, strict=True)))  # fmt: skip
    assert _best(run) == "m scored highest (91 %), clearly ahead of all 2 others."


def test_lead_over_everyone_may_be_chance(consult: Make, run_of: Plan) -> None:
    """Many close ones are counted, not listed."""
    run = run_of(*(
        consult(model, case, 1, total)
        for n, model in enumerate("mnopq")
        for case, total in (("a", 80 - n), ("b", 20 + 3 * n), ("c", 60 - 4 * n))
    ))  # fmt: skip
    assert _best(run) == (
        "m scored highest (53 %), but its lead over four other models could be chance."
    )


def test_one_case_tests_no_lead(consult: Make, run_of: Plan) -> None:
    """One case has no spread."""
    run = run_of(consult("m", "a", 1, 90), consult("n", "a", 1, 10))
    assert answer(leaderboard(run), Names()).text == (
        "m scored highest (90 %), but too few cases were played by both to test its lead."
    )


def test_lone_doctor_is_compared_with_nobody(consult: Make, run_of: Plan) -> None:
    """A baseline is a doctor, no model."""
    run = run_of(consult("baseline/silent", "a", 1, 5))
    assert _best(run) == "baseline/silent scored 5 %; there is no other doctor to compare."


def test_doctor_with_gaps_is_not_best(consult: Make, run_of: Plan) -> None:
    """One lucky consult of two makes no winner."""
    run = run_of(consult("m", "a", 1, 90), doctors=["m"], cases=("a", "b"))
    assert _best(run) == (
        "No model has a score for every planned consult, so none can be called best."
    )
