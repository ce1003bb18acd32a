"""The leaderboard on small and degenerate runs: a number with its n, or None, never NaN."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from crookbench.figures.charts import charts
from crookbench.figures.faults import faults
from crookbench.figures.findings import findings
from crookbench.figures.items import item_analysis
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names
from crookbench.figures.report import leaderboard_json, leaderboard_markdown
from crookbench.figures.traps import traps
from crookbench.game.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]


def _everything(run: Run) -> dict[str, object]:
    """Every figure of a run, which must not fail, and its leaderboard as JSON without NaN."""
    board = leaderboard(run)
    found = traps(run, {}, Catalogue())
    told = findings(run, board, found, Names())
    charts(run, board, found, Names())
    item_analysis(run)
    faults(run, {})
    leaderboard_markdown(run, board, told, Names())
    data: dict[str, object] = json.loads(leaderboard_json(board))
    return data


def test_parts_leave_out_consults_without_a_maximum(consult: Make, run_of: Plan) -> None:
    """A case without tests says nothing about tests."""
    tests = [{"id": "investigations", "earned": 3, "max": 10}]
    none = [{"id": "investigations", "earned": -2, "max": 0}]
    run = run_of(consult("m", "a", domains=tests), consult("m", "b", domains=none))
    parts = leaderboard(run).standings[0].parts
    assert (parts["investigations"], parts["history"]) == (30.0, None)


def test_efficiency_leaves_out_consults_without_questions(consult: Make, run_of: Plan) -> None:
    """Two flags for four questions are five per ten; silence is no efficiency."""
    flags = [{"topic": "f", "elicited": True}, {"topic": "g", "elicited": True},
             {"topic": "h", "elicited": False}]  # fmt: skip
    run = run_of(consult("m", "a", questions=4, red_flags=flags), consult("m", "b", questions=0))
    each = leaderboard(run).standings[0]
    assert (each.flags_per_10_questions, each.questions) == (5.0, 2.0)
    assert each.red_flags == pytest.approx(200 / 3)


def test_cost_is_unknown_where_any_is(consult: Make, run_of: Plan) -> None:
    """A mean over the known ones would be too low."""
    run = run_of(consult("m", "a", usage={"cost": 1.0}), consult("m", "b"))
    assert leaderboard(run).standings[0].cost is None


def test_unfloored_mean_shows_what_the_floor_hides(consult: Make, run_of: Plan) -> None:
    """0 of 100 after a sum of -30 is -30 unfloored."""
    run = run_of(consult("m", "a", total=0, raw_total=-30), consult("m", "b", total=50))
    each = leaderboard(run).standings[0]
    assert (each.score, each.unfloored) == (25.0, 10.0)


def test_interval_does_not_reach_below_zero(consult: Make, run_of: Plan) -> None:
    """A score cannot be negative, so neither is the end of its interval."""
    run = run_of(consult("m", "a", total=0), consult("m", "b", total=20))
    other = leaderboard(run).standings[0].other_cases
    assert other is not None
    assert other.low == 0.0


def test_one_model_has_a_score_and_no_rank(consult: Make, run_of: Plan) -> None:
    """There is nobody to be better than."""
    run = run_of(*(consult("m", case, rep) for case in "ab" for rep in (1, 2)))
    each = leaderboard(run).standings[0]
    assert (each.score, each.these_cases, each.rank) == (50.0, None, None)
    assert _everything(run)["models"]


def test_one_case_ranks_nobody(consult: Make, run_of: Plan) -> None:
    """One case says nothing about other cases."""
    run = run_of(*(consult(m, "a", rep, total=t + rep) for m, t in (("m", 90), ("n", 1))
                   for rep in (1, 2)))  # fmt: skip
    board = leaderboard(run)
    assert [(each.model, each.rank, each.other_cases) for each in board.standings] == [
        ("m", None, None), ("n", None, None),
    ]  # fmt: skip
    assert board.standings[0].these_cases is not None
    _everything(run)


def test_one_consult_has_neither_spread_nor_interval(consult: Make, run_of: Plan) -> None:
    """Too few is None, not 0."""
    run = run_of(consult("m", "a"))
    each = leaderboard(run).standings[0]
    assert (each.n_scored, each.sd, each.these_cases, each.other_cases) == (1, None, None, None)
    _everything(run)


def test_all_zeros_are_equal(consult: Make, run_of: Plan) -> None:
    """Equal scores leave every rank open."""
    run = run_of(*(consult(m, case, rep, total=0) for m in "mn" for case in "ab" for rep in (1, 2)))
    board = leaderboard(run)
    assert [(each.score, each.rank and (each.rank.low, each.rank.high)) for each in
            board.standings] == [(0.0, (1, 2)), (0.0, (1, 2))]  # fmt: skip
    _everything(run)


def test_model_without_a_scored_consult_stands_last_with_its_n(consult: Make, run_of: Plan) -> None:
    """Every figure of it is None."""
    run = run_of(consult("m", "a"), consult("m", "b"), doctors=["none", "m"])
    each = leaderboard(run).standings[-1]
    assert (each.model, each.n_scored, each.n_planned) == ("none", 0, 2)
    figures = (
        each.score, each.sd, each.red_flags, each.questions, each.harms, each.cost,
        each.required_care_missed, each.these_cases, each.other_cases, each.rank,
    )  # fmt: skip
    assert set(figures) == {None}
    _everything(run)


def test_model_with_gaps_is_shown_and_not_ranked(consult: Make, run_of: Plan) -> None:
    """However good its consults, it stands below the complete ones without a rank."""
    complete = [consult(m, case, total=t) for m, t in (("m", 50), ("n", 40)) for case in "ab"]
    board = leaderboard(run_of(*complete, consult("gap", "a", total=99)))
    assert [(s.model, s.n_scored, s.rank is None) for s in board.standings] == [
        ("m", 2, False), ("n", 2, False), ("gap", 1, True),
    ]  # fmt: skip
    assert board.resolution.pairs == 1


def test_record_that_the_run_does_not_plan_is_left_out(consult: Make, run_of: Plan) -> None:
    """A case, a repeat or a model outside the plan changes no figure."""
    planned = [consult("m", "a", total=40), consult("m", "b", total=60)]
    extra = [consult("m", "c", total=100), consult("m", "a", 2, total=0), consult("x", "a")]
    plan = {"doctors": ["m"], "cases": ("a", "b"), "reps": 1}
    assert leaderboard(run_of(*planned, *extra, **plan)) == leaderboard(run_of(*planned, **plan))


def test_consult_of_a_case_that_scores_nothing_is_not_scored(consult: Make, run_of: Plan) -> None:
    """A maximum of 0 has no share: the consult is a gap."""
    run = run_of(consult("m", "a"), consult("m", "b", total=0, max=0, domains=[]))
    each = leaderboard(run).standings[0]
    assert (each.n_scored, each.n_planned, each.score) == (1, 2, 50.0)
    _everything(run)


def test_record_with_nan_is_refused(consult: Make) -> None:
    """NaN never gets as far as a figure."""
    with pytest.raises(ValidationError):
        consult("m", "a", usage={"cost": float("nan")})


def test_empty_run_has_an_empty_leaderboard(run_of: Plan) -> None:
    """Nothing planned, nothing shown, nothing broken."""
    assert _everything(run_of()) == {"run": "tiny", "models": []}
