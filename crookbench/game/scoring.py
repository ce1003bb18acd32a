"""From moves to a score: one pure function, computed once a consult, decides everything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from crookbench.game.awards import PARTS
from crookbench.game.deeds import deeds
from crookbench.game.diagnosis import diagnosis_awards, slot_awards
from crookbench.game.examination import examination_awards, investigation_awards
from crookbench.game.history import history_awards
from crookbench.game.missed import missed
from crookbench.game.moves import Dx
from crookbench.game.outcome import harms_done, outcome_of, story_of
from crookbench.game.plan import cap_award, plan_awards
from crookbench.game.points import NECESSITY, level, maxima

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.awards import Award, Missed, Part
    from crookbench.game.case import Case, Outcome
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.deeds import Deeds
    from crookbench.game.moves import Move
    from crookbench.game.outcome import Harm
    from crookbench.game.points import Level


@dataclass(frozen=True, slots=True)
class PartScore:
    """One part of the bill: points earned of the points to be had."""

    id: Part
    earned: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a consult earned and how it ended.

    Attributes:
        awards: Every award that stands, in the order of the moves that earned them.
        missed: What was left on the table, in the order of the case file.
        harms: Everything harmful that was done, in order.
        story: What happened to the patient, a paragraph each.
    """

    moves: Sequence[Move]
    deeds: Deeds
    awards: tuple[Award, ...]
    parts: tuple[PartScore, ...]
    missed: tuple[Missed, ...]
    harms: tuple[Harm, ...]
    outcome: Outcome
    story: tuple[str, ...]

    @property
    def raw_total(self) -> int:
        """The unfloored sum of all awards."""
        return sum(award.points for award in self.awards)

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

    def labels(self, kind: str) -> tuple[str, ...]:
        """What the awards of a kind are for."""
        return tuple(award.label for award in self.awards if award.kind == kind)

    @property
    def unnecessary(self) -> tuple[str, ...]:
        """Examinations and tests that cost points without doing harm."""
        return tuple(
            award.label for award in self.awards
            if award.kind in ("exam", "test") and NECESSITY["harmful"] != award.points < 0
        )  # fmt: skip


def score(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> Scoring:
    """The score of a consult, or of as much of it as the moves are."""
    done = deeds(case, catalogue, moves)
    found = [
        *history_awards(done),
        *examination_awards(done),
        *investigation_awards(done),
        *sorted(plan_awards(done), key=lambda award: award.move),
        *diagnosis_awards(done),
    ]
    awards = tuple(sorted(found, key=lambda award: award.move))
    awards += tuple(cap_award(done, awards))
    harms = tuple(harms_done(done, awards))
    outcome = outcome_of(done, harmed=bool(harms))
    most = maxima(case)
    return Scoring(
        moves=moves,
        deeds=done,
        awards=awards,
        parts=tuple(
            PartScore(part, sum(a.points for a in awards if a.part == part), most[part])
            for part in PARTS
        ),
        missed=tuple(missed(done, awards)),
        harms=harms,
        outcome=outcome,
        story=story_of(done, outcome, harms),
    )


def logged(scoring: Scoring) -> tuple[Move, ...]:
    """The moves with what each earned and the unfloored sum after it, as it stood then.

    A saved diagnosis that a later one replaced keeps the awards it had, and counts until then.
    """
    done = scoring.deeds
    moves = scoring.moves
    here: list[list[Award]] = [[] for _ in moves]
    for award in scoring.awards:
        if not award.is_of_diagnosis:
            here[award.move - 1].append(award)
    lasting = accumulate(sum(award.points for award in each) for each in here)
    found = []
    saved = 0
    for number, (move, earned, total) in enumerate(zip(moves, here, lasting, strict=True), 1):
        if isinstance(move, Dx):
            slots = list(slot_awards(done.case, done.catalogue, move, number))
            saved = sum(award.points for award in slots)
            earned.extend(slots)
        found.append(replace(move, awards=tuple(earned), score=total + saved))
    return tuple(found)
