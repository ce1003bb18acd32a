"""What a consult missed, part by part, with the points that no listed item accounts for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.items import item_id
from crookbench.figures.numbers import number, plural
from crookbench.game.awards import PARTS
from crookbench.game.points import RED_FLAG_ABSENT, RED_FLAG_PRESENT
from crookbench.website import words
from crookbench.website.pages.consult.compared import CaseItem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.awards import Missed
    from crookbench.records.record import Record, RedFlag


@dataclass(frozen=True, slots=True)
class MissedView:
    """One item that was not earned; `hint` is what would have earned it, where that is known."""

    points: str
    text: str
    hint: str


@dataclass(frozen=True, slots=True)
class MissedPart:
    """What was missed of one part of the bill.

    Attributes:
        summary: How many of its points were not earned, bonus points aside.
        rest: A sentence about points that no listed item accounts for; "" where there are none.
    """

    name: str
    summary: str
    items: tuple[MissedView, ...]
    rest: str


def missed_parts(
    record: Record, items: Sequence[CaseItem], *, wordless: bool
) -> tuple[MissedPart, ...]:
    """Every part of the bill of which something was missed.

    Args:
        record: Of a record that lists what it missed, that list counts.
        items: What consults of the case could earn: what counts for a record without a list.
        wordless: Whether the run names only some items of the plan.
    """
    return tuple(_parts(record, _missed(record, items), wordless=wordless))


def _missed(record: Record, items: Sequence[CaseItem]) -> list[Missed | CaseItem]:
    if record.missed:
        return list(record.missed)
    earned = {item_id(award) for award in record.awards}
    found = [item for item in items if item.id not in earned]
    known = {item.id for item in items}
    nobodys = (
        _of_flag(flag)
        for flag in record.red_flags
        if not flag.elicited and f"history:{flag.id}" not in known
    )
    return [*found, *nobodys]


def _of_flag(flag: RedFlag) -> CaseItem:
    """A red flag that no consult of the run asked about, so that no award tells of it."""
    points = RED_FLAG_ABSENT if flag.absent else 0 if flag.absent is None else RED_FLAG_PRESENT
    return CaseItem(f"history:{flag.id}", flag.topic, "history", "red_flag", points)


def _parts(
    record: Record, missed: Sequence[Missed | CaseItem], *, wordless: bool
) -> Iterator[MissedPart]:
    for part in PARTS:
        own = [item for item in missed if item.part == part]
        most = record.domain(part).max
        earned = sum(
            award.points
            for award in record.awards
            if award.part == part and award.points > 0 and award.kind != "acceptable"
        )
        unearned = max(0, most - earned)
        rest = unearned - sum(item.points for item in own if item.kind != "acceptable")
        views = [_view(item) for item in own]
        if part == "management" and not record.missed:
            views += [MissedView("", f"Required: {text}", "") for text in record.missed_required]
        if views or unearned:
            yield MissedPart(
                name=words.PARTS[part],
                summary=f"{number(unearned)} of {plural(most, 'point')}",
                items=tuple(views),
                rest=_rest(rest, len(own), wordless=wordless),
            )


def _view(item: Missed | CaseItem) -> MissedView:
    label = item.label or words.of_id(_id(item).rpartition(":")[2])
    text = f"Red flag: {label}" if item.kind == "red_flag" else label
    hint = "" if isinstance(item, CaseItem) else item.hint
    bonus = " (a bonus)" if item.kind == "acceptable" else ""
    return MissedView(str(item.points or ""), text + bonus, hint)


def _id(item: Missed | CaseItem) -> str:
    return item.id if isinstance(item, CaseItem) else item.item


def _rest(rest: int, listed: int, *, wordless: bool) -> str:
    """About the points that remain; diagnoses, and items worth less when late, have no line."""
    if rest <= 0:
        return ""
    points = f"{'A further ' if listed else ''}{plural(rest, 'point')}"
    if wordless:
        return f"{points}: this run does not name the items."
    return f"{points}: for what was earned only in part, such as an accepted diagnosis."
