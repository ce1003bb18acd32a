"""What readers call a doctor, a case and an item."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.figures.models import Doctor, Doctors
from crookbench.records.slug import slug

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.figures.played import Key


@dataclass(frozen=True, slots=True)
class Names:
    """Display names; whatever has none shows its id.

    Attributes:
        cases: Titles of cases by id.
        sets: The set of each case by id.
    """

    doctors: Doctors = field(default_factory=Doctors)
    cases: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, str] = field(default_factory=dict)

    def doctor(self, doctor_id: str) -> Doctor:
        return self.doctors[doctor_id]

    def name(self, doctor_id: str) -> str:
        return self.doctors[doctor_id].name

    def case(self, case_id: str) -> str:
        return self.cases.get(case_id) or words(case_id)


_KEPT_SHORT = {
    "bp": "BP", "ecg": "ECG", "ed": "ED", "gp": "GP", "hiv": "HIV", "iv": "IV", "pde5": "PDE5",
    "ct": "CT", "mri": "MRI", "spo2": "SpO2", "uti": "UTI", "dvt": "DVT", "std": "STD",
    "sti": "STI", "nsaid": "NSAID", "gtn": "GTN", "fbc": "FBC", "crp": "CRP", "inr": "INR",
    "stemi": "STEMI",
}  # fmt: skip
"""Words of ids that are abbreviations."""


def words(id_: str) -> str:
    """An id read as words: "sputum_colour" is "sputum colour", "chest_ecg" is "chest ECG"."""
    parts = id_.rpartition(":")[2].split("_")
    return " ".join(_KEPT_SHORT.get(part, part) for part in parts if part)


def model_href(doctor_id: str) -> str:
    """A doctor's page, relative to the site's root."""
    return f"models/{slug(doctor_id)}/"


def consult_href(run: str, key: Key) -> str:
    """A consult's page, relative to the site's root."""
    model, case, rep = key
    return f"consults/{run}/{slug(model)}/{case}-{rep}/"
