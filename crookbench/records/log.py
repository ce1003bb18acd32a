"""The log of one consult: its moves with what came back and what they earned.

The move's name stands under `move`. Field names are those of crook-bench's published logs, which
are read too: there a move is known by its fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crookbench.game.moves import (
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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crookbench.game.awards import Award
    from crookbench.game.moves import Move

Row = dict[str, Any]
"""One move as it stands in the JSON file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One move of a log.

    Attributes:
        move: What was done.
        at: Seconds since the consult began.
        shown: What the doctor saw of it: a finding, a result, an answer; None while pending.
        abnormal: Whether a finding or result was abnormal.
    """

    move: Move
    at: float = 0.0
    shown: str | None = None
    abnormal: bool = False


def row(entry: Entry) -> Row:
    """A log entry as JSON, without its awards."""
    return {"move": _name(entry.move), "t": round(entry.at, 3), **_fields(entry)}


def _name(move: Move) -> str:
    return type(move).__name__.lower()


def _fields(entry: Entry) -> Row:  # noqa: C901, PLR0911  one case a move
    match entry.move:
        case Say() as say:
            return {
                "utterance": say.utterance,
                "released": list(say.released),
                "flooded": say.flooded,
                "reply": say.reply,
                "asked": list(say.asked),
                "jargon": list(say.jargon),
                "questions": say.questions,
            }
        case Exam() as exam:
            place = {"id": exam.id, "side": exam.side, "subregion": exam.subregion}
            kept = {key: value for key, value in place.items() if value is not None}
            return {**kept, "finding": entry.shown, "abnormal": entry.abnormal}
        case Order() as order:
            return {"id": order.id, "result": entry.shown, "abnormal": entry.abnormal}
        case Rx() as rx:
            fields: Row = {
                "id": rx.id,
                "dose": rx.dose,
                "frequency": rx.frequency,
                "duration": rx.duration,
                "givenNow": given_now(rx.frequency),
            }
            return fields if rx.quantity is None else {**fields, "quantity": rx.quantity}
        case Refer() as refer:
            return {"id": refer.id}
        case Dx() as dx:
            return {"primary": dx.most_likely, "differentials": [dx.differential, dx.cant_miss]}
        case Look() as look:
            return {"tool": look.tool, "query": dict(look.query), "found": list(look.found)}
        case Refused() as refused:
            return {
                "tool": refused.tool,
                "arguments": refused.arguments,
                "answer": refused.answer,
            }
        case Unheard() as unheard:
            return {"text": unheard.text}
        case End() as end:
            judged = {"managementIds": list(end.judged), "quotes": dict(end.quotes)}
            return {"judged": judged, "unmarked": list(end.unmarked)}


def award_row(award: Award) -> Row:
    """An award beside its move in the log."""
    fields: Row = {
        "points": award.points,
        "kind": award.kind,
        "label": award.label,
        "domain": award.part,
        "item": award.item,
    }
    if award.item.startswith("dx:"):
        fields["fromDiagnosis"] = True
    return fields if award.quote is None else {**fields, "quote": award.quote}


def entry(data: Mapping[str, Any]) -> Entry:
    """A log entry from its JSON.

    Raises:
        ValueError: It is no move: what was expected and what was seen.
    """
    name = _name_of(data)
    shown = data.get("finding", data.get("result", data.get("reply")))
    return Entry(
        move=_READERS[name](data),
        at=float(data.get("t") or 0.0),
        shown=shown,
        abnormal=bool(data.get("abnormal", False)),
    )


def named_row(data: object, number: int) -> Row:
    """A row of any log with its number `m` and its move's name in front.

    Raises:
        ValueError: It is no move.
    """
    if not isinstance(data, dict):
        raise ValueError(f"expected a move, seen {type(data).__name__}")  # noqa: TRY004
    return {**data, "m": number, "move": _name_of(data)}


_TELLING = {
    "utterance": "say",
    "released": "say",
    "finding": "exam",
    "result": "order",
    "frequency": "rx",
    "primary": "dx",
    "judged": "end",
}
"""Fields that only one move has, for logs that do not name their moves as ours do."""


def _name_of(data: Mapping[str, Any]) -> str:
    for field in ("move", "type", "kind", "action"):
        if isinstance(name := data.get(field), str) and name in _READERS:
            return name
    for field, name in _TELLING.items():
        if field in data:
            return name
    if "id" in data:
        return "refer"
    raise ValueError(
        f"expected a move, one of {', '.join(_READERS)}; seen fields {sorted(map(str, data))}"
    )


def _say(data: Mapping[str, Any]) -> Say:
    return Say(
        utterance=data.get("utterance") or "",
        released=tuple(data.get("released") or ()),
        reply=data.get("reply") or "",
        flooded=bool(data.get("flooded", False)),
        asked=tuple(data.get("asked") or ()),
        jargon=tuple(data.get("jargon") or ()),
        questions=int(data.get("questions") or 0),
    )


def _rx(data: Mapping[str, Any]) -> Rx:
    return Rx(
        id=data["id"],
        dose=data.get("dose") or "",
        frequency=data["frequency"],
        duration=data.get("duration") or "",
        quantity=data.get("quantity"),
    )


def _dx(data: Mapping[str, Any]) -> Dx:
    differential, cant_miss = (*data.get("differentials", ()), "", "")[:2]
    return Dx(data["primary"], differential or "", cant_miss or "")


def _end(data: Mapping[str, Any]) -> End:
    judged = data.get("judged") or {}
    return End(
        judged=tuple(judged.get("managementIds") or ()),
        quotes=dict(judged.get("quotes") or {}),
        unmarked=tuple(data.get("unmarked") or ()),
    )


_READERS: dict[str, Callable[[Mapping[str, Any]], Move]] = {
    "say": _say,
    "exam": lambda data: Exam(data["id"], data.get("side"), data.get("subregion")),
    "order": lambda data: Order(data["id"]),
    "rx": _rx,
    "refer": lambda data: Refer(data["id"]),
    "dx": _dx,
    "end": _end,
    "look": lambda data: Look(data["tool"], dict(data["query"]), tuple(data.get("found", ()))),
    "refused": lambda data: Refused(data["tool"], data["arguments"], data["answer"]),
    "unheard": lambda data: Unheard(data["text"]),
}
