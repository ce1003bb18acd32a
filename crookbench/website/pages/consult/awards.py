"""The awards of a consult as its page shows them: beside their move, and on the bill."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crookbench.figures.numbers import lower_first, signed
from crookbench.game.moves import Say
from crookbench.game.points import NECESSITY, RED_FLAG_ABSENT
from crookbench.website import words
from crookbench.website.urls import move_anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crookbench.game.awards import Award
    from crookbench.game.moves import Move
    from crookbench.records.record import Record

_PREFIX = {
    "ideal": "",
    "acceptable": "Bonus: ",
    "harmful": "Harmful: ",
    "required_missed": "Required, not done: ",
    "safety": "Unsafe: ",
    "not_indicated": "Not indicated: ",
    "diagnosis": "Most likely: ",
    "differential": "Reasonable alternative: ",
}

_LOWERED = ("diagnosis", "differential")
"""Kinds whose name goes on a sentence that its lead begins."""

_VERDICTS = {points: name.capitalize() for name, points in NECESSITY.items()}


@dataclass(frozen=True, slots=True)
class AwardView:
    """One award, ready to be shown.

    Attributes:
        move: Number of the move that earned it.
        name: What it is for, without what it was.
        verdict: What it was, where it is an examination or a test: "Essential".
        said_in: Number of the message whose words earned it, for a spoken item marked at the end.
        issues: Ids of known issues that concern it.
    """

    points: int
    text: str
    move: int
    name: str = ""
    verdict: str = ""
    flag: bool = False
    quote: str | None = None
    said_in: int | None = None
    issues: tuple[str, ...] = ()

    @property
    def signed(self) -> str:
        return signed(self.points)

    @property
    def tone(self) -> str:
        """How it is set: points lost, a red flag, or neither."""
        return "loss" if self.points < 0 else "flag" if self.flag else ""

    @property
    def anchor(self) -> str:
        """The move a reader wants to see: where the words were said, else where it was done."""
        return move_anchor(self.said_in or self.move)


def award_views(record: Record, log: Sequence[Move]) -> tuple[tuple[Award, AwardView], ...]:
    """Every award of the record with the form in which pages show it, in the record's order."""
    said = {
        number: _plain(move.utterance)
        for number, move in enumerate(log, start=1)
        if isinstance(move, Say)
    }
    return tuple((award, _award_view(award, said)) for award in record.awards)


def with_issues(
    awards: Iterable[tuple[Award, AwardView]], issues: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[Award, AwardView], ...]:
    """The awards with the known issues that concern them: ids by the item of the award."""
    return tuple(
        (award, replace(shown, issues=issues[award.item]) if award.item in issues else shown)
        for award, shown in awards
    )


def _award_view(award: Award, said: Mapping[int, str]) -> AwardView:
    return AwardView(
        points=award.points,
        text=award_text(award.kind, award.label, award.item, award.points),
        move=award.move,
        name=award.label,
        verdict=_VERDICTS.get(award.points, "Unnecessary"),
        flag=award.kind == "red_flag",
        quote=award.quote,
        said_in=_said_in(award.quote, said),
    )


def award_text(kind: str, label: str, item: str, points: int) -> str:
    """What an award is for, in a reader's words."""
    name = label or words.of_id(item.rpartition(":")[2])
    match kind:
        case "red_flag" if points == RED_FLAG_ABSENT:
            return f"Red flag ruled out: {name}"
        case "red_flag":
            return f"Red flag: {name}"
        case "exam" | "test" if points == NECESSITY["harmful"]:
            return f"Harmful: {name}"
        case "exam" | "test" if points < 0:
            return f"Unnecessary: {name}"
        case "cant_miss":
            lead = "Can’t-miss diagnosis" if points > 0 else "Not a dangerous alternative"
            return f"{lead}: {lower_first(name)}"
        case _:
            return (
                _PREFIX[kind] + lower_first(name)
                if kind in _LOWERED
                else _PREFIX.get(kind, "") + name
            )


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().lower()


def _said_in(quote: str | None, said: Mapping[int, str]) -> int | None:
    """The last message that holds the quoted words: a plan is told at the end."""
    if not quote or not (wanted := _plain(quote)):
        return None
    return max((number for number, text in said.items() if wanted in text), default=None)
