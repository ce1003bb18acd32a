"""The catalogue: every examination, test, medicine, referral and diagnosis a doctor can choose.

It is shared by all cases and wide, so that searching it hints at nothing.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

if TYPE_CHECKING:
    from collections.abc import Mapping

Region = Literal["vitals", "head", "thorax", "abdomen", "upper_limb", "lower_limb"]
Modality = Literal["look", "feel", "percuss", "listen", "move", "test", "measure"]
Category = Literal["bedside", "pathology", "imaging", "cardiac"]
ReferralKind = Literal["emergency", "specialist", "allied_health"]
Sex = Literal["female", "male"]

SUBREGIONS: dict[Region, tuple[str, ...]] = {
    "vitals": (),
    "head": ("eyes", "ears", "mouth_throat", "face", "neck"),
    "thorax": ("heart", "lungs_front", "lungs_back", "chest_wall", "breasts", "thoracic_spine"),
    "abdomen": (
        "ruq", "luq", "rlq", "llq", "epigastrium", "umbilical", "suprapubic", "loins",
        "groin", "genitalia", "rectum", "lumbar_spine", "sacroiliac",
    ),
    "upper_limb": ("shoulder", "elbow", "wrist_hand", "arm"),
    "lower_limb": ("hip", "knee", "calf", "ankle_foot", "leg"),
}  # fmt: skip

GIVEN_EXAM = "general_inspection"
"""Seen as the patient walks in: never performed, never scored."""


def _sex(word: object) -> object:
    """Reads "M", "F" and capitals too, as crook-bench's files may write them."""
    known = {"f": "female", "m": "male"}
    return known.get(word.lower(), word.lower()) if isinstance(word, str) else word


PatientSex = Annotated[Sex, BeforeValidator(_sex)]


class Entry(BaseModel):
    """What every catalogue entry has: an id, a name and the words people search for it with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    name: str = Field(min_length=1)
    aliases: tuple[str, ...] = ()


def name_in(shelf: Mapping[str, Entry], id_: str) -> str:
    """The name of an entry; an id that the catalogue lacks stands for itself."""
    return shelf[id_].name if id_ in shelf else id_


class Diagnosis(Entry):
    """A diagnosis that can stand in one of the three slots."""


class Examination(Entry):
    """An examination; `normal` is what it shows where the case writes nothing."""

    region: Region
    subregions: tuple[str, ...] = ()
    modality: Modality
    minutes: float = Field(default=1, ge=0)
    normal: str
    sex: PatientSex | None = None
    counts_as: tuple[str, ...] = ()


class Investigation(Entry):
    """A test; one with a turnaround of days shows nothing during the consult."""

    category: Category
    minutes: float = Field(default=0, ge=0)
    turnaround_days: float = Field(default=0, ge=0)
    normal: str
    timed: bool | None = None


class Medicine(Entry):
    """One form and strength of a medicine; `ingredient` is what rules and triggers name."""

    ingredient: str
    form: str
    unit: str
    pack: int | float | str

    @property
    def components(self) -> tuple[str, ...]:
        """The ingredients of a combination, one by one, without a route in brackets."""
        plain = re.sub(r"\s*\(.*?\)", "", self.ingredient)
        return tuple(re.split(r"\s*(?:\+|/|\band\b|\bwith\b)\s*", plain))


class Referral(Entry):
    """Somebody the patient can be sent to, or told about."""

    kind: ReferralKind
    minutes: float = Field(default=0, ge=0)


class SafetyTrigger(BaseModel):
    """Whom a safety rule is for: exactly one of its fields is set."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    taking: tuple[str, ...] | None = None
    allergy: tuple[str, ...] | None = None
    condition: tuple[str, ...] | None = None
    age_under: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_word_is_a_list(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        return {
            key: [value] if isinstance(value, str) and key != "age_under" else value
            for key, value in data.items()
        }

    @model_validator(mode="after")
    def _exactly_one(self) -> SafetyTrigger:
        named = [name for name in type(self).model_fields if getattr(self, name) is not None]
        if len(named) != 1:
            seen = ", ".join(named) or "none"
            raise ValueError(f"exactly one of taking, allergy, condition, age_under; seen: {seen}")
        return self


class SafetyRule(BaseModel):
    """A medicine that must not be given to a patient of whom `if` is true."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    id: str = Field(pattern=r"^[a-z0-9_-]+$")
    label: str
    trigger: SafetyTrigger = Field(alias="if")
    drugs: tuple[str, ...]
    consequence: str
    source: str = ""


class Catalogue(BaseModel):
    """All that can be chosen, and the rules on which medicine harms whom."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    diagnoses: tuple[Diagnosis, ...] = ()
    examinations: tuple[Examination, ...] = ()
    investigations: tuple[Investigation, ...] = ()
    formulary: tuple[Medicine, ...] = ()
    referrals: tuple[Referral, ...] = ()
    safety: tuple[SafetyRule, ...] = ()

    @cached_property
    def diagnosis(self) -> dict[str, Diagnosis]:
        return {entry.id: entry for entry in self.diagnoses}

    @cached_property
    def examination(self) -> dict[str, Examination]:
        return {entry.id: entry for entry in self.examinations}

    @cached_property
    def investigation(self) -> dict[str, Investigation]:
        return {entry.id: entry for entry in self.investigations}

    @cached_property
    def medicine(self) -> dict[str, Medicine]:
        return {entry.id: entry for entry in self.formulary}

    @cached_property
    def referral(self) -> dict[str, Referral]:
        return {entry.id: entry for entry in self.referrals}

    @cached_property
    def ingredients(self) -> frozenset[str]:
        return frozenset(entry.ingredient for entry in self.formulary)
