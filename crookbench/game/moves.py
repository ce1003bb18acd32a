"""The moves: what a doctor does in a consult, in the order it was done.

Seven of them count; looking things up, a call that could not be carried out and words written
to nobody are kept because the log is the truth, and score nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

DIAGNOSIS_SLOTS = ("most_likely", "differential", "cant_miss")


@dataclass(frozen=True, slots=True)
class Say:
    """The doctor speaks, and the patient answers.

    Attributes:
        released: Ids of the history items the patient told because of it.
        flooded: More was asked at once than a person can answer; nothing was told.
        asked: Topics the patient understood, told before or not, generic ones too.
        jargon: Words the patient did not understand.
        questions: How many questions it counted as.
    """

    utterance: str
    released: tuple[str, ...] = ()
    reply: str = ""
    flooded: bool = False
    asked: tuple[str, ...] = ()
    jargon: tuple[str, ...] = ()
    questions: int = 0


@dataclass(frozen=True, slots=True)
class Exam:
    """One examination, of a side or a sub-region where that applies."""

    id: str
    side: str | None = None
    subregion: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """One test ordered."""

    id: str


@dataclass(frozen=True, slots=True)
class Rx:
    """One medicine given (stat dose) or prescribed."""

    id: str
    dose: str
    frequency: str
    duration: str
    quantity: int | None = None


@dataclass(frozen=True, slots=True)
class Refer:
    """One referral made."""

    id: str


@dataclass(frozen=True, slots=True)
class Dx:
    """The diagnosis saved, in its three slots."""

    most_likely: str
    differential: str
    cant_miss: str


@dataclass(frozen=True, slots=True)
class End:
    """The consult ends and its spoken plan has been marked.

    Attributes:
        judged: Ids of the plan items the marker credited.
        quotes: The words that earned each of them.
        unmarked: Ids of the items no marker answered for: neither earned nor missed.
    """

    judged: tuple[str, ...] = ()
    quotes: Mapping[str, str] = field(default_factory=dict)
    unmarked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """Something looked up (examinations of a region, a search): free, and scores nothing."""

    tool: str
    query: Mapping[str, str]
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that could not be carried out: an unknown id or tool, or arguments that do not fit."""

    tool: str
    arguments: str
    answer: str


@dataclass(frozen=True, slots=True)
class Unheard:
    """Words written without calling a tool: the patient did not hear them."""

    text: str


Move: TypeAlias = Say | Exam | Order | Rx | Refer | Dx | End | Look | Refused | Unheard
