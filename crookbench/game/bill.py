"""The bill: all awards of a consult in four parts, against each part's maximum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.game.awards import PARTS, Award, Part
from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.points import (
    CANT_MISS,
    DIAGNOSIS_KEY,
    DIFFERENTIAL,
    MANAGEMENT,
    NECESSITY,
    Level,
    history_points,
    level,
)
from crookbench.game.scoring import awards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


@dataclass(frozen=True, slots=True)
class PartBill:
    """One part of the bill: points earned of the points to be had."""

    id: Part
    earned: int
    maximum: int

    @property
    def name(self) -> str:
        return PARTS[self.id]


@dataclass(frozen=True, slots=True)
class Bill:
    """What a consult earned.

    Attributes:
        raw_total: The unfloored sum of all awards.
    """

    awards: tuple[Award, ...]
    parts: tuple[PartBill, ...]
    raw_total: int

    @property
    def total(self) -> int:
        """The score: never below 0."""
        return max(0, self.raw_total)

    @property
    def maximum(self) -> int:
        return sum(part.maximum for part in self.parts)

    @property
    def level(self) -> Level:
        return level(self.total, self.maximum)


def maxima(case: Case) -> dict[Part, int]:
    """The most each part can earn; acceptable plan items are a bonus outside it."""
    exams = [written.necessity for id_, written in case.examination.items() if id_ != GIVEN_EXAM]
    tests = [written.necessity for written in case.investigations.values()]
    return {
        "history": sum(map(history_points, case.scored_history)),
        "examination": sum(max(0, NECESSITY[need]) for need in exams),
        "investigations": sum(max(0, NECESSITY[need]) for need in tests),
        "management": MANAGEMENT["ideal"] * len(case.management.ideal)
        + DIAGNOSIS_KEY + 2 * DIFFERENTIAL + CANT_MISS,
    }  # fmt: skip


def bill(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> Bill:
    """The bill of a consult so far."""
    earned = awards(case, catalogue, moves)
    most = maxima(case)
    parts = tuple(
        PartBill(part, sum(a.points for a in earned if a.part == part), most[part])
        for part in PARTS
    )
    return Bill(awards=earned, parts=parts, raw_total=sum(a.points for a in earned))
