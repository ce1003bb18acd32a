"""What a doctor is to the rest of crookbench: it sees answers and calls tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool called; `arguments` is raw JSON text where a model wrote it."""

    name: str
    arguments: Mapping[str, object] | str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a doctor's model used. `cost` is in US$, None where nobody knows it."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        known = None not in (self.cost, other.cost)
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            (self.cost or 0.0) + (other.cost or 0.0) if known else None,
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What a doctor does at once: tools called, or words without a tool."""

    calls: tuple[ToolCall, ...] = ()
    text: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from one tool call, or the reminder where none was made."""

    text: str
    call: ToolCall | None = None


class Doctor(Protocol):
    """Plays one consult; a new one is made for each."""

    @property
    def id(self) -> str:
        """The model's id, or `baseline/…`, or `human/…`."""

    async def turn(self, answers: Sequence[Answer]) -> Turn:
        """The next turn, given what the last one's calls brought; first the briefing."""
