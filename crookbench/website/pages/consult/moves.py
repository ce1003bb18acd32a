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
    from collections.abc import Mapping

    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


NO_LABELS: Mapping[str, str] = {}


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


def action_of(  # noqa: C901, PLR0911, PLR0912
    move: Move, catalogue: Catalogue, *, wordless: bool, labels: Mapping[str, str] = NO_LABELS
) -> Action:
    """A move of a log in words; a log without words knows what was done and not what came back.

    `labels` are the words of history items of cases that are not here.
    """
    match move:
        case Say():
            return _say(move, labels)
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
            return Action("Said to nobody", shown=move.text)
        case End():
            unmarked = len(move.unmarked)
            left = f"{plural(unmarked, 'spoken item')} could not be marked." if unmarked else ""
            return Action("End", shown=f"Consult ended. {left}".strip())


def _say(say: Say, labels: Mapping[str, str]) -> Action:
    if say.utterance:
        return Action(said=say.utterance, reply=say.reply)
    told = ", ".join(labels.get(item) or lower_first(words.of_id(item)) for item in say.released)
    return Action("Talked", shown=f"Patient mentioned: {told}" if told else "Nothing new came up")


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
