"""Who is best in a run, and how sure that is: sentences from corrected comparisons of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.comparison import Resolution
    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names

_NAMED = 3
"""So many rivals are called by name in the answer; more are counted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader wants to know first.

    Attributes:
        best: Who scored highest, and whether the lead is clear.
        sure: How many pairs differ clearly under each way of testing; "" where none is tested.
        needed: How far apart two must be for a clear difference; "" where none is tested.
    """

    best: str
    sure: str
    needed: str

    @property
    def text(self) -> str:
        """The answer as one paragraph; what is needed stands below the table."""
        return " ".join(part for part in (self.best, self.sure) if part)


def answer(board: Leaderboard, names: Names) -> Answer:
    """The answer of a run; only doctors with every planned consult can be best."""
    noun = noun_for(board, names)
    found = board.resolution
    return Answer(_best(board, names, noun), _sure(found, noun), _needed(found, noun))


def noun_for(board: Leaderboard, names: Names) -> str:
    """What those on the board are called together: "model", or "doctor" where others play."""
    only_models = all(names.doctor(each.model).is_model for each in board.standings)
    return "model" if only_models else "doctor"


def _best(board: Leaderboard, names: Names, noun: str) -> str:
    complete = board.complete
    if not complete:
        return f"No {noun} has a score for every planned consult, so none can be called best."
    first, *others = complete
    score = numbers.percent(first.score)
    if not others:
        return f"{names.name(first.model)} scored {score}; there is no other {noun} to compare."
    behind, close, unknown = _against(first, others, board)
    start = f"{names.name(first.model)} scored highest ({score})"
    if unknown:
        return f"{start}, but too few cases were played by both to test its lead."
    if not close:
        return f"{start}, clearly ahead of {_all(len(others))}."
    who = _who(close, names, noun)
    lead = f"its lead over {who} could be chance"
    if not behind:
        return f"{start}, but {lead}."
    return f"{start}, clearly ahead of {len(behind)} of the {len(others)} others; {lead}."


def _against(
    first: Standing, others: Sequence[Standing], board: Leaderboard
) -> tuple[list[Standing], list[Standing], list[Standing]]:
    """Those whom the first clearly beats, those whom it does not, and those never compared."""
    pairs = {frozenset((pair.first, pair.second)): pair for pair in board.pairs}
    behind: list[Standing] = []
    close: list[Standing] = []
    unknown: list[Standing] = []
    for each in others:
        pair = pairs[frozenset((first.model, each.model))]
        if pair.p is None:
            unknown.append(each)
        else:
            (behind if pair.better == first.model else close).append(each)
    return behind, close, unknown


def _all(count: int) -> str:
    return "the other one" if count == 1 else f"all {count} others"


def _who(close: Sequence[Standing], names: Names, noun: str) -> str:
    if len(close) > _NAMED:
        return f"{numbers.spelled(len(close))} other {noun}s"
    return numbers.listed(
        [f"{names.name(each.model)} ({numbers.percent(each.score)})" for each in close]
    )


def _sure(found: Resolution, noun: str) -> str:
    """All three counts: the ranks use the second, and a reader may want the other two."""
    if found.needed is None or found.pairs == 1:
        return ""
    return (
        f"Of {found.pairs} pairs of {noun}s, {found.clear_alone} differ clearly if each pair is "
        f"tested alone, {found.clear_pairs} if at most 5 % of such findings may be false (the "
        f"ranks use this), and {found.clear_by_holm} if not one may be (Holm)."
    )


def _needed(found: Resolution, noun: str) -> str:
    """By how much two must differ: less for a pair that was steady over the cases."""
    if found.needed is None or found.least is None or found.most is None:
        return f"Too few {noun}s or cases to compare any two."
    points = numbers.number(found.needed)
    if found.pairs == 1:
        return f"These two {noun}s need to be about {points} points apart for a clear difference."
    low, high = numbers.number(found.least), numbers.number(found.most)
    return (
        f"Two {noun}s usually need to be about {points} points apart before the difference is "
        f"clear ({low} to {high}, depending on the pair)."
    )
