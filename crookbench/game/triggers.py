"""Which moves do a plan item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.moves import Order, Refer, Rx
from crookbench.game.prescription import SINGLE_DOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.game.case import Trigger
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


def ingredient(catalogue: Catalogue, move: Rx) -> str:
    """The exact ingredient a prescription is for, in lower case, or its id where unknown."""
    entry = catalogue.medicine.get(move.id)
    return move.id if entry is None else entry.ingredient.lower()


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
    """A medicine is given or prescribed as wanted; words are compared without case.

    A stat dose is one dose, whatever was written for its duration.
    """
    how = trigger.give if move.given_now else trigger.prescribe
    duration = SINGLE_DOSE if move.given_now else move.duration
    return (
        _is_among(ingredient(catalogue, move), (*how, *trigger.medicate))
        and (not trigger.frequency or _is_among(move.frequency, trigger.frequency))
        and (not trigger.duration or _is_among(duration, trigger.duration))
    )


def _is_among(word: str, words: Iterable[str]) -> bool:
    return word.lower() in map(str.lower, words)


def completed_by(catalogue: Catalogue, trigger: Trigger, moves: Sequence[Move]) -> tuple[int, ...]:
    """Numbers of the moves at which the trigger is fulfilled, in order.

    Without `with`, each move that does the action. With it, a pair fulfils it at its later move:
    each action once the other medicine is there, and the other medicine once the action is. One
    prescription can be both.
    """
    numbered = list(enumerate(moves, start=1))
    actions = [number for number, move in numbered if does(catalogue, trigger, move)]
    if not trigger.with_:
        return tuple(actions)
    others = [
        number for number, move in numbered
        if isinstance(move, Rx) and _is_among(ingredient(catalogue, move), trigger.with_)
    ]  # fmt: skip
    return tuple(sorted({max(action, other) for action in actions for other in others}))
