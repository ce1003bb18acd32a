"""Which moves do a plan item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.moves import Order, Refer, Rx
from crookbench.game.prescription import given_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Trigger
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


def ingredient(catalogue: Catalogue, move: Rx) -> str:
    """The exact ingredient a prescription is for, or its id where the catalogue lacks it."""
    entry = catalogue.medicine.get(move.id)
    return move.id if entry is None else entry.ingredient


def does(catalogue: Catalogue, trigger: Trigger, move: Move) -> bool:
    """Whether this one move is the trigger's action, `with` left aside."""
    match move:
        case Refer(id=referral):
            return referral in trigger.refer
        case Order(id=test):
            return test in trigger.order
        case Rx():
            return _medicates(catalogue, trigger, move)
        case _:
            return False


def _medicates(catalogue: Catalogue, trigger: Trigger, move: Rx) -> bool:
    how = trigger.give if given_now(move.frequency) else trigger.prescribe
    return (
        ingredient(catalogue, move) in (*how, *trigger.medicate)
        and (not trigger.frequency or move.frequency in trigger.frequency)
        and (not trigger.duration or move.duration in trigger.duration)
    )


def completed_by(catalogue: Catalogue, trigger: Trigger, moves: Sequence[Move]) -> tuple[int, ...]:
    """Indices of the moves at which the trigger is fulfilled, in order.

    Without `with`, each move that does the action. With it, a pair fulfils it at its later move:
    each action once the other medicine is there, and the other medicine once the action is.
    """
    actions = [index for index, move in enumerate(moves) if does(catalogue, trigger, move)]
    if not trigger.with_:
        return tuple(actions)
    others = [
        index for index, move in enumerate(moves)
        if isinstance(move, Rx) and ingredient(catalogue, move) in trigger.with_
    ]  # fmt: skip
    pairs = {max(action, other) for action in actions for other in others if action != other}
    return tuple(sorted(pairs))
