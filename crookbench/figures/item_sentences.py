"""What an item analysis comes to, in words: what all did, what none did, what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures.items import done_by_all, missed_by_all, missed_most
from crookbench.figures.numbers import listed, lower_first, number, plural, spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.items import Item

_MOST_NAMED = 8
_FEW = 3


def item_sentences(items: Sequence[Item]) -> tuple[tuple[str, str], ...]:
    """Pairs of a lead and what follows it; leads that nothing follows are left out."""
    dearest = [
        f"{lower_first(item.label)} (missed in {len(item.of) - len(item.done)} of "
        f"{plural(len(item.of), 'consult')}, {item.points} points each)"
        for item in missed_most(items, _FEW)
    ]
    telling = [
        f"{lower_first(item.label)} (correlation {number(item.discrimination, 2)})"
        for item in told_apart_by(items, _FEW)
    ]
    found = (
        ("In every consult", _named(done_by_all(items))),
        ("In no consult", _named(missed_by_all(items))),
        ("Cost the field most", dearest),
        ("Done mostly in consults that scored well", telling),
    )
    return tuple((lead, listed(names)) for lead, names in found if names)


def told_apart_by(items: Sequence[Item], count: int) -> tuple[Item, ...]:
    """The items that went most with the rest of a consult's points, the strongest first."""
    known = [item for item in items if (item.discrimination or 0) > 0]
    best = sorted(known, key=lambda item: (-(item.discrimination or 0), item.id))
    return tuple(best[:count])


def _named(items: Sequence[Item]) -> list[str]:
    names = [lower_first(item.label) for item in items[:_MOST_NAMED]]
    more = len(items) - _MOST_NAMED
    return [*names, f"{spelled(more)} more"] if more > 0 else names
