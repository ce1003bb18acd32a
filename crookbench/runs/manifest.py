"""run.json: one run's configuration, and what it planned to play."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Key: TypeAlias = tuple[str, str, int]
"""Which consult of a run: model, case, repeat."""


class DoctorConfig(BaseModel):
    """One doctor of a run, and everything about it that could change a score."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    parameters: dict[str, object] = Field(default_factory=dict)


class Manifest(BaseModel):
    """What run.json holds.

    Attributes:
        kind: `full` has words; `wordless` has records and moves as ids only.
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
    featured: bool = False
    doctors: tuple[DoctorConfig, ...] = ()
    cases: tuple[str, ...] = ()
    reps: int = Field(default=3, ge=1)
    questions: int = Field(default=50, ge=0)
    patient: str = "chart"
    marker: str = "chart"
    prompts: dict[str, str] = Field(default_factory=dict)
    case_hashes: dict[str, str] = Field(default_factory=dict)
    catalogue_hash: str = ""
    played_on: str = ""
    source: str = ""

    @property
    def planned(self) -> tuple[Key, ...]:
        """Every consult the run plans."""
        return tuple(
            (doctor.id, case, rep)
            for doctor in self.doctors
            for case in self.cases
            for rep in range(1, self.reps + 1)
        )

    def source_of(self, model: str, case: str, rep: int) -> str:
        """Address of one consult's transcript elsewhere, or "" where there is none."""
        parts = {"{folder}": model.replace("/", "_"), "{case}": case, "{rep}": str(rep)}
        address = self.source
        for name, value in parts.items():
            address = address.replace(name, value)
        return address
