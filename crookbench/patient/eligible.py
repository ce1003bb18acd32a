"""Which plan items a marker still has to look for in what the doctor said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.moves import Refer
from crookbench.game.triggers import completed_by, deeds_among

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.management import ManagementItem
    from crookbench.game.moves import Move


def sayable(case: Case) -> dict[str, ManagementItem]:
    """Items by id that words can earn, done by a move or not; one that is both earns once."""
    return {
        id_: item
        for id_, item in case.management.items.items()
        if item.judged and not id_.startswith("not_indicated")
    }


def eligible(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> dict[str, ManagementItem]:
    """Items by id that words can still earn: not those that a move did already."""
    deeds = deeds_among(moves)
    return {
        id_: item
        for id_, item in sayable(case).items()
        if not any(completed_by(catalogue, trigger, deeds) for trigger in item.when)
    }


def is_belied(case: Case, id_: str, moves: Sequence[Move]) -> bool:
    """Whether a harm that would have kept the patient from care is belied by what was done.

    It is where the harm has an aside and the patient was referred where an ideal or required
    item wants them: what was said was then hardly meant as it sounds.
    """
    if not (id_.startswith("harmful") and case.management.items[id_].aside):
        return False
    wanted = {
        place
        for other, item in case.management.items.items()
        if other.startswith("ideal") or item.required
        for trigger in item.when
        for place in trigger.refer
    }
    return any(isinstance(move, Refer) and move.id in wanted for move in moves)
