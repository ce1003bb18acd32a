"""crook-bench's own results, read as a run: what its files do not say is derived from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from crookbench.game.awards import PARTS, Kind, Part
from crookbench.records.manifest import DoctorConfig, Manifest
from crookbench.records.record import FiledAward

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from crookbench.records.log import Row
    from crookbench.records.record import Record
    from crookbench.records.results import Consult

_PART_OF_MOVE: dict[str, Part] = {
    "say": "history",
    "exam": "examination",
    "order": "investigations",
}
_KINDS: dict[Part, tuple[tuple[int, Kind], ...]] = {
    "history": ((-999, "history"),),
    "examination": ((-999, "exam"),),
    "investigations": ((-999, "test"),),
    "management": ((15, "ideal"), (1, "acceptable"), (-14, "not_indicated"), (-999, "harmful")),
}
"""For each part, the kind of an award of at least so many points."""


def manifest(folder: Path, consults: Sequence[Consult]) -> Manifest:
    """A manifest of what is there, in alphabetical order."""
    records = [consult.record for consult in consults]
    models = sorted({record.model for record in records})
    dates = sorted(record.started[:10] for record in records if record.started)
    name = folder.resolve().name
    return Manifest(
        id=name,
        title=f"Results in {name}",
        date=dates[-1] if dates else "",
        description="Played by crook-bench.",
        doctors=tuple(DoctorConfig(id=model) for model in models),
        cases=tuple(sorted({record.case for record in records})),
        reps=max(record.rep for record in records),
        questions=max(record.max_questions for record in records),
        patient=", ".join(sorted({r.patient_model for r in records if r.patient_model})),
        marker="",
        played_on="crook-bench",
    )


def with_awards(record: Record, rows: Sequence[Row]) -> Record:
    """The record with the awards that its log holds, where it has none of its own.

    Of several saved diagnoses only the last one's awards stand.
    """
    if record.awards:
        return record
    last_dx = max((row["m"] for row in rows if row["move"] == "dx"), default=0)
    found = tuple(award for row in rows for award in _awards(row, last_dx))
    return record.model_copy(update={"awards": found}) if found else record


def _awards(row: Row, last_dx: int) -> Iterable[FiledAward]:
    for number, award in enumerate(row.get("awards") or (), start=1):
        if not isinstance(award, dict) or not isinstance(points := award.get("points"), int):
            continue
        if award.get("fromDiagnosis") and row["m"] != last_dx:
            continue
        part = _part(award, row)
        yield FiledAward(
            points=points,
            part=part,
            kind=_kind(award, part, points),
            label=str(award.get("label", "")),
            item=str(award.get("item") or f"move:{row['m']}:{number}"),
            move=row["m"],
        )


def _part(award: Mapping[str, Any], row: Row) -> Part:
    named = award.get("domain")
    return named if named in PARTS else _PART_OF_MOVE.get(row["move"], "management")


def _kind(award: Mapping[str, Any], part: Part, points: int) -> Kind:
    named: Any = award.get("kind")
    if named in get_args(Kind):
        return named  # type: ignore[no-any-return]  # it is one of them
    if award.get("fromDiagnosis"):
        return "diagnosis"
    return next(kind for least, kind in _KINDS[part] if points >= least)
