"""What went wrong beside the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.figures.faults import denied_facts, faults, faults_table
from crookbench.figures.names import Names
from crookbench.figures.render import table_csv
from crookbench.game.moves import Refused, Say
from crookbench.records.results import Consult, Failure, Run
from crookbench.testing import factories as testing

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]

CASE = testing.case()


def _say(**fields: Any) -> Say:
    return Say("?", **fields)


def test_denied_facts_are_held_hidden_and_asked_for_in_general() -> None:
    """An allergy question understood as the generic topic hides the codeine rash."""
    log = [_say(asked=("other_allergies", "other_travel"), released=("flight",))]
    assert denied_facts(CASE, log) == ("codeine_rash",)


def test_denied_facts_are_none_where_told_before_or_flooded() -> None:
    """A known fact asked for again is no denial; a flood answers nothing."""
    told = [_say(released=("codeine_rash",)), _say(asked=("other_allergies",))]
    flood = [_say(asked=("other_allergies",), flooded=True)]
    assert denied_facts(CASE, told) == denied_facts(CASE, flood) == ()


def test_faults_count_floods_jargon_endings_and_retries(consult: Make, run_of: Plan) -> None:
    """Two scored consults, one failure after three tries."""
    log = [_say(flooded=True), _say(jargon=("PMHx",)), Refused("x", "{}", "no"),
           _say(asked=("other_allergies",))]  # fmt: skip
    run = run_of(
        consult("m", "sore_calf", 1, log=log, attempts=2, seconds=10.0, usage={"cost": 0.5}),
        consult("m", "sore_calf", 2, ending="say_limit", unmarked=["ideal_0"], seconds=20.0),
        failures=[Failure("m", "sore_calf", 3, "provider_error", "503", attempts=3)],
        reps=3,
    )
    assert table_csv(faults_table(run, faults(run, {CASE.id: CASE}), Names())) == (
        "doctor,n,floods,jargon,denied,refused,unmarked,ended,provider_error,say_limit,retries,"
        "cost,seconds\n"
        "m,2,1,1,1,1,1,1,1,1,3,0.5,15.0\n"
    )


def test_faults_of_a_wordless_run_say_what_is_not_logged(consult: Make, run_of: Plan) -> None:
    """Unknown is not 0."""
    run = run_of(consult("m", "sore_calf", log=[_say()]), kind="wordless")
    (found,) = faults(run, {CASE.id: CASE})
    assert (found.jargon, found.denied, found.refused) == (None, None, None)
    assert (found.cost, found.seconds, found.endings) == (None, None, {"ended": 1})
