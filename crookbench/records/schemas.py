"""JSON Schemas of the files of a run, for those who read them without crookbench."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from crookbench.game.awards import Kind, Part
from crookbench.game.case import Outcome
from crookbench.game.points import Level
from crookbench.records.manifest import Manifest
from crookbench.records.record import FailedConsult, Record

NOT_IN_WORDLESS = "Not in the log of a wordless run."


class LogAward(BaseModel):
    """Points that a move earned; `fromDiagnosis` ones hold until a later diagnosis is saved."""

    model_config = ConfigDict(extra="forbid")

    points: int
    kind: Kind
    label: str
    domain: Part
    item: str
    fromDiagnosis: bool = False  # noqa: N815  crook-bench's name
    quote: str | None = None


class LogMove(BaseModel):
    """What every row has.

    `m` is the move's number, `t` seconds since the consult began, `score` the unfloored sum.
    """

    model_config = ConfigDict(extra="forbid")

    m: int = Field(ge=1)
    t: float | None = Field(default=None, ge=0, description=NOT_IN_WORDLESS)
    awards: list[LogAward]
    score: int


class SayRow(LogMove):
    """The doctor speaks and the patient answers."""

    move: Literal["say"]
    utterance: str | None = Field(default=None, description=NOT_IN_WORDLESS)
    released: list[str]
    flooded: bool
    reply: str | None = Field(default=None, description=NOT_IN_WORDLESS)
    asked: list[str] = []
    jargon: list[str] = []
    questions: int | None = Field(default=None, ge=0, description=NOT_IN_WORDLESS)


class ExamRow(LogMove):
    """An examination with its finding."""

    move: Literal["exam"]
    id: str
    side: str | None = None
    subregion: str | None = None
    finding: str | None = Field(default=None, description=NOT_IN_WORDLESS)
    abnormal: bool | None = Field(default=None, description=NOT_IN_WORDLESS)


class OrderRow(LogMove):
    """A test with its result, null while that is pending."""

    move: Literal["order"]
    id: str
    result: str | None = None
    abnormal: bool | None = Field(default=None, description=NOT_IN_WORDLESS)


class RxRow(LogMove):
    """A medicine given now or prescribed."""

    move: Literal["rx"]
    id: str
    dose: str
    frequency: str
    duration: str
    givenNow: bool  # noqa: N815  crook-bench's name
    quantity: int | None = None


class ReferRow(LogMove):
    """A referral."""

    move: Literal["refer"]
    id: str


class DxRow(LogMove):
    """The diagnosis saved: most likely, then the differential and the can't-miss one."""

    move: Literal["dx"]
    primary: str
    differentials: list[str] = Field(min_length=2, max_length=2)


class LookRow(LogMove):
    """Something looked up: free."""

    move: Literal["look"]
    tool: str
    query: dict[str, str]
    found: list[str]


class RefusedRow(LogMove):
    """A call that could not be carried out."""

    move: Literal["refused"]
    tool: str
    arguments: str
    answer: str


class UnheardRow(LogMove):
    """Words written without calling a tool."""

    move: Literal["unheard"]
    text: str


class Judged(BaseModel):
    """The spoken plan items credited, and the words that earned each."""

    model_config = ConfigDict(extra="forbid")

    managementIds: list[str]  # noqa: N815  crook-bench's name
    quotes: dict[str, str]


class EndRow(LogMove):
    """The end: the spoken plan as it was marked (a wordless run: how many items), and the bill."""

    move: Literal["end"]
    judged: Judged | int
    unmarked: list[str] = []
    total: int = Field(ge=0)
    max: int = Field(ge=0)
    level: Level
    consequence: Outcome


LogRow: TypeAlias = Annotated[
    SayRow
    | ExamRow
    | OrderRow
    | RxRow
    | ReferRow
    | DxRow
    | LookRow
    | RefusedRow
    | UnheardRow
    | EndRow,
    Field(discriminator="move"),
]
LOG: TypeAdapter[list[LogRow]] = TypeAdapter(list[LogRow])


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each kind of file by the name it is published under."""
    titles = {
        "record": "One scored consult",
        "log": "The moves of one consult",
        "run": "One run: its configuration and its plan",
        "error": "One consult that an infrastructure fault ended",
    }
    found = {
        "record": Record.model_json_schema(),
        "log": LOG.json_schema(),
        "run": Manifest.model_json_schema(),
        "error": FailedConsult.model_json_schema(),
    }
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {name: {**dialect, **schema, "title": titles[name]} for name, schema in found.items()}
