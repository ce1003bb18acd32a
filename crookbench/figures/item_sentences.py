"""What an item analysis comes to, in words: what all did, what none did, what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures.items import done_by_all, missed_by_all, missed_most
from crookbench.figures.numbers import listed, lower_first, number, plural, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.figures.items import Item

_MOST_NAMED = 8
_FEW = 3


def item_sentences(items: Sequence[Item]) -> tuple[tuple[str, str], ...]:
    """Pairs of a lead and what follows it; leads that nothing follows are left out."""
    return tuple(_sentences(items))


def _sentences(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    if done := done_by_all(items):
        yield "In every consult", _named(done)
    if missed := missed_by_all(items):
        yield "In no consult", _named(missed)
    if dearest := missed_most(items, _FEW):
        yield "Cost the field most", listed([_cost(item) for item in dearest])
    if telling := told_apart_by(items, _FEW):
        yield "Done mostly in the good consults", listed([_told(item) for item in telling])


def told_apart_by(items: Sequence[Item], count: int) -> tuple[Item, ...]:
    """The items that went most with the rest of a consult's points, the strongest first."""
    known = [item for item in items if (item.discrimination or 0) > 0]
    best = sorted(known, key=lambda item: (-(item.discrimination or 0), item.id))
    return tuple(best[:count])


def _named(items: Sequence[Item]) -> str:
    names = [lower_first(item.label) for item in items[:_MOST_NAMED]]
    more = len(items) - _MOST_NAMED
    return listed([*names, f"{spelled(more)} more"] if more > 0 else names)


def _cost(item: Item) -> str:
    missed = f"missed in {len(item.of) - len(item.done)} of {plural(len(item.of), 'consult')}"
    return f"{lower_first(item.label)} ({missed}, {item.points} points each)"


def _told(item: Item) -> str:
    return f"{lower_first(item.label)} (correlation {number(item.discrimination, 2)})"
