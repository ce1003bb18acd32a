"""Item analysis: who could, who did, and what it tells apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crookbench.figures.items import (
    discrimination,
    done_by_all,
    item_analysis,
    missed_by_all,
    missed_most,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.figures.items import Item
    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]


def _line(item: str, points: int = 10, **fields: Any) -> dict[str, Any]:
    kind = "dx" if item.startswith("dx") else "history"
    return {"points": points, "part": "history", "label": item.partition(":")[2], "item": item,
            "kind": "diagnosis" if kind == "dx" else "history", "move": 1} | fields  # fmt: skip


def _items(run: Run) -> dict[str, Item]:
    return {item.id: item for item in item_analysis(run)["a"]}


@pytest.fixture
def run(consult: Make, run_of: Plan) -> Run:
    """Three consults: all ask about pain, one about fever, none about travel."""
    pain, fever, travel = (_line(f"history:{name}") for name in ("pain", "fever", "travel"))
    return run_of(
        consult("m", "a", 1, 60, awards=[pain, fever, _line("dx:most_likely")], missed=[travel]),
        consult("m", "a", 2, 20, awards=[pain], missed=[fever, travel]),
        consult("n", "a", 1, 30, awards=[pain, _line("history:pain2", -5)], missed=[fever, travel]),
    )


def test_items_are_counted_over_those_that_could_earn_them(run: Run) -> None:
    """Diagnoses and penalties are no items; what everybody missed is one."""
    items = _items(run)
    assert {id_: (len(item.done), len(item.of)) for id_, item in items.items()} == {
        "history:pain": (3, 3), "history:fever": (1, 3), "history:travel": (0, 3),
    }  # fmt: skip
    assert items["history:fever"].share == pytest.approx(100 / 3)
    assert ("m", "a", 1) in items["history:fever"].done


def test_items_say_what_all_and_none_did_and_what_cost_most(run: Run) -> None:
    """Travel cost 30 points, fever 20, pain nothing."""
    items = item_analysis(run)["a"]
    assert [item.label for item in done_by_all(items)] == ["pain"]
    assert [item.label for item in missed_by_all(items)] == ["travel"]
    assert [item.label for item in missed_most(items)] == ["travel", "fever"]


def test_item_that_no_marker_answered_for_is_neither_done_nor_missed(
    consult: Make, run_of: Plan
) -> None:
    """It leaves the count of that consult."""
    told = _line("plan:ideal_0", part="management", kind="ideal")
    run = run_of(
        consult("m", "a", 1, awards=[told]),
        consult("m", "a", 2, missed=[_line("history:x")], unmarked=["ideal_0"]),
    )
    assert len(_items(run)["plan:ideal_0"].of) == 1


def test_discrimination_leaves_the_items_own_points_out(run: Run) -> None:
    """Fever went with 50 of the rest, its lack with 20 and 30."""
    assert _items(run)["history:fever"].discrimination == pytest.approx(0.9449111825)
    assert _items(run)["history:pain"].discrimination is None


@pytest.mark.parametrize(
    ("done", "rest"),
    [([True, False], [1.0, 2.0]), ([True] * 3, [1.0, 2.0, 3.0]), ([True, False, True], [5.0] * 3)],
    ids=["too few", "all did", "same rest"],
)
def test_discrimination_is_none_where_nothing_varies(done: list[bool], rest: list[float]) -> None:
    """None, not NaN."""
    assert discrimination(done, rest) is None


def test_wordless_run_knows_no_items_of_the_plan(consult: Make, run_of: Plan) -> None:
    """An award known only by its move is no item; in logs with words its label tells it."""
    award = _line("move:3", label="Ambulance", part="management", kind="ideal")
    for kind, expected in (("wordless", []), ("full", ["ideal:Ambulance"])):
        assert list(_items(run_of(consult("m", "a", awards=[award]), kind=kind))) == expected
