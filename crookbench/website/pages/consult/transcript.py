"""The moves of a consult as its page shows them, with and without words."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from crookbench.figures.numbers import plural
from crookbench.game.moves import Say
from crookbench.website.pages.consult.awards import AwardView
from crookbench.website.urls import move_anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crookbench.game.moves import Move
    from crookbench.website.pages.consult.moves import Action


_FILTERS = {
    "say": "asked", "exam": "examined", "order": "examined", "rx": "treated", "refer": "treated",
    "stop": "treated", "withdraw": "treated", "review": "treated",
}  # fmt: skip
"""The filter that a kind of move stays under; it is a class of the page."""


@dataclass(frozen=True, slots=True)
class MoveView:
    """One move, ready to be shown.

    Attributes:
        name: What kind of move it is: say, exam, order …
        earned: Awards of this move.
        later: Awards counted at the end for words of this move.
        notes: What a reader should know about the patient's part in it.
        issues: Ids of known issues that touch it and no single award of it.
    """

    number: int
    name: str
    action: Action
    earned: tuple[AwardView, ...] = ()
    later: tuple[AwardView, ...] = ()
    notes: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    score: int | None = None

    @property
    def anchor(self) -> str:
        return move_anchor(self.number)

    @property
    def scored(self) -> bool:
        return bool(self.earned or self.later or self.notes or self.issues)

    @property
    def lost(self) -> int:
        """The points that were lost at this move."""
        return -sum(award.points for award in self.earned if award.points < 0)

    @property
    def classes(self) -> str:
        """How it is set, and the filters it stays under."""
        loses = self.lost or any(award.points < 0 for award in self.later)
        found = ("" if self.name == "say" else "act", _FILTERS.get(self.name, ""),
                 "scored" if self.scored else "", "lost" if loses else "")  # fmt: skip
        return " ".join(["move", *(each for each in found if each)])


def transcript(
    log: Sequence[Move],
    actions: Sequence[Action],
    awards: Iterable[AwardView],
    issues: Mapping[int, tuple[str, ...]],
) -> tuple[MoveView, ...]:
    """Every move of a log with what it earned.

    Args:
        log: The moves.
        actions: What each did, in words.
        awards: What they earned.
        issues: Ids of known issues by the move they touch.
    """
    by_move: dict[int, list[AwardView]] = defaultdict(list)
    by_words: dict[int, list[AwardView]] = defaultdict(list)
    for award in awards:
        by_move[award.move].append(award)
        if award.said_in is not None:
            by_words[award.said_in].append(award)
    return tuple(
        MoveView(
            number=number,
            name=move.move,
            action=action,
            earned=tuple(_beside(by_move[number], action)),
            later=tuple(by_words[number]),
            notes=notes(move),
            issues=issues.get(number, ()),
            score=move.score,
        )
        for number, (move, action) in enumerate(zip(log, actions, strict=True), start=1)
    )


def _beside(awards: Iterable[AwardView], action: Action) -> Iterator[AwardView]:
    """What stands beside a move; gains for words said earlier stand there, here as one.

    A loss always stands alone: in a sum with gains it would not be seen.
    """
    spoken = []
    for award in awards:
        if award.said_in in (None, award.move) or award.issues or award.points < 0:
            yield _short(award, action)
        else:
            spoken.append(award)
    if spoken:
        text = f"{plural(len(spoken), 'spoken item')}, told beside the words"
        yield AwardView(sum(award.points for award in spoken), text, spoken[0].move)


def _short(award: AwardView, action: Action) -> AwardView:
    """The award beside a move that names the same thing: only what kind of thing it was."""
    if action.done not in ("Examined", "Ordered") or not action.what.startswith(award.name):
        return award
    return replace(award, text=award.verdict)


def stretches(moves: Iterable[MoveView]) -> tuple[tuple[MoveView, ...], ...]:
    """The moves in their order, each alone but for look-ups in a row, which are read as one."""
    runs = (
        (is_plain_look, tuple(each)) for is_plain_look, each in groupby(moves, key=_is_plain_look)
    )
    return tuple(
        stretch
        for is_plain_look, each in runs
        for stretch in ([each] if is_plain_look else [(move,) for move in each])
    )


def _is_plain_look(move: MoveView) -> bool:
    return move.name == "look" and not move.scored


def notes(move: Move) -> tuple[str, ...]:
    """Where the patient's understanding, not the doctor's question, decided what was told."""
    if not isinstance(move, Say):
        return ()
    found = []
    if move.flooded:
        asked = len(move.asked)
        many = plural(asked, "topic") + " in one message" if asked else "Too much in one message"
        found.append(f"{many}: nothing was told.")
    if move.jargon:
        heard = ", ".join(f"“{word}”" for word in move.jargon)
        found.append(f"Not understood: {heard}.")
    return tuple(found)
