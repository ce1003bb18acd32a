"""Who the doctors are: their names for readers, and the group that colours and shapes stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from crookbench.casebook.models import read_models

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from crookbench.casebook.models import Model

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
    return Doctors(read_models(path))
