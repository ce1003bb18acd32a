"""What the patient of a case did not understand: where an author looks for phrases to add."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from crookbench.figures.played import Key, scored
from crookbench.game.moves import Say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case
    from crookbench.records.results import Run

Place: TypeAlias = tuple[Key, int]
"""A consult, and the number of a move."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """One message, and where it was said."""

    said: str
    at: tuple[Place, ...]


def not_understood(run: Run, case: Case) -> tuple[NotUnderstood, ...]:
    """Messages that ask and brought out nothing but "what do you mean?", the most frequent first.

    The same words are one message, whatever their case and spacing.
    """
    puzzled = case.voice.get("not_understood", ())
    found: defaultdict[str, list[Place]] = defaultdict(list)
    first: dict[str, str] = {}
    for consult in scored(run):
        if consult.record.case != case.id:
            continue
        for number, move in enumerate(consult.log, start=1):
            if isinstance(move, Say) and _is_puzzling(move, puzzled):
                bare = " ".join(move.utterance.casefold().split())
                first.setdefault(bare, move.utterance)
                found[bare].append((consult.record.key, number))
    listed = (NotUnderstood(first[bare], tuple(at)) for bare, at in found.items())
    return tuple(sorted(listed, key=lambda each: (-len(each.at), each.said)))


def _is_puzzling(move: Say, puzzled: Sequence[str]) -> bool:
    """Whether a message asks and is answered by one of the patient's lines for such messages."""
    heard = move.asked or move.flooded or "?" not in move.utterance
    return not heard and any(line in move.reply for line in puzzled)
