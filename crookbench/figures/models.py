"""Who the doctors are: their names for readers, and the group that colours and shapes stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from crookbench.errors import Faults
from crookbench.runs.schema_faults import validated
from crookbench.runs.yamlfile import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Group: TypeAlias = Literal["closed", "open", "baseline", "person", "unknown"]

GROUPS: dict[Group, str] = {
    "closed": "closed weights",
    "open": "open weights",
    "baseline": "baselines",
    "person": "people",
    "unknown": "weights not stated",
}
"""Each group's name, in the order of a key."""

_GROUP_OF_PREFIX: dict[str, Group] = {"baseline": "baseline", "human": "person"}


class Model(BaseModel):
    """One entry of models.yaml."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    lab: str
    weights: Literal["open", "closed"]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    models: tuple[Model, ...] = ()


@dataclass(frozen=True, slots=True)
class Doctor:
    """A doctor as readers know it; an unknown one shows its id."""

    id: str
    name: str
    lab: str
    group: Group

    @property
    def is_model(self) -> bool:
        return self.group not in ("baseline", "person")


@dataclass(frozen=True, slots=True)
class Doctors:
    """The models that models.yaml describes; every other id is understood too."""

    known: Mapping[str, Model] = field(default_factory=dict)

    def __getitem__(self, doctor_id: str) -> Doctor:
        if model := self.known.get(doctor_id):
            return Doctor(model.id, model.name, model.lab, model.weights)
        prefix = doctor_id.partition("/")[0]
        return Doctor(doctor_id, doctor_id, "", _GROUP_OF_PREFIX.get(prefix, "unknown"))

    def name(self, doctor_id: str) -> str:
        return self[doctor_id].name


def read_doctors(path: Path) -> Doctors:
    """Reads models.yaml.

    Raises:
        Fault: The file cannot be read or is no YAML.
        Faults: Entries that do not fit, or an id or name that stands twice.
    """
    file = read_yaml(path)
    models = validated(_File, file, file.data).models
    faults = []
    for what in ("id", "name"):
        first: dict[str, int] = {}
        for place, model in enumerate(models):
            value = getattr(model, what)
            if value in first:
                line = file.line_of(f"models.{first[value]}.{what}")
                message = f"{value!r} stands twice, first on line {line}; keep one of them"
                faults.append(file.fault(message, f"models.{place}.{what}"))
            first.setdefault(value, place)
    if faults:
        raise Faults(faults)
    return Doctors({model.id: model for model in models})
