"""A consult on the terminal: each move with what came back, blind to points.

Every word is shown as rich `Text`, never as markup, and cannot steer the terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from crookbench.doctor.terminal.choices import NOUNS, entries
from crookbench.game.catalogue import name_in
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
from crookbench.game.search import LIMIT
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from crookbench.doctor.terminal.choices import ChoiceKind
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move

NOTHING_FOUND = "Nothing found."
PENDING = "ordered. The result will not be back today."
ONE_COLUMN = 12
"""Up to so many names stand one a line."""


def shown(  # noqa: C901, PLR0911  one case a move
    move: Move, catalogue: Catalogue, patient: str, *, echo: bool
) -> RenderableType | None:
    """A move and what came back; None where there is nothing to see.

    Args:
        move: The move.
        catalogue: Where the names are.
        patient: The patient's name.
        echo: Whether the doctor's own words are shown too.
    """
    match move:
        case Say():
            spoken = [_line("You", move.utterance)] if echo else []
            return Group(*spoken, _line(patient, move.reply)) if move.reply or echo else None
        case Exam():
            where = ", ".join(filter(None, (move.side, move.subregion))).replace("_", " ")
            name = name_in(catalogue.examination, move.id)
            return _line(f"{name} ({where})" if where else name, move.finding or "")
        case Order():
            return _line(name_in(catalogue.investigation, move.id), move.result or PENDING)
        case Rx() | Refer():
            return _line(*_done(move, catalogue))
        case Stop():
            return _line("Stopped", name_in(catalogue.medicine, move.id))
        case Withdraw():
            return _line("Script taken back", name_in(catalogue.medicine, move.id))
        case Review():
            return _line("Review booked", move.when)
        case Dx():
            return _line("Diagnosis saved", _diagnosis(move, catalogue))
        case Look():
            return looked_up(move, catalogue)
        case Refused(answer=text) | Unheard(text=text):
            return plain(text)
        case End():
            return plain("The consultation has ended.")


def plain(text: str, style: str = "") -> Text:
    """Words that stand for themselves."""
    return Text(printable(text), style)


def _line(who: str, what: str) -> Text:
    return Text.assemble((printable(f"{who}:"), "bold"), " ", printable(what))


def _done(move: Rx | Refer, catalogue: Catalogue) -> tuple[str, str]:
    if isinstance(move, Refer):
        return "Referred", name_in(catalogue.referral, move.id)
    many = "" if move.quantity is None else f"quantity {move.quantity}"
    how = (
        move.dose,
        move.route,
        *(() if move.given_now else (move.frequency, move.duration)),
        many,
    )
    name = name_in(catalogue.medicine, move.id)
    return "Given now" if move.given_now else "Prescribed", ", ".join(filter(None, (name, *how)))


def _diagnosis(dx: Dx, catalogue: Catalogue) -> str:
    names = [name_in(catalogue.diagnosis, id_) for id_ in dx.slots.values()]
    most_likely, differential, cant_miss = names
    return f"{most_likely}; differential: {differential}; can't-miss: {cant_miss}"


def looked_up(look: Look, catalogue: Catalogue) -> RenderableType:
    """A numbered list of what was found."""
    if not look.found:
        return plain(NOTHING_FOUND)
    by_id = {entry.id: entry.name for entry in entries(catalogue, choice_kind_of(look))}
    names = [
        plain(f"{place:>2}. {by_id.get(id_, id_)}")
        for place, id_ in enumerate(look.found, start=1)
    ]  # fmt: skip
    if look.tool == "search" and len(names) == LIMIT:
        names.append(plain(f"The first {LIMIT}; more of the name finds fewer.", "dim"))
        return Group(*names)
    few = len(names) <= ONE_COLUMN
    return Group(*names) if few else Columns(names, column_first=True, padding=(0, 3))


def choice_kind_of(look: Look) -> ChoiceKind:
    """Which kind of thing a look was for."""
    return next((kind for kind in NOUNS if look.query.get("kind") == kind), "exams")


def all_shown(moves: Sequence[Move], catalogue: Catalogue, patient: str) -> list[RenderableType]:
    """A consult so far, without what was only looked up."""
    kept = [move for move in moves if not isinstance(move, Look)]
    found = [shown(move, catalogue, patient, echo=True) for move in kept]
    return [each for each in found if each is not None]
