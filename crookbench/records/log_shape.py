"""Checks that every move of a log has what a move of its kind has, before anything reads it.

A log that was cut short or changed by hand gets one message instead of a wrong page or figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from crookbench.errors import Fault
from crookbench.records.jsonfile import validated

if TYPE_CHECKING:
    from crookbench.records.log import Row

NEEDED: dict[str, tuple[str, ...]] = {
    "exam": ("id",),
    "order": ("id",),
    "rx": ("id", "frequency"),
    "refer": ("id",),
    "dx": ("primary",),
    "look": ("tool", "query"),
    "refused": ("tool", "arguments", "answer"),
    "unheard": ("text",),
}
"""Fields without which a move cannot be told."""


class _Award(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    points: int


class _Move(BaseModel):
    """Every field that is read of any move; `judged` is a number where a run has no words."""

    model_config = ConfigDict(strict=True, extra="ignore")

    t: float | None = None
    score: int | None = None
    awards: list[_Award] | None = None
    id: str | None = None
    side: str | None = None
    subregion: str | None = None
    utterance: str | None = None
    reply: str | None = None
    released: list[str] | None = None
    asked: list[str] | None = None
    jargon: list[str] | None = None
    flooded: bool | None = None
    questions: int | None = None
    finding: str | None = None
    result: str | None = None
    dose: str | None = None
    frequency: str | None = None
    duration: str | None = None
    quantity: int | None = None
    primary: str | None = None
    differentials: list[str | None] = []
    tool: str | None = None
    query: dict[str, Any] | None = None
    found: list[str] | None = None
    arguments: str | None = None
    answer: str | None = None
    text: str | None = None
    unmarked: list[str] | None = None


def check_row(row: Row, where: str) -> None:
    """Raises a Fault where a move is not whole, or a field of it is of another type."""
    validated(_Move, row, f"{where}: move {row['m']}")
    lacking = [name for name in NEEDED.get(row["move"], ()) if row.get(name) is None]
    if lacking:
        message = (
            f"expected {' and '.join(lacking)} of the move {row['move']!r}, seen none; bring the "
            "log back from its source, or delete the consult's files and play it again"
        )
        raise Fault(where, message, key=f"move {row['m']}")
