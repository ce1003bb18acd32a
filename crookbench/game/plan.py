"""Points for what was done about it: management, its harms and its omissions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.catalogue import name_in
from crookbench.game.moves import Rx
from crookbench.game.points import (
    CRITICAL_CAP,
    MANAGEMENT,
    REQUIRED_MISSED,
    SAFETY_BROKEN,
    URGENT_LATE,
    maximum,
)
from crookbench.game.triggers import ingredient

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.deeds import Deeds
    from crookbench.game.management import Management, PlanItem


def plan_awards(done: Deeds) -> Iterator[Award]:
    """Every award for management."""
    yield from _item_awards(done)
    yield from _safety_awards(done)
    yield from _not_indicated_awards(done)
    yield from _required_awards(done)


def _item_awards(done: Deeds) -> Iterator[Award]:
    quotes = done.end.quotes if done.end else {}
    for item in done.case.management.plan:
        if (move := done.planned.get(item.id)) is None:
            continue
        said = move == len(done.moves)
        yield Award(
            points=_worth(done, item, move),
            part="management",
            kind=item.tier,
            label=item.text,
            item=f"plan:{item.id}",
            move=move,
            quote=quotes.get(item.id) if said else None,
        )


def _worth(done: Deeds, item: PlanItem, move: int) -> int:
    """Points of an item done at a move: an urgent one that comes late is worth less.

    Full points while at most `urgent` questions were asked before, then falling evenly to a third
    at twice as many; later it stays at a third.
    """
    full, limit = MANAGEMENT[item.tier], item.entry.urgent
    if limit is None:
        return full
    late = min(1.0, max(0.0, done.questions_before(move) / limit - 1))
    return round(full * (1 - late * (1 - URGENT_LATE)))


def cap_award(done: Deeds, awards: Sequence[Award]) -> Iterator[Award]:
    """What a critical error takes away at the end: all above 39 % of the maximum."""
    if done.end is None or not (errors := critical_errors(done)):
        return
    total, most = sum(award.points for award in awards), int(CRITICAL_CAP * maximum(done.case))
    if total > most:
        label = (
            f"Capped at {100 * CRITICAL_CAP:.0f} % of the maximum, from {total} points: {errors[0]}"
        )
        yield Award(most - total, "management", "capped", label, "capped", len(done.moves))


def critical_errors(done: Deeds) -> tuple[str, ...]:
    """Texts of the critical harms done and the critical care left undone."""
    unmarked = done.end.unmarked if done.end else ()
    return tuple(
        item.text if item.tier == "harmful" else f"not done: {item.text}"
        for item in done.case.management.plan
        if item.critical
        and item.id not in unmarked
        and (item.id in done.planned) == (item.tier == "harmful")
    )


def _safety_awards(done: Deeds) -> Iterator[Award]:
    """Once a rule, and not where the case's own harm already counts the medicine."""
    seen: set[str] = set()
    counted = done.harmed
    for move, rules in done.broken.items():
        for rule in rules:
            if move in counted or rule.id in seen:
                continue
            seen.add(rule.id)
            item = f"safety:{rule.id}"
            yield Award(SAFETY_BROKEN, "management", "safety", rule.label, item, move)


def _not_indicated_awards(done: Deeds) -> Iterator[Award]:
    """A medicine that the plan does not name, or names as not indicated, at its first use.

    One that a trigger fulfils, or that already costs points for its harm, costs nothing more; nor
    does the same ingredient later, for only its first use is looked at.
    """
    plan = done.case.management
    matched = {
        move for item in plan.plan if item.tier != "not_indicated"
        for move in done.fulfilled[item.id]
    } | set(done.broken)  # fmt: skip
    listed = _listed_not_indicated(plan)
    seen: set[str] = set()
    for number, move in enumerate(done.moves, start=1):
        if not isinstance(move, Rx) or (name := ingredient(done.catalogue, move)) in seen:
            continue
        seen.add(name)
        if number in matched or (name in plan.named and name not in listed):
            continue
        yield Award(
            points=MANAGEMENT["not_indicated"],
            part="management",
            kind="not_indicated",
            label=name_in(done.catalogue.medicine, move.id),
            item=f"medicine:{name}",
            move=number,
        )


def _listed_not_indicated(plan: Management) -> frozenset[str]:
    """Ingredients listed as not indicated, in a trigger or as the entry's plain text."""
    return frozenset(
        word.lower()
        for item in plan.not_indicated
        for word in (item.text, *(w for trigger in item.when for w in trigger.ingredients))
    )


def _required_awards(done: Deeds) -> Iterator[Award]:
    """Required items not done by the end. One that no marker answered for is not held against."""
    if done.end is None:
        return
    for id_ in done.missing():
        if id_ not in done.end.unmarked:
            text, last = done.case.management.items[id_].text, len(done.moves)
            yield Award(
                REQUIRED_MISSED, "management", "required_missed", text, f"required:{id_}", last
            )
