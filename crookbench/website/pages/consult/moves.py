"""What a move did, in words, from logs with and without them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import lower_first, plural
from crookbench.game.moves import (
    Dx,
    End,
    Exam,
    Look,
    Order,
    Refer,
    Refused,
    Review,
    Rx,
    Say,
    Stop,
    Unheard,
    Withdraw,
)
from crookbench.website import words
from crookbench.website.words import name_in

if TYPE_CHECKING:
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


@dataclass(frozen=True, slots=True)
class Action:
    """What a move did, in words.

    Attributes:
        done: What the doctor did, for every move but a message: "Examined".
        what: To what it was done: "Breath sounds, left".
        shown: What came back.
        said: The doctor's words; `reply` the patient's.
    """

    done: str = ""
    what: str = ""
    shown: str = ""
    said: str = ""
    reply: str = ""
    abnormal: bool = False


def action_of(move: Move, catalogue: Catalogue, *, wordless: bool) -> Action:  # noqa: C901, PLR0911, PLR0912
    """A move of a log in words; a log without words knows what was done and not what came back."""
    match move:
        case Say():
            return _say(move)
        case Exam():
            what = words.examination(catalogue, move.id, move.side, move.subregion)
            return Action("Examined", what, move.finding or "", abnormal=move.abnormal)
        case Order():
            what = name_in(catalogue.investigation, move.id)
            pending = "" if wordless else "Not back during this consult."
            shown = pending if move.result is None else move.result
            return Action("Ordered", what, shown, abnormal=move.abnormal)
        case Rx():
            return _prescription(move, catalogue)
        case Refer():
            return Action("Referred", name_in(catalogue.referral, move.id))
        case Stop():
            return Action("Stopped", name_in(catalogue.medicine, move.id))
        case Withdraw():
            return Action("Took back the script for", name_in(catalogue.medicine, move.id))
        case Review():
            return Action("Booked a review", lower_first(move.when))
        case Dx():
            return _diagnosis(move, catalogue)
        case Look():
            query = ", ".join(value.replace("_", " ") for value in move.query.values())
            return Action("Looked up", query, f"{len(move.found) or 'nothing'} found")
        case Refused():
            return Action("Could not be done", move.tool, move.answer)
        case Unheard():
            return Action("Written to nobody", shown=move.text)
        case End():
            unmarked = len(move.unmarked)
            left = f"{plural(unmarked, 'spoken item')} could not be marked." if unmarked else ""
            return Action("Ended", shown=f"the consult. {left}" if left else "the consult")


def _say(say: Say) -> Action:
    if say.utterance:
        return Action(said=say.utterance, reply=say.reply)
    told = ", ".join(lower_first(words.of_id(item)) for item in say.released)
    return Action("Spoke", shown=f"the patient told: {told}" if told else "nothing new was told")


def _prescription(rx: Rx, catalogue: Catalogue) -> Action:
    quantity = f"quantity {rx.quantity}" if rx.quantity else ""
    parts = (rx.dose, rx.route or "", rx.frequency.lower(), rx.duration.lower(), quantity)
    return Action(
        done="Gave" if rx.given_now else "Prescribed",
        what=name_in(catalogue.medicine, rx.id),
        shown=", ".join(part for part in parts if part),
    )


def _diagnosis(dx: Dx, catalogue: Catalogue) -> Action:
    differential, cant_miss = dx.differentials
    slots = {"differential": differential, "can’t miss": cant_miss}
    named = {slot: name_in(catalogue.diagnosis, id_) for slot, id_ in slots.items() if id_}
    rest = "; ".join(f"{slot}: {name}" for slot, name in named.items())
    return Action("Diagnosis", name_in(catalogue.diagnosis, dx.primary), rest)
