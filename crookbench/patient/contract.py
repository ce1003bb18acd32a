"""What a patient and a marker are to the rest of crookbench.

Neither keeps state: whatever they need is in the case and in the moves so far, so an interrupted
consult goes on exactly where its log ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from crookbench.chat.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.game.moves import Move


@dataclass(frozen=True, slots=True)
class Reply:
    """What the patient answers.

    Attributes:
        text: The patient's words.
        released: Ids of the history items told now for the first time, in the order asked.
        asked: Topics understood: history ids, told before or not, and generic `other_…` ones.
        flooded: More than six topics at once; nothing was released.
        jargon: Words the patient did not understand.
        usage: What a model used for it.
        questions: How many of the budget it is charged; None for as many as its words count.
    """

    text: str
    released: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    flooded: bool = False
    jargon: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    questions: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Which spoken plan items the doctor's own words earned.

    Attributes:
        judged: Ids of the credited items (`ideal_2`).
        quotes: For each of them the words, exactly as the doctor said them.
        unmarked: Ids of items the marker could not answer for.
        usage: What a model used for it.
    """

    judged: tuple[str, ...] = ()
    quotes: Mapping[str, str] = field(default_factory=dict)
    unmarked: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


class Patient(Protocol):
    """Answers one message."""

    @property
    def name(self) -> str:
        """What the record calls this patient: "chart", or the model's id."""

    def opening(self) -> str:
        """What the patient says unasked: every volunteered item."""

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:
        """The answer to `message`, given the moves before it."""


class Marker(Protocol):
    """Judges the spoken plan at the end."""

    @property
    def name(self) -> str:
        """What the record calls this marker."""

    async def mark(self, moves: Sequence[Move]) -> Judgement:
        """What the doctor's statements in `moves` earned of the items that can be said."""
