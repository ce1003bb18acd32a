"""What a doctor did in a consult, worked out once; every rule of scoring reads it.

Moves are named by their number, 1 for the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.moves import Dx, End, Exam, Order, Rx, Say, Unheard, Withdraw
from crookbench.game.points import NECESSITY
from crookbench.game.safety import broken_rules
from crookbench.game.triggers import completed_by, deeds_among

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move
    from crookbench.game.safety import BrokenRule


@dataclass(frozen=True, slots=True)
class Deeds:
    """Everything in a consult that a rule can score.

    Attributes:
        elicited: Each scoring history item that was asked for, with the move that released it.
            Volunteered items and ids the case does not have are left out.
        examined: Each listed examination done or credited, with the move that did it first.
        ordered: Each test ordered, with the move that ordered it first.
        fulfilled: For each plan item every move that fulfils one of its triggers; none where one
            of its `unless` is fulfilled.
        broken: Safety rules broken at each prescribing move.
        planned: Each plan item done or credited, with the move; none that is `not_indicated`.
        saved: Every diagnosis saved.
    """

    case: Case
    catalogue: Catalogue
    moves: Sequence[Move]
    elicited: Mapping[str, int]
    examined: Mapping[str, int]
    ordered: Mapping[str, int]
    fulfilled: Mapping[str, tuple[int, ...]]
    broken: Mapping[int, tuple[BrokenRule, ...]]
    planned: Mapping[str, int]
    saved: tuple[tuple[int, Dx], ...]

    @property
    def end(self) -> End | None:
        """The end of the consult, or None while it goes on."""
        last = self.moves[-1] if self.moves else None
        return last if isinstance(last, End) else None

    @property
    def harmed(self) -> frozenset[int]:
        """Moves that do one of the case's own harms."""
        return frozenset(
            move
            for item in self.case.management.plan
            if item.tier == "harmful"
            for move in self.fulfilled[item.id]
        )

    def missing(self) -> tuple[str, ...]:
        """Ids of the required plan items that were not done."""
        plan = self.case.management.plan
        return tuple(item.id for item in plan if item.required and item.id not in self.planned)

    def questions_before(self, move: int) -> int:
        """Questions asked before a move."""
        return sum(each.questions for each in self.moves[: move - 1] if isinstance(each, Say))


def deeds(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> Deeds:
    """Everything in the moves that a rule can score."""
    moves = in_force(moves)
    numbered = list(enumerate(moves, start=1))
    done = deeds_among(moves)
    scored = {item.id for item in case.scored_history}
    belied = {
        item.id
        for item in case.management.plan
        if any(completed_by(catalogue, trigger, done) for trigger in item.entry.unless)
    }
    fulfilled = {
        item.id: tuple(
            number
            for trigger in item.entry.when
            for number in completed_by(catalogue, trigger, done)
            if item.id not in belied
        )
        for item in case.management.plan
    }
    broken = {
        number: rules
        for number, move in numbered
        if isinstance(move, Rx) and (medicine := catalogue.medicine.get(move.id))
        if (rules := broken_rules(case, catalogue, medicine))
    }
    return Deeds(
        case=case,
        catalogue=catalogue,
        moves=moves,
        elicited=_first(
            (released, number)
            for number, move in numbered
            if isinstance(move, Say)
            for released in move.released
            if released in scored
        ),
        examined=_first(
            (exam_id, number)
            for number, move in numbered
            if isinstance(move, Exam)
            for exam_id in _credited(case, catalogue, move.id)
        ),
        ordered=_first((move.id, number) for number, move in numbered if isinstance(move, Order)),
        fulfilled=fulfilled,
        broken=broken,
        planned={
            id_: number
            for id_, number in _planned(case, moves, fulfilled, broken).items()
            if id_ not in belied
        },
        saved=tuple((number, move) for number, move in numbered if isinstance(move, Dx)),
    )


def in_force(moves: Sequence[Move]) -> Sequence[Move]:
    """The moves without the scripts that were withdrawn before the patient left with them.

    A stat dose is in the patient already. What was withdrawn leaves its place in the list, so that
    every other move keeps its number.
    """
    withdrawn = {
        place
        for last, move in enumerate(moves)
        if isinstance(move, Withdraw)
        for place, earlier in enumerate(moves[:last])
        if isinstance(earlier, Rx) and earlier.id == move.id and not earlier.given_now
    }
    if not withdrawn:
        return moves
    taken_back = Unheard("")
    return [taken_back if place in withdrawn else move for place, move in enumerate(moves)]


def _first(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Each id with the first move that goes with it."""
    first: dict[str, int] = {}
    for id_, number in pairs:
        first.setdefault(id_, number)
    return first


def _credited(case: Case, catalogue: Catalogue, exam_id: str) -> Iterator[str]:
    """The examination itself and those it counts as: of the latter never one that costs points."""
    entry = catalogue.examination.get(exam_id)
    for candidate in (exam_id, *(entry.counts_as if entry else ())):
        written = case.examination.get(candidate)
        if written is None or candidate == GIVEN_EXAM:
            continue
        if candidate == exam_id or NECESSITY[written.necessity] >= 0:
            yield candidate


def _planned(
    case: Case,
    moves: Sequence[Move],
    fulfilled: Mapping[str, tuple[int, ...]],
    broken: Mapping[int, tuple[BrokenRule, ...]],
) -> dict[str, int]:
    """Each plan item that was done, or credited at the end to the doctor's words.

    A medicine that breaks a safety rule does no good: it earns nothing. One that is the case's
    own harm is charged as that harm instead, and keeps what else it does.
    """
    plan = {item.id: item for item in case.management.plan if item.tier != "not_indicated"}
    harmed = {m for id_, item in plan.items() if item.tier == "harmful" for m in fulfilled[id_]}
    useless = set(broken) - harmed
    done = {
        id_: min(counted)
        for id_, item in plan.items()
        if (counted := [m for m in fulfilled[id_] if item.tier == "harmful" or m not in useless])
    }
    last = moves[-1] if moves else None
    for id_ in last.credited if isinstance(last, End) else ():
        if id_ in plan:  # others were credited on an older version of the case
            done.setdefault(id_, len(moves))
    return done
