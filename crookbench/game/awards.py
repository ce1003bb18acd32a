"""Awards: points for one thing, the move that earned it, and what a consult left on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import AliasChoices, Field

Part: TypeAlias = Literal["history", "examination", "investigations", "management"]

PARTS: dict[Part, str] = {
    "history": "History",
    "examination": "Examination",
    "investigations": "Investigations",
    "management": "Management and diagnosis",
}
"""The bill's four parts, in order, with their names."""

Kind: TypeAlias = Literal[
    "red_flag", "history", "exam", "test", "ideal", "acceptable", "harmful", "required_missed",
    "safety", "not_indicated", "diagnosis", "differential", "cant_miss", "dx_changed",
    "capped",
]  # fmt: skip


def is_none(value: object) -> bool:
    """Fields that most moves and awards do not have are left out of files."""
    return value is None


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one thing.

    Attributes:
        part: Part of the bill; logs of the first format call it `domain`.
        item: Id of what was scored, unique in a consult: `history:fever`, `exam:spo2`,
            `test:ecg_12_lead`, `plan:ideal_0`, `safety:nitrate_pde5`, `medicine:ibuprofen`,
            `dx:most_likely`.
        move: Number of the move that earned it, 1 for the first: 7 for #m07.
        quote: The doctor's words that earned it, for a spoken plan item.
    """

    points: int
    part: Annotated[Part, Field(validation_alias=AliasChoices("part", "domain"))]
    kind: Kind
    label: str
    item: str
    move: Annotated[int, Field(ge=1)] = 1
    quote: Annotated[str | None, Field(exclude_if=is_none)] = None

    @property
    def is_of_diagnosis(self) -> bool:
        """Whether it stands only until another diagnosis is saved."""
        return self.item.startswith("dx:")


@dataclass(frozen=True, slots=True)
class Missed:
    """One item that was not earned: what it was worth and what would have earned it."""

    points: int
    part: Part
    kind: Kind
    label: str
    item: str
    hint: str = ""
