"""The points table: every number that scores, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from crookbench.game.catalogue import GIVEN_EXAM

if TYPE_CHECKING:
    from crookbench.game.awards import Part
    from crookbench.game.case import Case, HistoryItem, Importance, Necessity
    from crookbench.game.management import Tier

RED_FLAG_PRESENT = 20
RED_FLAG_ABSENT = 10
HISTORY: dict[Importance, int] = {"essential": 10, "supporting": 5, "incidental": 0}

NECESSITY: dict[Necessity, int] = {
    "essential": 10, "useful": 5, "acceptable": 0, "unnecessary": -2, "harmful": -15,
}  # fmt: skip
"""For an examination or a test; the nth unnecessary test of a consult costs n times its -2."""

URGENT_LATE = 1 / 3
"""Share of its points that an urgent item keeps when it comes at twice its limit or later."""
CRITICAL_CAP = 0.39
"""Share of the maximum that a consult with a critical error can have at most: below Fellow, so
that no fatal error earns a grade that a safe doctor earns."""

MANAGEMENT: dict[Tier, int] = {"ideal": 15, "acceptable": 5, "harmful": -30, "not_indicated": -2}
REQUIRED_MISSED = -30
SAFETY_BROKEN = -30

DIAGNOSIS_KEY = 20
DIAGNOSIS_ACCEPTABLE = 10
DIFFERENTIAL = 5
CANT_MISS = 10
CANT_MISS_WRONG = -20
DIAGNOSIS_CHANGED = -5

Level = Literal["Intern", "Resident", "Registrar", "Fellow", "Consultant", "Director"]
LEVELS: dict[Level, float] = dict(
    zip(get_args(Level), (0.0, 0.2, 0.4, 0.6, 0.75, 0.9), strict=True)
)
"""Each level with the least share of the maximum that earns it."""


def history_points(item: HistoryItem) -> int:
    """What eliciting an item earns."""
    if item.importance == "red_flag":
        return RED_FLAG_ABSENT if item.absent else RED_FLAG_PRESENT
    return HISTORY[item.importance]


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


def maximum(case: Case) -> int:
    """The most a consult of the case can earn but for bonus items."""
    return sum(maxima(case).values())


def level(total: int, maximum: int) -> Level:
    """The highest level whose share of the maximum `total` reaches."""
    share = total / maximum if maximum > 0 else 0.0
    return [name for name, least in LEVELS.items() if share >= least][-1]
