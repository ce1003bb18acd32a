"""Which moves do a plan item."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, TypeAlias

from crookbench.game.moves import Order, Refer, Review, Rx, Stop
from crookbench.game.prescription import DAYS, REVIEWS, SINGLE_DOSE, read_dose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.game.catalogue import Catalogue
    from crookbench.game.management import DoseRange, Limits, Trigger
    from crookbench.game.moves import Move
    from crookbench.game.prescription import Dose

Deed: TypeAlias = Refer | Order | Stop | Review | Rx
"""A move that can do a plan item."""


def deeds_among(moves: Sequence[Move]) -> tuple[tuple[int, Deed], ...]:
    """The moves that can do a plan item, each with its number; most moves of a consult are talk."""
    return tuple((n, move) for n, move in enumerate(moves, start=1) if isinstance(move, Deed))


def ingredient(catalogue: Catalogue, move: Rx | Stop) -> str:
    """The exact ingredient a medicine has, in lower case, or its id where unknown."""
    entry = catalogue.medicine.get(move.id)
    return move.id if entry is None else entry.ingredient.lower()


def does(catalogue: Catalogue, trigger: Trigger, move: Deed) -> bool:
    """Whether this one move is the trigger's action, `with` left aside."""
    match move:
        case Refer(id=referral):
            return referral in trigger.refer
        case Order(id=test):
            return test in trigger.order
        case Stop():
            return _is_among(ingredient(catalogue, move), trigger.stop)
        case Review(when=when):
            return trigger.review is not None and _within(trigger.review, REVIEWS.get(when))
        case Rx():
            return _medicates(catalogue, trigger, move)


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
        and _fits(catalogue, trigger, move, duration)
    )


def _fits(catalogue: Catalogue, trigger: Trigger, move: Rx, duration: str) -> bool:
    """Whether form, dose, days and quantity are what the trigger wants.

    A dose that cannot be read is not the dose that is wanted. A length or a quantity that is not
    stated passes no limit.
    """
    entry = catalogue.medicine.get(move.id)
    form = "" if entry is None else entry.form
    if (trigger.form and form not in trigger.form) or form in trigger.not_form:
        return False
    if trigger.dose and not _in_range(
        trigger.dose, read_dose(move.dose, "" if entry is None else entry.name)
    ):
        return False
    return _within(trigger.days, DAYS.get(duration)) and _within(trigger.quantity, move.quantity)


def _in_range(wanted: DoseRange, dose: Dose | None) -> bool:
    if dose is None:
        return False
    scale = {"microgram": 0.001, "g": 1000.0}.get(wanted.unit, 1.0)
    unit = wanted.unit if wanted.unit in ("mL", "units") else "mg"
    least, most = wanted.least or 0.0, wanted.most or inf
    return dose.unit == unit and least * scale <= dose.amount <= most * scale


def _within(wanted: Limits | None, number: int | None) -> bool:
    if wanted is None or number is None:
        return True
    return (wanted.least or 0) <= number and (wanted.most is None or number <= wanted.most)


def _is_among(word: str, words: Iterable[str]) -> bool:
    return word.lower() in map(str.lower, words)


def _prescribed(
    catalogue: Catalogue, ingredients: Sequence[str], deeds: Sequence[tuple[int, Deed]]
) -> list[int]:
    """Numbers of the moves that give or prescribe any of these ingredients."""
    return [
        number for number, move in deeds
        if isinstance(move, Rx) and _is_among(ingredient(catalogue, move), ingredients)
    ]  # fmt: skip


def completed_by(
    catalogue: Catalogue, trigger: Trigger, deeds: Sequence[tuple[int, Deed]]
) -> tuple[int, ...]:
    """Numbers of the moves at which the trigger is fulfilled, in order.

    Without `with`, each move that does the action. With it, a pair fulfils it at its later move:
    each action once the other medicine is there, and the other medicine once the action is. One
    prescription can be both. With `without`, nothing fulfils it once the other medicine is there.
    """
    if trigger.without and _prescribed(catalogue, trigger.without, deeds):
        return ()
    actions = [number for number, move in deeds if does(catalogue, trigger, move)]
    if not trigger.with_:
        return tuple(actions)
    others = _prescribed(catalogue, trigger.with_, deeds)
    return tuple(sorted({max(action, other) for action in actions for other in others}))
