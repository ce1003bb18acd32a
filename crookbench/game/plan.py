"""Points for what was done about it: management, its harms and its omissions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.moves import End, Rx
from crookbench.game.points import MANAGEMENT, REQUIRED_MISSED, SAFETY_BROKEN
from crookbench.game.safety import rules_broken
from crookbench.game.triggers import completed_by, ingredient

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.case import Case, ManagementItem
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


def plan_awards(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> list[Award]:
    """Every award for management, in the order the moves earned them."""
    done = _done_items(case, catalogue, moves)
    awards = [
        *_item_awards(case, moves, done),
        *_safety_awards(case, catalogue, moves),
        *_not_indicated_awards(case, catalogue, moves),
        *_required_awards(case, moves, done),
    ]
    return sorted(awards, key=lambda award: award.move)


def _tier(item_id: str) -> str:
    return item_id.rpartition("_")[0]


def _completions(
    catalogue: Catalogue, item: ManagementItem, moves: Sequence[Move]
) -> tuple[int, ...]:
    """Every move at which one of the item's triggers is fulfilled."""
    return tuple(
        index for trigger in item.when for index in completed_by(catalogue, trigger, moves)
    )


def _done_items(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> dict[str, int]:
    """Each plan item that was done or credited, with the move that did it.

    A medicine that breaks a safety rule does no good: it earns nothing.
    """
    unsafe = rules_broken(case, catalogue, moves)
    done: dict[str, int] = {}
    for item_id, item in case.management.items.items():
        if _tier(item_id) == "not_indicated":
            continue
        at = _completions(catalogue, item, moves)
        counted = at if _tier(item_id) == "harmful" else [i for i in at if i not in unsafe]
        if counted:
            done[item_id] = min(counted)
    for item_id in _judged(case, moves):
        done.setdefault(item_id, len(moves) - 1)
    return done


def _judged(case: Case, moves: Sequence[Move]) -> Iterator[str]:
    """Items the marker credited that the case has; others come from an older case and are left."""
    end = _end(moves)
    for item_id in end.judged if end else ():
        if item_id in case.management.items and _tier(item_id) != "not_indicated":
            yield item_id


def _end(moves: Sequence[Move]) -> End | None:
    last = moves[-1] if moves else None
    return last if isinstance(last, End) else None


def _item_awards(case: Case, moves: Sequence[Move], done: dict[str, int]) -> Iterator[Award]:
    end = _end(moves)
    for item_id, move in done.items():
        tier = _tier(item_id)
        yield Award(
            points=MANAGEMENT[tier],  # type: ignore[index]  # an id's prefix is its tier
            part="management",
            kind=tier,  # type: ignore[arg-type]
            label=case.management.items[item_id].text,
            item=f"plan:{item_id}",
            move=move,
            quote=end.quotes.get(item_id) if end and move == len(moves) - 1 else None,
        )


def harmed_by_case(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> frozenset[int]:
    """Moves that do one of the case's own harms."""
    return frozenset(
        index for item in case.management.harmful for index in _completions(catalogue, item, moves)
    )


def _safety_awards(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> Iterator[Award]:
    """Once a rule, and not where the case's own harm already counts the medicine."""
    counted = harmed_by_case(case, catalogue, moves)
    seen: set[str] = set()
    for index, rules in rules_broken(case, catalogue, moves).items():
        for rule in rules:
            if index in counted or rule.id in seen:
                continue
            seen.add(rule.id)
            yield Award(
                points=SAFETY_BROKEN,
                part="management",
                kind="safety",
                label=rule.label,
                item=f"safety:{rule.id}",
                move=index,
            )


def _not_indicated_awards(
    case: Case, catalogue: Catalogue, moves: Sequence[Move]
) -> Iterator[Award]:
    """The first time a medicine is used that the plan does not name, or names as not indicated.

    One that a trigger fulfils, or that already costs points for its harm, costs nothing more.
    """
    matched = {
        index
        for item_id, item in case.management.items.items()
        if _tier(item_id) != "not_indicated"
        for index in _completions(catalogue, item, moves)
    } | set(rules_broken(case, catalogue, moves))
    listed = _listed_not_indicated(case)
    seen: set[str] = set()
    for index, move in enumerate(moves):
        if not isinstance(move, Rx) or index in matched:
            continue
        name = ingredient(catalogue, move)
        if name in seen or (name in case.management.named and name not in listed):
            continue
        seen.add(name)
        entry = catalogue.medicine.get(move.id)
        yield Award(
            points=MANAGEMENT["not_indicated"],
            part="management",
            kind="not_indicated",
            label=move.id if entry is None else entry.name,
            item=f"medicine:{name}",
            move=index,
        )


def _listed_not_indicated(case: Case) -> frozenset[str]:
    """Ingredients listed as not indicated, in a trigger or as the entry's plain text."""
    return frozenset(
        word
        for item in case.management.not_indicated
        for word in (item.text.lower(), *(w for trigger in item.when for w in trigger.ingredients))
    )


def _required_awards(case: Case, moves: Sequence[Move], done: dict[str, int]) -> Iterator[Award]:
    """Required items not done by the end. One that no marker answered for is not held against."""
    end = _end(moves)
    if end is None:
        return
    for item_id, item in case.management.items.items():
        if item.required and item_id not in done and item_id not in end.unmarked:
            yield Award(
                points=REQUIRED_MISSED,
                part="management",
                kind="required_missed",
                label=item.text,
                item=f"required:{item_id}",
                move=len(moves) - 1,
            )
