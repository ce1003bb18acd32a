"""Points for what was ordered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.moves import Order
from crookbench.game.points import NECESSITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case, Necessity
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


def ordered(moves: Sequence[Move]) -> dict[str, int]:
    """Every test ordered, with the move that first ordered it."""
    first: dict[str, int] = {}
    for index, move in enumerate(moves):
        if isinstance(move, Order):
            first.setdefault(move.id, index)
    return first


def necessity(case: Case, test_id: str) -> Necessity:
    """How much a test is needed here; one the case does not list is unnecessary."""
    written = case.investigations.get(test_id)
    return "unnecessary" if written is None else written.necessity


def investigation_awards(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> list[Award]:
    """One award for each test that earns or costs points; the nth unnecessary one costs 2n."""
    awards = []
    unnecessary = 0
    for test_id, move in ordered(moves).items():
        need = necessity(case, test_id)
        unnecessary += need == "unnecessary"
        points = NECESSITY[need] * (unnecessary if need == "unnecessary" else 1)
        if points:
            awards.append(_award(catalogue, test_id, points, move))
    return awards


def _award(catalogue: Catalogue, test_id: str, points: int, move: int) -> Award:
    entry = catalogue.investigation.get(test_id)
    return Award(
        points=points,
        part="investigations",
        kind="test",
        label=test_id if entry is None else entry.name,
        item=f"test:{test_id}",
        move=move,
    )
