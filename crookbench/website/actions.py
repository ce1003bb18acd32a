"""What a move did, in words, from logs with and without them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import lower_first, plural
from crookbench.website import words

if TYPE_CHECKING:
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.log import Row


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


def action_of(row: Row, catalogue: Catalogue) -> Action:  # noqa: PLR0911  one case a move
    """A move of a log in words."""
    match row["move"]:
        case "say":
            return _say(row)
        case "exam":
            what = words.examination(catalogue, row["id"], row.get("side"), row.get("subregion"))
            return Action("Examined", what, _back(row, "finding"), abnormal=_abnormal(row))
        case "order":
            what = words.name_in(catalogue.investigation, row["id"])
            return Action("Ordered", what, _back(row, "result"), abnormal=_abnormal(row))
        case "rx":
            return _prescription(row, catalogue)
        case "refer":
            return Action("Referred", words.name_in(catalogue.referral, row["id"]))
        case "dx":
            return _diagnosis(row, catalogue)
        case "look":
            return _look(row)
        case "refused":
            return Action("Could not be done", row["tool"], row["answer"])
        case "unheard":
            return Action("Written to nobody", shown=row["text"])
        case _:
            return _end(row)


def _say(row: Row) -> Action:
    if said := row.get("utterance"):
        return Action(said=said, reply=row.get("reply") or "")
    told = [words.of_id(str(item)) for item in row.get("released") or ()]
    heard = f"the patient told: {', '.join(map(lower_first, told))}" if told else ""
    return Action("Spoke", shown=heard or "nothing new was told")


def _back(row: Row, field: str) -> str:
    """A finding or result. A log without words has none; an ordered test may still be pending."""
    if field == "result" and field in row and row[field] is None:
        return "Not back during this consult."
    return row.get(field) or ""


def _abnormal(row: Row) -> bool:
    return bool(row.get("abnormal"))


def _prescription(row: Row, catalogue: Catalogue) -> Action:
    quantity = row.get("quantity")
    parts = (
        row.get("dose"),
        str(row.get("frequency", "")).lower(),
        str(row.get("duration", "")).lower(),
        f"quantity {quantity}" if quantity else "",
    )
    return Action(
        done="Gave" if row.get("givenNow") else "Prescribed",
        what=words.name_in(catalogue.medicine, row["id"]),
        shown=", ".join(part for part in parts if part),
    )


def _diagnosis(row: Row, catalogue: Catalogue) -> Action:
    names = catalogue.diagnosis
    differential, cant_miss = (*row.get("differentials", ()), "", "")[:2]
    slots = {"differential": differential, "can’t miss": cant_miss}
    rest = [f"{slot}: {words.name_in(names, id_)}" for slot, id_ in slots.items() if id_]
    return Action("Diagnosis", words.name_in(names, row["primary"]), "; ".join(rest))


def _look(row: Row) -> Action:
    query = ", ".join(str(value).replace("_", " ") for value in row["query"].values())
    found = len(row.get("found") or ())
    return Action("Looked up", query, f"{found or 'nothing'} found")


def _end(row: Row) -> Action:
    unmarked = len(row.get("unmarked") or ())
    left = f"{plural(unmarked, 'spoken item')} could not be marked." if unmarked else ""
    return Action("Ended", shown=f"the consult. {left}" if left else "the consult")
