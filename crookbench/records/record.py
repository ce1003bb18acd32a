"""The record of one consult: everything a figure or a page needs, computed from log and case.

Fields of crook-bench's published records keep their names; ours come on top and have defaults,
so that its files are read unchanged.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, FiniteFloat

from crookbench.chat.usage import Usage
from crookbench.game.awards import Award, Missed, Part
from crookbench.game.case import Outcome
from crookbench.game.diagnosis import Role
from crookbench.game.points import Level

SCHEMA = 2
"""Version of the format of record and log. One of a later version is refused.

Version 1 is read as well; `crookbench rescore --write` brings it up to date. A record without a
version is one of the original crook-bench.
"""

Billed = Literal["ended", "stopped", "tool_limit", "say_limit", "context_limit"]
"""Endings that are scored as they stand."""

Infrastructure = Literal[
    "provider_error", "tool_format", "patient_error", "cost_limit", "interrupted"
]
"""Endings that say nothing about the doctor: never a score, retried by the next run."""


class Filed(BaseModel):
    """A part of a results file. Unknown keys are kept out of the way, not refused."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class FailedConsult(Filed):
    """A consult that an infrastructure fault ended, as its `.error.json` holds it."""

    model: str = Field(min_length=1)
    case: str = Field(pattern=r"^[a-z0-9_]+$")
    rep: int = Field(ge=1)
    ending: Infrastructure
    message: str
    attempts: int = Field(default=1, ge=1)
    when: str = ""
    cost: FiniteFloat = Field(default=0.0, ge=0)


class Domain(Filed):
    """One part of the bill."""

    id: Part
    name: str = ""
    earned: int
    max: int = Field(ge=0)


class RedFlag(Filed):
    """One red flag that could be elicited; `id` is None where only its topic is known."""

    topic: str
    elicited: bool
    id: str | None = None
    absent: bool | None = None


class SavedDiagnosis(Filed):
    """One of the three slots: most likely, differential, can't-miss."""

    label: str
    id: str
    role: Role | None = None


def _is_empty(value: object) -> bool:
    """Fields that most records do not have are left out of the file."""
    return not value


class Provenance(Filed):
    """What made this record, so that it can be made again.

    Attributes:
        parameters: What each request held besides messages and tools, and where it went.
        dropped: Those of them that the model rejected and that were left out.
        served_by: Who answered, as the model's server names it.
    """

    version: str = ""
    case: str = ""
    catalogue: str = ""
    prompts: dict[str, str] = Field(default_factory=dict)
    parameters: dict[str, object] = Field(default_factory=dict)
    served_by: str | None = None
    source: str | None = None
    dropped: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)


class Score(Filed):
    """What a rescoring compares."""

    total: int
    max: int
    level: Level
    consequence: Outcome


class Rescored(Filed):
    """One rescoring: when (UTC), why, and the score before and after."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    when: str
    why: str
    before: Score = Field(alias="from")
    after: Score = Field(alias="to")


def _texts(value: object) -> object:
    """Keeps lists of texts; an old list of objects gives their labels."""
    if not isinstance(value, list):
        return value
    return [
        str(each.get("label") or each.get("text") or each) if isinstance(each, dict) else each
        for each in value
    ]


Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]


def _cost_is_unknown(value: object) -> object:
    """A cost that a file does not state is not known; it is not nothing."""
    return {"cost": None, **value} if isinstance(value, dict) else value


FiledUsage = Annotated[Usage, BeforeValidator(_cost_is_unknown)]


class Metadata(Filed):
    """What a record holds besides what its log and its case give.

    Attributes:
        ending: How the consult ended.
        usage: What the doctor's model used; `patient_usage` the patient's and the marker's.
        lost_cost: US$ that earlier attempts without a score cost, as far as that is known; no part
            of what the consult itself cost.
        seconds: How long it took.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    model: str = Field(min_length=1)
    rep: int = Field(ge=1)
    ending: Billed
    max_questions: int = Field(default=50, ge=0)
    usage: FiledUsage = Usage(cost=None)
    patient_model: str = ""
    started: str = ""
    marker_model: str = ""
    patient_usage: FiledUsage | None = Field(default=None, exclude_if=_is_empty)
    attempts: int = Field(default=1, ge=1)
    lost_cost: FiniteFloat = Field(default=0.0, ge=0, exclude_if=_is_empty)
    seconds: FiniteFloat | None = None
    provenance: Provenance = Provenance()
    rescored: tuple[Rescored, ...] = ()


class Record(Metadata):
    """One scored consult.

    Attributes:
        version: Of the file's format; None in a file of the original crook-bench.
        raw_total: The sum of all awards, before the floor at 0.
        story: What happened to the patient, a paragraph each.
    """

    version: int | None = Field(default=None, alias="schema")
    case: str = Field(pattern=r"^[a-z0-9_]+$")
    total: int = Field(ge=0)
    max: int = Field(ge=0)
    level: Level
    consequence: Outcome
    domains: tuple[Domain, ...]
    red_flags: tuple[RedFlag, ...] = ()
    harmful: Texts = ()
    unnecessary: Texts = ()
    missed_required: Texts = ()
    diagnoses: tuple[SavedDiagnosis, ...] = ()
    says: int = Field(default=0, ge=0)
    questions: int = Field(default=0, ge=0)
    raw_total: int | None = None
    story: tuple[str, ...] = ()
    awards: tuple[Award, ...] = ()
    missed: tuple[Missed, ...] = ()
    unmarked: Texts = ()

    @property
    def key(self) -> tuple[str, str, int]:
        """Model, case and repeat: which consult of a run this is."""
        return (self.model, self.case, self.rep)

    @property
    def known_cost(self) -> float:
        """US$ that everyone in the consult cost together, as far as that is known."""
        patient = self.patient_usage.cost if self.patient_usage else None
        return (self.usage.cost or 0.0) + (patient or 0.0)

    @property
    def score(self) -> Score:
        return Score(total=self.total, max=self.max, level=self.level, consequence=self.consequence)

    def as_json(self) -> dict[str, Any]:
        """The record as its file holds it."""
        return self.model_dump(mode="json", by_alias=True)

    def domain(self, part: Part) -> Domain:
        """One part of the bill; a part the record lacks counts as nothing of nothing."""
        found = (each for each in self.domains if each.id == part)
        return next(found, Domain(id=part, earned=0, max=0))
