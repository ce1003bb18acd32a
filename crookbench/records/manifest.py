"""run.json: one run's configuration, and what it planned to play."""

from __future__ import annotations

from datetime import date as day
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

if TYPE_CHECKING:
    from collections.abc import Collection

Key: TypeAlias = tuple[str, str, int]
"""Which consult of a run: model, case, repeat."""


class DoctorConfig(BaseModel):
    """One doctor of a run, and everything about it that could change a score."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    parameters: dict[str, object] = Field(default_factory=dict)


def _is_empty(value: object) -> bool:
    """What most runs do not have is left out of the file."""
    return not value


class Manifest(BaseModel):
    """What run.json holds.

    Attributes:
        kind: `full` has words; `wordless` has records and moves as ids only.
        plan: `fixed` plans every doctor with every case and repeat; `as_played` is for people, who
            play what they like: the run plans exactly what was played, so that nobody has gaps.
        played: The consults of an `as_played` run; never in the file, but found beside it.
        patient_parameters: What a patient model is asked with, and where.
        prompts: What the patient's and the marker's model are told, by name, with its version; a
            doctor's stand among its parameters.
        played_on: Whose cases and patient, where they are not this repository's.
        source: Address of a transcript of a wordless run, with {folder} (the model, "/" written
            "_"), {case} and {rep} in it.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    version: int = Field(default=1, alias="schema")
    id: str
    title: str
    date: str
    description: str = ""
    kind: Literal["full", "wordless"] = "full"
    plan: Literal["fixed", "as_played"] = "fixed"
    played: SkipJsonSchema[tuple[Key, ...]] = Field(default=(), exclude=True)
    featured: bool = False
    doctors: tuple[DoctorConfig, ...] = ()
    cases: tuple[str, ...] = ()
    reps: int = Field(default=3, ge=1, le=1000)
    questions: int = Field(default=50, ge=0)
    patient: str = "chart"
    marker: str = "chart"
    patient_parameters: dict[str, object] = Field(default_factory=dict, exclude_if=_is_empty)
    prompts: dict[str, str] = Field(default_factory=dict)
    case_hashes: dict[str, str] = Field(default_factory=dict)
    catalogue_hash: str = ""
    played_on: str = ""
    source: str = ""

    @field_validator("date")
    @classmethod
    def _is_a_day(cls, value: str) -> str:
        """Pages and the feed sort by it; "" stands for a run whose day nobody knows."""
        try:
            day.fromisoformat(value or "2000-01-01")
        except ValueError:
            raise ValueError("expected a day such as 2026-11-30") from None
        return value

    @property
    def planned(self) -> tuple[Key, ...]:
        """Every consult the run plans."""
        every = tuple(
            (doctor.id, case, rep)
            for doctor in self.doctors
            for case in self.cases
            for rep in range(1, self.reps + 1)
        )
        return every if self.plan == "fixed" else tuple(key for key in every if key in self.played)

    def with_played(self, keys: Collection[Key]) -> Manifest:
        """The same, planning what was played where that is the plan: see `plan`."""
        if self.plan == "fixed":
            return self
        models, cases = {model for model, _, _ in keys}, {case for _, case, _ in keys}
        changes = {
            "doctors": tuple(doctor for doctor in self.doctors if doctor.id in models),
            "cases": tuple(case for case in self.cases if case in cases),
            "reps": max((rep for _, _, rep in keys), default=1),
            "played": tuple(sorted(keys)),
        }
        return self.model_copy(update=changes)

    def source_of(self, model: str, case: str, rep: int) -> str:
        """Address of one consult's transcript elsewhere, or "" where there is none."""
        parts = {"{folder}": model.replace("/", "_"), "{case}": case, "{rep}": str(rep)}
        address = self.source
        for name, value in parts.items():
            address = address.replace(name, value)
        return address
