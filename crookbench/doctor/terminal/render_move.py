"""A consult on the terminal: each move with what came back, blind to points.

Every word is shown as rich `Text`, never as markup, and cannot steer the terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from crookbench.doctor.terminal.choices import NOUNS, entries
from crookbench.game.moves import (
    DIAGNOSIS_SLOTS,
    Dx,
    End,
    Exam,
    Look,
    Order,
    Refer,
    Refused,
    Rx,
    Say,
    Unheard,
)
from crookbench.game.prescription import given_now
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from crookbench.doctor.terminal.choices import ChoiceKind
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.catalogue import Entry as CatalogueEntry
    from crookbench.records.log import Entry

NOTHING_FOUND = "Nothing found."
PENDING = "ordered. The result will not be back today."
ONE_COLUMN = 12
"""Up to so many names stand one a line."""


def shown(  # noqa: PLR0911  one case a move
    entry: Entry, catalogue: Catalogue, patient: str, *, echo: bool
) -> RenderableType | None:
    """A move and what came back; None where there is nothing to see.

    Args:
        entry: The move.
        catalogue: Where the names are.
        patient: The patient's name.
        echo: Whether the doctor's own words are shown too.
    """
    match entry.move:
        case Say() as say:
            spoken = [_line("You", say.utterance)] if echo else []
            return Group(*spoken, _line(patient, say.reply)) if say.reply or echo else None
        case Exam() as exam:
            where = ", ".join(filter(None, (exam.side, exam.subregion)))
            name = _name(catalogue.examination, exam.id)
            return _line(f"{name} ({where})" if where else name, entry.shown or "")
        case Order(id=test):
            return _line(_name(catalogue.investigation, test), entry.shown or PENDING)
        case Rx() | Refer():
            return _line(*_done(entry.move, catalogue))
        case Dx() as dx:
            return _line("Diagnosis saved", _diagnosis(dx, catalogue))
        case Look() as look:
            return looked_up(look, catalogue)
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
        return "Referred", _name(catalogue.referral, move.id)
    many = "" if move.quantity is None else f"quantity {move.quantity}"
    how = (move.dose, *(() if given_now(move.frequency) else (move.frequency, move.duration)), many)
    name = _name(catalogue.medicine, move.id)
    return "Given now" if given_now(move.frequency) else "Prescribed", ", ".join(
        filter(None, (name, *how))
    )


def _diagnosis(dx: Dx, catalogue: Catalogue) -> str:
    names = [_name(catalogue.diagnosis, getattr(dx, slot)) for slot in DIAGNOSIS_SLOTS]
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
    few = len(names) <= ONE_COLUMN
    return Group(*names) if few else Columns(names, column_first=True, padding=(0, 3))


def choice_kind_of(look: Look) -> ChoiceKind:
    """Which kind of thing a look was for."""
    return next((kind for kind in NOUNS if look.query.get("kind") == kind), "exams")


def _name(entries: Mapping[str, CatalogueEntry], id_: str) -> str:
    return entries[id_].name if id_ in entries else id_


def all_shown(
    entries_: Sequence[Entry], catalogue: Catalogue, patient: str
) -> list[RenderableType]:
    """A consult so far, without what was only looked up."""
    kept = [entry for entry in entries_ if not isinstance(entry.move, Look)]
    found = [shown(entry, catalogue, patient, echo=True) for entry in kept]
    return [each for each in found if each is not None]
