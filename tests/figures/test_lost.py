"""Where points were lost: what, by whom, how often, and where to look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crookbench.figures.lost import lost_by, lost_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]


def _line(item: str, points: int = 10, **fields: Any) -> dict[str, Any]:
    return {"points": points, "part": "history", "label": item.partition(":")[2], "item": item,
            "kind": "history", "move": 1} | fields  # fmt: skip


@pytest.fixture
def run(consult: Make, run_of: Plan) -> Run:
    """Two doctors, twice each: fever is missed by one of them, a bad tablet given by the other."""
    pain, fever = _line("history:pain"), _line("history:fever", 20)
    tablet = _line("safety:tablet", -30, part="management", kind="safety", move=7)
    return run_of(
        consult("m", "a", 1, 60, awards=[pain], missed=[fever]),
        consult("m", "a", 2, 20, awards=[pain], missed=[fever]),
        consult("n", "a", 1, 30, awards=[pain, fever, tablet], missed=[]),
        consult("n", "a", 2, 30, awards=[pain, fever], missed=[]),
    )


def test_missed_item_counts_its_points_in_every_consult(run: Run) -> None:
    """Fever, 20 points twice; the other doctor never missed it, and no move did."""
    (fever,) = lost_by(run, "m")
    assert (fever.label, fever.points, fever.of, fever.others) == ("fever", 40, 2, 0.0)
    assert fever.at == ((("m", "a", 1), None), (("m", "a", 2), None))


def test_act_that_costs_points_leads_to_its_move(run: Run) -> None:
    """The tablet, at move 7 of the first consult."""
    (tablet,) = lost_by(run, "n")
    assert (tablet.label, tablet.points, tablet.of, tablet.others) == ("tablet", 30, 2, 0.0)
    assert tablet.at == ((("n", "a", 1), 7),)


def test_case_adds_up_all_doctors(run: Run) -> None:
    """The most points first; there are no others to set them beside."""
    assert [(each.label, each.points, each.of, each.others) for each in lost_on(run, "a")] == [
        ("fever", 40, 4, None), ("tablet", 30, 4, None),
    ]  # fmt: skip


def test_doctor_that_lost_nothing_has_no_losses(consult: Make, run_of: Plan) -> None:
    """Nothing to show."""
    assert lost_by(run_of(consult("m", "a", 1, 10, awards=[_line("history:pain")])), "m") == ()
