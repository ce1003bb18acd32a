"""Where on a consult's page a known issue is told: at the very award, or at the move."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crookbench.casebook.known_issues import Issue, Touched
    from crookbench.game.awards import Award
    from crookbench.records.record import Record
    from crookbench.records.results import Run


@dataclass(frozen=True, slots=True)
class IssueNotes:
    """The known issues of one consult.

    Attributes:
        awards: Ids of the issues by the item of the award they concern.
        moves: Ids by the number of a move, where no single award stands out.
    """

    awards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moves: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def issue_notes(issues: Iterable[Issue], run: str, record: Record) -> IssueNotes:
    awards: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    moves: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    for issue in issues:
        for touched in issue.touched(run, record.key):
            award = concerned(touched, record.awards)
            if award is not None:
                awards[award.item] += (issue.id,)
            elif touched.move is not None:
                moves[touched.move] += (issue.id,)
    return IssueNotes(awards, moves)


def move_of(touched: Touched, run: Run) -> int | None:
    """The move that a reader of an issue wants to see: the one named, else the award's."""
    if touched.move is not None:
        return touched.move
    awards = (record.awards for record in run.records if record.key == touched.key)
    award = concerned(touched, next(awards, ()))
    return None if award is None else award.move


def concerned(touched: Touched, awards: Iterable[Award]) -> Award | None:
    """The one award that an issue concerns: what it cost tells it, or its move; else None."""
    found = [each for each in awards if touched.move in (None, each.move)]
    if touched.lost:
        found = [each for each in found if each.points == -touched.lost]
    elif touched.move is None:
        return None
    return found[0] if len(found) == 1 else None
