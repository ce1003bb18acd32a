"""Every error crookbench raises on purpose, in one tree.

    CrookbenchError
    ├── Fault            one thing wrong in one place of a file the user wrote or kept
    ├── Faults           several of them, found in one reading
    ├── UsageFault       the command was given something it cannot work with
    ├── NotAvailable     a feature that this installation or version does not have
    ├── ModelFailure     a model's server gave no usable answer, for good
    │   └── ContextOverflow   the conversation no longer fits the model's context
    └── InfrastructureError   a consult that ended through no doing of the doctor
        ├── ProviderError
        │   └── ToolFormatError   tool calls come as text, which the server does not read
        └── PatientError

A message says where, what was expected, what was seen and what to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.chat.usage import Usage

Reach: TypeAlias = Literal["consult", "model", "server"]
"""What a failure says about: this consult alone, every one of its model, or of its server."""


class CrookbenchError(Exception):
    """Something a user can mend; the command prints it without a traceback."""


@dataclass(eq=False)
class Fault(CrookbenchError):
    """One thing wrong in one place.

    Attributes:
        where: The file, as the user named it.
        key: Path of the field inside the file ("history.3.id"), or "" for the file itself.
        message: What was expected, what was seen and what to do.
        line: 1-based line in the file, or None where there is none.
    """

    where: str
    message: str
    key: str = ""
    line: int | None = None

    def __str__(self) -> str:
        place = self.where if self.line is None else f"{self.where}:{self.line}"
        return ": ".join(part for part in (place, self.key, self.message) if part)


class Faults(CrookbenchError):
    """Several faults, in the order they stand in their files."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class UsageFault(CrookbenchError):
    """An option or argument that the command cannot work with."""


class NotAvailable(CrookbenchError):
    """A feature that is not there, and what to use instead."""


class ModelFailure(CrookbenchError):
    """A model's server gave no usable answer, however often it was asked.

    Attributes:
        usage: What the tries used all the same.
        reach: What else would fail in the same way.
    """

    def __init__(self, message: str, usage: Usage, reach: Reach = "consult") -> None:
        super().__init__(message)
        self.usage = usage
        self.reach = reach


class ContextOverflow(ModelFailure):
    """The conversation no longer fits the model's context: for a doctor a billed ending."""


class InfrastructureError(CrookbenchError):
    """A consult ended for a reason that says nothing about the doctor: it is never a score.

    Attributes:
        ending: The name it is filed under, such as "provider_error".
        usage: What the failing turn used all the same, where that is known.
        reach: What else would fail in the same way.
    """

    ending = "interrupted"

    def __init__(
        self, message: str = "", usage: Usage | None = None, reach: Reach = "consult"
    ) -> None:
        super().__init__(message)
        self.usage = usage
        self.reach = reach


class ProviderError(InfrastructureError):
    """The doctor's model could not be reached, or answered with an error."""

    ending = "provider_error"


class ToolFormatError(ProviderError):
    """The doctor's model writes its tool calls as text, for its server has no parser for them."""

    ending = "tool_format"


class PatientError(InfrastructureError):
    """The patient's or the marker's model could not be reached, or answered with an error."""

    ending = "patient_error"
