"""Points for what the patient was asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.points import history_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.awards import Kind
    from crookbench.game.deeds import Deeds


def history_awards(done: Deeds) -> Iterator[Award]:
    """One award for each scoring item elicited, at the move that released it."""
    for item_id, move in done.elicited.items():
        item = done.case.item[item_id]
        if points := history_points(item):
            kind: Kind = "red_flag" if item.importance == "red_flag" else "history"
            yield Award(points, "history", kind, item.topic, f"history:{item.id}", move)
