"""Item analysis: for each case, who did what, how hard it was, and what it told doctors apart by.

Items are those that earn points, diagnoses aside. A run without words knows only the questions,
examinations and tests that anyone earned: what nobody earned is missing there, and so is the plan.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.names import words
from crookbench.figures.played import Key, once, raw_total, scored
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.game.awards import Award, Kind, Missed, Part
    from crookbench.records.record import Record
    from crookbench.records.results import Run

_LEAST = 3
"""Consults below which a correlation says nothing."""
_ORDER = list(PARTS)


@dataclass(frozen=True, slots=True)
class Item:
    """One item of one case over a run.

    Attributes:
        points: What it is worth.
        of: The consults that could earn it: all but those whose marker did not answer for it.
        done: Those of them that did.
        discrimination: Corrected item-total correlation, -1 to 1; None where it does not vary.
    """

    case: str
    id: str
    label: str
    part: Part
    kind: Kind
    points: int
    of: tuple[Key, ...]
    done: tuple[Key, ...]
    discrimination: float | None

    @property
    def share(self) -> float | None:
        """How many got it, in percent: the item's difficulty in classical test theory."""
        return 100 * len(self.done) / len(self.of) if self.of else None


@once
def item_analysis(run: Run) -> dict[str, tuple[Item, ...]]:
    """Every case's items: by part of the bill, the most often done first."""
    by_case: defaultdict[str, list[Record]] = defaultdict(list)
    for consult in scored(run):
        by_case[consult.record.case].append(consult.record)
    wordless = run.manifest.kind == "wordless"
    return {case: _items(by_case[case], wordless=wordless) for case in run.manifest.cases}


def _items(records: Sequence[Record], *, wordless: bool) -> tuple[Item, ...]:
    known: dict[str, Award | Missed] = {}
    for record in records:
        both: tuple[Award | Missed, ...] = (*record.awards, *record.missed)
        for each in both:
            if is_item(each) and not (wordless and _is_unnamed(each)):
                known.setdefault(item_id(each), each)
    sheets = []
    for record in records:
        earned: defaultdict[str, int] = defaultdict(int)
        for award in record.awards:
            if award.points > 0:
                earned[item_id(award)] += award.points
        sheets.append(_Sheet(record, dict(earned), frozenset(map(item_id, record.missed))))
    found = [_item(id_, each, sheets) for id_, each in known.items()]
    return tuple(
        sorted(found, key=lambda item: (_ORDER.index(item.part), -len(item.done), item.id))
    )


def is_item(award: Award | Missed) -> bool:
    """Whether an award is for an item: something of worth, and no diagnosis."""
    return award.points > 0 and award.kind not in ("diagnosis", "differential", "cant_miss")


def _is_unnamed(award: Award | Missed) -> bool:
    """Whether all that is known of an award is its move."""
    return award.item.startswith("move:")


def item_id(award: Award | Missed) -> str:
    """An item's id; items of logs that do not name them are told apart by their labels."""
    return f"{award.kind}:{award.label}" if _is_unnamed(award) else award.item


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One record with what each item earned in it, and which were missed."""

    record: Record
    earned: Mapping[str, int]
    missed: frozenset[str]

    def could_earn(self, id_: str) -> bool:
        """A record that lists what it missed leaves out what no marker answered for."""
        return id_ in self.earned or not self.missed or id_ in self.missed


def _item(id_: str, sample: Award | Missed, sheets: Sequence[_Sheet]) -> Item:
    of = [sheet for sheet in sheets if sheet.could_earn(id_)]
    points = [sheet.earned.get(id_, 0) for sheet in of]
    return Item(
        case=sheets[0].record.case,
        id=id_,
        label=sample.label or words(id_),
        part=sample.part,
        kind=sample.kind,
        points=sample.points,
        of=tuple(sheet.record.key for sheet in of),
        done=tuple(sheet.record.key for sheet in of if id_ in sheet.earned),
        discrimination=discrimination(
            [each > 0 for each in points],
            [raw_total(sheet.record) - own for sheet, own in zip(of, points, strict=True)],
        ),
    )


def discrimination(done: Sequence[bool], rest: Sequence[float]) -> float | None:
    """Corrected item-total correlation: the item against the rest of each consult's points.

    Pearson's r with the item's own points left out (Nunnally and Bernstein 1994). It describes
    these consults; those of one doctor are not independent, so no test is made of it.
    """
    import numpy as np
    from scipy import stats

    if len(done) < _LEAST or np.ptp(np.asarray(done, dtype=float)) == 0 or np.ptp(rest) == 0:
        return None
    return float(stats.pearsonr(np.asarray(done, dtype=float), rest).statistic)


def missed_by_all(items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(item for item in items if item.of and not item.done)


def done_by_all(items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(item for item in items if item.of and len(item.done) == len(item.of))


def missed_most(items: Sequence[Item], count: int = 5) -> tuple[Item, ...]:
    """The items that cost the field most: missed consults × worth, the dearest first."""

    def lost(item: Item) -> int:
        return item.points * (len(item.of) - len(item.done))

    dearest = sorted(items, key=lambda item: (-lost(item), item.id))
    return tuple(item for item in dearest[:count] if lost(item))
