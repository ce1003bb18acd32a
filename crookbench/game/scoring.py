"""From moves to awards: one pure function decides every score."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from crookbench.game.diagnosis import diagnosis_awards
from crookbench.game.examination import examination_awards
from crookbench.game.history import history_awards
from crookbench.game.investigations import investigation_awards
from crookbench.game.moves import Dx
from crookbench.game.plan import plan_awards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.awards import Award
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


def awards(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> tuple[Award, ...]:
    """Every award of a consult, in the order of the moves that earned them."""
    found = [
        *history_awards(case, moves),
        *examination_awards(case, catalogue, moves),
        *investigation_awards(case, catalogue, moves),
        *plan_awards(case, catalogue, moves),
        *diagnosis_awards(case, catalogue, moves),
    ]
    return tuple(sorted(found, key=lambda award: award.move))


def running_scores(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> tuple[int, ...]:
    """The unfloored sum after each move, as it stood then.

    Every award but a diagnosis's belongs to its move for good; the saved diagnosis counts from
    its move until the next one replaces it.
    """
    lasting = [0] * len(moves)
    for award in awards(case, catalogue, moves):
        if not award.item.startswith("dx:"):
            lasting[award.move] += award.points
    saved = [0] * len(moves)
    current = 0
    for index, move in enumerate(moves):
        if isinstance(move, Dx):
            current = sum(a.points for a in diagnosis_awards(case, catalogue, moves[: index + 1])
                          if a.item.startswith("dx:"))  # fmt: skip
        saved[index] = current
    return tuple(total + dx for total, dx in zip(accumulate(lasting), saved, strict=True))
