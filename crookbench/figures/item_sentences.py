"""What an item analysis comes to: what all did, what none did, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.items import done_by_all, missed_by_all, missed_most
from crookbench.figures.numbers import lower_first, number, plural, spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.items import Item

_MOST_NAMED = 8
_FEW = 3


@dataclass(frozen=True, slots=True)
class Named:
    """One item that a sentence names; `item` is None for words about several.

    Attributes:
        more: What is said of it, in brackets.
    """

    text: str
    item: Item | None = None
    more: str = ""


def item_sentences(items: Sequence[Item]) -> tuple[tuple[str, tuple[Named, ...]], ...]:
    """Pairs of a lead and the items that follow it; leads that nothing follows are left out."""
    dearest = tuple(
        _name(
            item,
            f"missed in {len(item.of) - len(item.done)} of {plural(len(item.of), 'consult')}, "
            f"{item.points} points each",
        )
        for item in missed_most(items, _FEW)
    )
    telling = tuple(
        _name(item, f"correlation {number(item.discrimination, 2)}")
        for item in told_apart_by(items, _FEW)
    )
    found = (
        ("In every consult", _named(done_by_all(items))),
        ("In no consult", _named(missed_by_all(items))),
        ("Cost the field most", dearest),
        ("Done mostly in consults that scored well", telling),
    )
    return tuple((lead, named) for lead, named in found if named)


def told_apart_by(items: Sequence[Item], count: int) -> tuple[Item, ...]:
    """The items that went most with the rest of a consult's points, the strongest first."""
    known = [item for item in items if (item.discrimination or 0) > 0]
    best = sorted(known, key=lambda item: (-(item.discrimination or 0), item.id))
    return tuple(best[:count])


def _name(item: Item, more: str = "") -> Named:
    return Named(lower_first(item.label), item, more)


def _named(items: Sequence[Item]) -> tuple[Named, ...]:
    names = tuple(map(_name, items[:_MOST_NAMED]))
    more = len(items) - _MOST_NAMED
    return (*names, Named(f"{spelled(more)} more")) if more > 0 else names
