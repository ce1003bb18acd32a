"""Points for what the patient was asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.moves import Say
from crookbench.game.points import history_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case, HistoryItem
    from crookbench.game.moves import Move


def elicited(case: Case, moves: Sequence[Move]) -> dict[str, int]:
    """Every history item that was asked for, with the move that first released it.

    Volunteered items and ids the case does not have are left out: they score nothing.
    """
    wanted = {item.id for item in case.scored_history}
    first: dict[str, int] = {}
    for index, move in enumerate(moves):
        if isinstance(move, Say):
            for released in move.released:
                if released in wanted:
                    first.setdefault(released, index)
    return first


def history_awards(case: Case, moves: Sequence[Move]) -> list[Award]:
    """One award for each scoring item elicited, at the move that released it."""
    return [
        _award(case.item[item_id], move)
        for item_id, move in elicited(case, moves).items()
        if history_points(case.item[item_id])
    ]


def _award(item: HistoryItem, move: int) -> Award:
    is_flag = item.importance == "red_flag"
    return Award(
        points=history_points(item),
        part="history",
        kind="red_flag" if is_flag else "history",
        label=item.topic,
        item=f"history:{item.id}",
        move=move,
    )
