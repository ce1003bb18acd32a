"""Where points were lost: every item that was missed and every act that cost points, by consult."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from crookbench.figures.items import item_analysis, item_id
from crookbench.figures.played import Key, once, scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crookbench.game.awards import Part
    from crookbench.records.results import Run

Loss: TypeAlias = tuple[int, int | None]
"""Points above 0 that one consult lost, and the move that lost them; None for what was missed."""


@dataclass(frozen=True, slots=True)
class Lost:
    """One item or act of a case, over the consults of one doctor or of all.

    Attributes:
        points: What it lost in all of them.
        at: The consults that lost it, with the number of the move; None where it was missed.
        of: How many consults could have lost it.
        others: The share of the other doctors' consults that lost it too, in percent; None where
            there are none.
    """

    case: str
    id: str
    label: str
    part: Part
    points: int
    at: tuple[tuple[Key, int | None], ...]
    of: int
    others: float | None


@dataclass(slots=True)
class _Entry:
    """One item or act over all consults of its case."""

    label: str
    part: Part
    could: frozenset[Key]
    lost: dict[Key, Loss] = field(default_factory=dict)


@once
def _ledger(run: Run) -> Mapping[tuple[str, str], _Entry]:
    """Every item and act of a run that lost points, by case and id."""
    found: dict[tuple[str, str], _Entry] = {}
    for case, items in item_analysis(run).items():
        for item in items:
            entry = _Entry(item.label, item.part, frozenset(item.of))
            entry.lost = {key: (item.points, None) for key in item.of if key not in {*item.done}}
            found[case, item.id] = entry
    of_case: defaultdict[str, set[Key]] = defaultdict(set)
    for consult in scored(run):
        of_case[consult.record.case].add(consult.record.key)
    for consult in scored(run):
        record = consult.record
        for award in record.awards:
            if award.points < 0:
                place = (record.case, f"lost:{item_id(award)}")
                could = frozenset(of_case[record.case])
                entry = found.setdefault(place, _Entry(award.label, award.part, could))
                before, move = entry.lost.get(record.key, (0, award.move))
                entry.lost[record.key] = (before - award.points, move)
    return {place: entry for place, entry in found.items() if entry.lost}


def lost_by(run: Run, model: str) -> tuple[Lost, ...]:
    """What one doctor lost, most points first."""
    return _sorted(
        _lost(place, entry, {key for key in entry.could if key[0] == model})
        for place, entry in _ledger(run).items()
    )


def lost_on(run: Run, case: str) -> tuple[Lost, ...]:
    """What all doctors lost on one case, most points first."""
    return _sorted(
        _lost(place, entry, entry.could)
        for place, entry in _ledger(run).items()
        if place[0] == case
    )


def _lost(place: tuple[str, str], entry: _Entry, own: Iterable[Key]) -> Lost:
    own = frozenset(own)
    lost = {key: loss for key, loss in entry.lost.items() if key in own}
    others = entry.could - own
    also = len([key for key in entry.lost if key in others])
    return Lost(
        case=place[0],
        id=place[1],
        label=entry.label,
        part=entry.part,
        points=sum(points for points, _ in lost.values()),
        at=tuple((key, move) for key, (_, move) in sorted(lost.items())),
        of=len(own),
        others=100 * also / len(others) if others else None,
    )


def _sorted(found: Iterable[Lost]) -> tuple[Lost, ...]:
    return tuple(
        sorted((each for each in found if each.points), key=lambda e: (-e.points, e.case, e.id))
    )
