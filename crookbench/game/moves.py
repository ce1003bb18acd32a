"""The moves: what a doctor does in a consult, in the order it was done.

One form serves playing, scoring, the log file and its JSON Schema. Ten kinds of move count;
looking things up, a call that could not be carried out and words written to nobody are kept
because the log is the truth, and score nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from crookbench.game.awards import Award, is_none
from crookbench.game.prescription import given_now

if TYPE_CHECKING:
    from collections.abc import Mapping

DIAGNOSIS_SLOTS = ("most_likely", "differential", "cant_miss")


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """What every move of a log has besides what was done; two moves are equal without it.

    Attributes:
        t: Seconds since the consult began.
        awards: What the move earned, as it stood then: a diagnosis's awards are kept in its move
            after another one replaced it.
        score: The unfloored sum after the move.
    """

    t: float = field(default=0.0, compare=False)
    awards: tuple[Award, ...] = field(default=(), compare=False)
    score: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Say(Logged):
    """The doctor speaks, and the patient answers.

    Attributes:
        utterance: The doctor's words; "" in a run without words.
        released: Ids of the history items the patient told because of it.
        flooded: More was asked at once than a person can answer; nothing was told.
        asked: Topics the patient understood, told before or not, generic ones too.
        jargon: Words the patient did not understand.
        questions: How many questions it counted as.
    """

    utterance: str = ""
    released: tuple[str, ...] = ()
    reply: str = ""
    flooded: bool = False
    asked: tuple[str, ...] = ()
    jargon: tuple[str, ...] = ()
    questions: int = 0
    move: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Exam(Logged):
    """One examination, of a side or a sub-region where that applies, and what it showed."""

    id: str
    side: Annotated[str | None, Field(exclude_if=is_none)] = None
    subregion: Annotated[str | None, Field(exclude_if=is_none)] = None
    finding: str | None = field(default=None, compare=False)
    abnormal: bool = field(default=False, compare=False)
    move: Literal["exam"] = "exam"


@dataclass(frozen=True, slots=True)
class Order(Logged):
    """One test ordered, and its result: None while it is pending."""

    id: str
    result: str | None = field(default=None, compare=False)
    abnormal: bool = field(default=False, compare=False)
    move: Literal["order"] = "order"


@dataclass(frozen=True, slots=True)
class Rx(Logged):
    """One medicine given (stat dose) or prescribed; `route` only where it is not the usual one."""

    id: str
    dose: str
    frequency: str
    duration: str
    quantity: Annotated[int | None, Field(exclude_if=is_none)] = None
    route: Annotated[str | None, Field(exclude_if=is_none)] = None
    move: Literal["rx"] = "rx"

    @property
    def given_now(self) -> bool:
        """Given in the clinic; every other prescription is a script."""
        return given_now(self.frequency)


@dataclass(frozen=True, slots=True)
class Refer(Logged):
    """One referral made."""

    id: str
    move: Literal["refer"] = "refer"


@dataclass(frozen=True, slots=True)
class Dx(Logged):
    """The diagnosis saved, in its three slots.

    Attributes:
        primary: The most likely diagnosis.
        differentials: The other likely one and the can't-miss one; "" where there is none.
    """

    primary: str
    differentials: tuple[str, str] = ("", "")
    move: Literal["dx"] = "dx"

    @classmethod
    def of(cls, most_likely: str, differential: str, cant_miss: str) -> Dx:
        return cls(most_likely, (differential, cant_miss))

    @property
    def slots(self) -> dict[str, str]:
        """The id in each slot."""
        return dict(zip(DIAGNOSIS_SLOTS, (self.primary, *self.differentials), strict=True))

    @property
    def cant_miss(self) -> str:
        return self.differentials[1]


@dataclass(frozen=True, slots=True)
class Judged:
    """The spoken plan items the marker credited, and the doctor's words that earned each."""

    items: Annotated[tuple[str, ...], Field(alias="managementIds")] = ()
    quotes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class End(Logged):
    """The consult ends and its spoken plan has been marked.

    Attributes:
        judged: What the marker credited; in a run without words only how many items.
        unmarked: Ids of the items no marker answered for: neither earned nor missed.
    """

    judged: Judged | int = field(default_factory=Judged)
    unmarked: tuple[str, ...] = ()
    move: Literal["end"] = "end"

    @classmethod
    def of(
        cls,
        credited: tuple[str, ...] = (),
        quotes: Mapping[str, str] | None = None,
        unmarked: tuple[str, ...] = (),
    ) -> End:
        return cls(Judged(credited, dict(quotes or {})), unmarked)

    @property
    def credited(self) -> tuple[str, ...]:
        return () if isinstance(self.judged, int) else self.judged.items

    @property
    def quotes(self) -> dict[str, str]:
        return {} if isinstance(self.judged, int) else self.judged.quotes


@dataclass(frozen=True, slots=True)
class Look(Logged):
    """Something looked up (examinations of a region, a search): free, and scores nothing."""

    tool: str
    query: dict[str, str]
    found: tuple[str, ...] = ()
    move: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Refused(Logged):
    """A call that could not be carried out: an unknown id or tool, or arguments that do not fit."""

    tool: str
    arguments: str
    answer: str
    move: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class Unheard(Logged):
    """Words written without calling a tool: the patient did not hear them."""

    text: str
    move: Literal["unheard"] = "unheard"


@dataclass(frozen=True, slots=True)
class Stop(Logged):
    """A medicine the patient takes is stopped, whoever prescribed it."""

    id: str
    move: Literal["stop"] = "stop"


@dataclass(frozen=True, slots=True)
class Withdraw(Logged):
    """The scripts of a medicine that this consult wrote are taken back."""

    id: str
    move: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True)
class Review(Logged):
    """An appointment to be seen again is booked."""

    when: str
    move: Literal["review"] = "review"


Move: TypeAlias = (
    Say | Exam | Order | Rx | Refer | Stop | Withdraw | Review | Dx | End | Look | Refused | Unheard
)
