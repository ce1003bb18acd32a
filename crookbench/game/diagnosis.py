"""Points for the saved diagnosis, in its three slots."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from crookbench.game.awards import Award, Kind
from crookbench.game.moves import DIAGNOSIS_SLOTS, Dx
from crookbench.game.points import (
    CANT_MISS,
    CANT_MISS_WRONG,
    DIAGNOSIS_ACCEPTABLE,
    DIAGNOSIS_CHANGED,
    DIAGNOSIS_KEY,
    DIFFERENTIAL,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case, GroundTruth
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move

Role: TypeAlias = Literal["key", "working", "acceptable", "differential", "sinister"]


def role(truth: GroundTruth, diagnosis: str) -> Role | None:
    """What a diagnosis is on this key; the first of its roles where it has several."""
    lists: dict[Role, tuple[str, ...]] = {
        "key": (truth.diagnosis,),
        "working": truth.working_diagnoses,
        "acceptable": truth.acceptable_diagnoses,
        "differential": truth.differentials,
        "sinister": truth.sinister_diagnoses,
    }
    return next((name for name, ids in lists.items() if diagnosis in ids), None)


def is_sinister(truth: GroundTruth, diagnosis: str) -> bool:
    """Whether a diagnosis is one this case must not miss; the key is one where it is sinister."""
    return diagnosis in truth.sinister_diagnoses or (
        truth.sinister and diagnosis == truth.diagnosis
    )


def most_likely_points(truth: GroundTruth, dx: Dx) -> int:
    """Full points for the key, or for a working diagnosis with the key as the can't-miss one."""
    named = role(truth, dx.most_likely)
    if named == "key" or (named == "working" and dx.cant_miss == truth.diagnosis):
        return DIAGNOSIS_KEY
    return DIAGNOSIS_ACCEPTABLE if named in ("working", "acceptable") else 0


def cant_miss_points(truth: GroundTruth, dx: Dx) -> int:
    """A can't-miss diagnosis of this case that stands in no other slot; anything else costs."""
    repeats = dx.cant_miss in (dx.most_likely, dx.differential)
    return CANT_MISS if is_sinister(truth, dx.cant_miss) and not repeats else CANT_MISS_WRONG


def diagnosis_awards(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> list[Award]:
    """The last saved diagnosis's awards, and what changing an earlier one cost."""
    saved = [(index, move) for index, move in enumerate(moves) if isinstance(move, Dx)]
    if not saved:
        return []
    index, last = saved[-1]
    return [*_changes(saved), *slot_awards(case, catalogue, last, index)]


def _changes(saved: Sequence[tuple[int, Dx]]) -> list[Award]:
    return [
        Award(
            points=DIAGNOSIS_CHANGED,
            part="management",
            kind="dx_changed",
            label="Diagnosis changed",
            item=f"dx_changed:{index}",
            move=index,
        )
        for (_, before), (index, after) in pairwise(saved)
        if after != before
    ]


def slot_awards(case: Case, catalogue: Catalogue, dx: Dx, index: int) -> list[Award]:
    """What one saved diagnosis earns, slot by slot."""
    truth = case.ground_truth
    seen: set[str] = {dx.most_likely}
    rows: list[tuple[str, Kind, int]] = [
        ("most_likely", "diagnosis", most_likely_points(truth, dx)),
    ]
    for slot in DIAGNOSIS_SLOTS[1:]:
        named = getattr(dx, slot)
        counts = named not in seen and role(truth, named) is not None
        seen.add(named)
        rows.append((slot, "differential", DIFFERENTIAL if counts else 0))
    rows.append(("cant_miss", "cant_miss", cant_miss_points(truth, dx)))
    return [
        Award(
            points=points,
            part="management",
            kind=kind,
            label=_name(catalogue, getattr(dx, slot)),
            item=f"dx:{slot}" if kind != "cant_miss" else "dx:cant_miss:safety",
            move=index,
        )
        for slot, kind, points in rows
        if points
    ]


def _name(catalogue: Catalogue, diagnosis: str) -> str:
    entry = catalogue.diagnosis.get(diagnosis)
    return diagnosis if entry is None else entry.name
