"""A doctor as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.models import GROUPS, Group
from crookbench.website import urls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class DoctorView:
    """Name, group and page of one doctor."""

    id: str
    name: str
    lab: str
    group: Group
    path: str


def doctor_view(source: Source, model: str) -> DoctorView:
    doctor = source.doctors[model]
    return DoctorView(model, doctor.name, doctor.lab, doctor.group, urls.model_page(model))


def groups_of(doctors: Iterable[DoctorView]) -> dict[Group, str]:
    """The groups that occur, with their names, in the order of a key."""
    present = {doctor.group for doctor in doctors}
    return {group: name for group, name in GROUPS.items() if group in present}
