"""What a doctor is to the rest of crookbench: it sees answers and calls tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from crookbench.chat.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool called; `arguments` is raw JSON text where a model wrote it."""

    name: str
    arguments: Mapping[str, object] | str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a doctor does at once: tools called, or words without a tool.

    Attributes:
        served_by: Who answered, as a model's server names it.
        dropped: Parameters that the model rejected and that were left out.
    """

    calls: tuple[ToolCall, ...] = ()
    text: str = ""
    usage: Usage = field(default_factory=Usage)
    served_by: str = ""
    dropped: tuple[str, ...] = ()


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
        """The next turn, given what the last one's calls brought; first the briefing.

        Raises:
            ContextOverflow: The conversation no longer fits the model's context.
            ProviderError: The model's server failed.
        """


__all__ = ["Answer", "Doctor", "ToolCall", "Turn", "Usage"]
