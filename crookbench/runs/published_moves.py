"""The moves of a published consult as rows of our log: ids, points and awards, no words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from crookbench.errors import Fault
from crookbench.game.points import (
    CANT_MISS,
    CANT_MISS_WRONG,
    DIAGNOSIS_ACCEPTABLE,
    DIAGNOSIS_KEY,
    DIFFERENTIAL,
    MANAGEMENT,
    NECESSITY,
    REQUIRED_MISSED,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.runs.log import Row

    Line: TypeAlias = Mapping[str, Any]

TAGS_OF_MOVE = {
    "rx": ("penicillin", "gtn"),
    "refer": ("routine_surgeon", "specialist_referral"),
    "order": ("abdominal_ultrasound",),
    "end": ("bed_rest", "sent_home"),
}
"""By which move each tagged harm is done."""

_FINDINGS = {"exam": ("exam", "examination"), "order": ("test", "investigations")}
"""The kind and the part of an examination's and a test's award."""


ABBREVIATIONS = {"ed": "ED", "ecg": "ECG", "ct": "CT", "iv": "IV", "pde5": "PDE5", "gp": "GP"}


@dataclass(frozen=True, slots=True)
class Words:
    """Ids as words.

    Attributes:
        names: The catalogue's name of each id it has.
        harms: What each tag of a harmful act means.
        required: The text of each case's required item.
    """

    names: Mapping[str, str]
    harms: Mapping[str, str]
    required: Mapping[str, str]

    def of(self, id_: str) -> str:
        """The catalogue's name, else the id read as words."""
        words = " ".join(ABBREVIATIONS.get(word, word) for word in id_.split("_"))
        return self.names.get(id_) or words[:1].upper() + words[1:]


def rows_of(moves: Sequence[Line], bill: Line, words: Words) -> list[Row]:
    """The log rows of one consult, each with `m`, `move`, its ids, awards and the running score.

    Raises:
        Fault: The awards of a move do not add up to the points that its line gives.
    """
    rows = []
    score = 0
    for number, move in enumerate(moves, start=1):
        found = _awards(number, move, bill, words)
        points = [award["points"] for award in found]
        if sum(points) != move["points"]:
            where = f"{bill['model']}, {bill['case']}, repeat {bill['rep']}"
            key = f"m{number}"
            raise Fault(where, f"expected awards of {move['points']} points, seen {points}", key)
        score += sum(points)
        rows.append({"m": number, **_fields(move), "awards": found, "score": score})
    rows[-1] |= {name: bill[name] for name in ("total", "max", "level", "consequence")}
    return rows


def _fields(move: Line) -> Row:
    kept = {key: value for key, value in move.items() if key != "points" and value is not None}
    match move["move"]:
        case "say":
            return kept | {"released": [item for item, _, _ in move["released"]]}
        case "rx":
            kept["givenNow"] = kept.pop("given_now")
            return kept
        case "dx":
            others = [move["differential"], move["cant_miss"]]
            return {"move": "dx", "primary": move["primary"], "differentials": others}
        case _:
            return kept


def _award(points: int, kind: str, label: str, domain: str, item: str) -> Row:
    row: Row = {"points": points, "kind": kind, "label": label, "domain": domain, "item": item}
    return row | {"fromDiagnosis": True} if item.startswith("dx:") else row


def _awards(number: int, move: Line, bill: Line, words: Words) -> list[Row]:
    match move["move"]:
        case "say":
            return [
                _award(points, kind, words.of(item), "history", f"history:{item}")
                for item, kind, points in move["released"]
                if points
            ]
        case "exam" | "order":
            return _finding_awards(move, bill, words)
        case "dx":
            return _diagnosis_awards(move, bill, words)
        case "end":
            return _end_awards(number, move, bill, words)
        case _:
            return _action_awards(number, move, bill, words)


def _finding_awards(move: Line, bill: Line, words: Words) -> list[Row]:
    """One award for an examination or a test that earned or cost points."""
    kind, part = _FINDINGS[move["move"]]
    points, id_ = move["points"], move["id"]
    if not points:
        return []
    harmful = points == NECESSITY["harmful"]
    label = words.harms[_tags(bill, move["move"])[0]] if harmful else words.of(id_)
    return [_award(points, kind, label, part, f"{kind}:{id_}")]


def _diagnosis_awards(move: Line, bill: Line, words: Words) -> list[Row]:
    """The slots' awards, from the published roles; the can't-miss points are what remains."""
    ids = [move["primary"], move["differential"], move["cant_miss"]]
    roles = [role for _, role in bill["diagnoses"]]
    counts = [roles[slot] is not None and ids[slot] not in ids[:slot] for slot in (1, 2)]
    points = [_first_points(roles), *(DIFFERENTIAL if each else 0 for each in counts)]
    safety = move["points"] - sum(points)
    if safety not in (CANT_MISS, CANT_MISS_WRONG):
        return []
    slots = ("most_likely", "differential", "cant_miss", "cant_miss:safety")
    kinds = ("diagnosis", "differential", "differential", "cant_miss")
    rows = zip([*points, safety], kinds, [*ids, ids[2]], slots, strict=True)
    return [
        _award(worth, kind, words.of(id_), "management", f"dx:{slot}")
        for worth, kind, id_, slot in rows
        if worth
    ]


def _first_points(roles: Sequence[str | None]) -> int:
    if roles[0] == "key" or (roles[0] == "working" and roles[2] == "key"):
        return DIAGNOSIS_KEY
    return DIAGNOSIS_ACCEPTABLE if roles[0] in ("working", "acceptable") else 0


def _action_awards(number: int, move: Line, bill: Line, words: Words) -> list[Row]:
    """One award for a medicine or a referral: which plan items it did is not published."""
    points = move["points"]
    if not points:
        return []
    harmful = points == MANAGEMENT["harmful"]
    label = words.harms[_tags(bill, move["move"])[0]] if harmful else words.of(move["id"])
    return [_award(points, _plan_kind(points), label, "management", f"move:{number}")]


def _plan_kind(points: int) -> str:
    if points == MANAGEMENT["harmful"]:
        return "harmful"
    if points < 0:
        return "not_indicated"
    return "ideal" if points >= MANAGEMENT["ideal"] else "acceptable"


def _end_awards(number: int, move: Line, bill: Line, words: Words) -> list[Row]:
    """The spoken plan: its harms and omissions by name, the rest, which cannot be split, as one."""
    tags = _tags(bill, "end")
    bad = [
        *((MANAGEMENT["harmful"], "harmful", words.harms[tag]) for tag in tags),
        *[(REQUIRED_MISSED, "required_missed", words.required.get(bill["case"], ""))]
        * bill["missed_required"],
    ]
    good = move["points"] - sum(points for points, _, _ in bad)
    rows = [(points, kind, label, f":{n}") for n, (points, kind, label) in enumerate(bad, start=1)]
    if good:
        spoken = move["judged"] - len(tags)
        label = f"Spoken plan, {spoken} {'item' if spoken == 1 else 'items'}"
        rows.insert(0, (good, _plan_kind(good), label, ""))
    return [
        _award(points, kind, label, "management", f"move:{number}{place}")
        for points, kind, label, place in rows
    ]


def _tags(bill: Line, move: str) -> list[str]:
    """The consult's tagged harms that this kind of move does."""
    return [tag for tag in bill["harms"] if tag in TAGS_OF_MOVE[move]]


def flags_of(played: Sequence[tuple[str, Sequence[Line]]]) -> dict[str, dict[str, int]]:
    """For each case the red flags that anyone elicited, by id, with their points."""
    found: dict[str, dict[str, int]] = {}
    for case, moves in played:
        for move in moves:
            for item, kind, points in move.get("released", ()):
                if kind == "red_flag":
                    found.setdefault(case, {})[item] = points
    return {case: dict(sorted(flags.items())) for case, flags in found.items()}
