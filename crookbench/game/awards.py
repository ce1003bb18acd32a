"""An award: points for one thing, and the move that earned it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

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
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one thing.

    Attributes:
        item: Id of what was scored, unique in a consult: `history:fever`, `exam:spo2`,
            `test:ecg_12_lead`, `plan:ideal_0`, `safety:nitrate_pde5`, `medicine:ibuprofen`,
            `dx:most_likely`.
        move: Zero-based index of the move that earned it.
        quote: The doctor's words that earned it, for a spoken plan item.
    """

    points: int
    part: Part
    kind: Kind
    label: str
    item: str
    move: int
    quote: str | None = None
