"""Points for the saved diagnosis, in its three slots."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from crookbench.game.awards import Award
from crookbench.game.catalogue import name_in
from crookbench.game.points import (
    CANT_MISS,
    CANT_MISS_WRONG,
    DIAGNOSIS_ACCEPTABLE,
    DIAGNOSIS_CHANGED,
    DIAGNOSIS_KEY,
    DIFFERENTIAL,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.awards import Kind
    from crookbench.game.case import Case, GroundTruth
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.deeds import Deeds
    from crookbench.game.moves import Dx

Role: TypeAlias = Literal["key", "working", "acceptable", "sinister", "differential"]


def role(truth: GroundTruth, diagnosis: str) -> Role | None:
    """What a diagnosis is on this key; the first of its roles where it has several."""
    lists: dict[Role, tuple[str, ...]] = {
        "key": (truth.diagnosis,),
        "working": truth.working_diagnoses,
        "acceptable": truth.acceptable_diagnoses,
        "sinister": truth.sinister_diagnoses,
        "differential": truth.differentials,
    }
    return next((name for name, ids in lists.items() if diagnosis in ids), None)


def most_likely_points(truth: GroundTruth, dx: Dx) -> int:
    """Full points for the key, or for a working diagnosis with the key as the can't-miss one."""
    named = role(truth, dx.primary)
    if named == "key" or (named == "working" and dx.cant_miss == truth.diagnosis):
        return DIAGNOSIS_KEY
    return DIAGNOSIS_ACCEPTABLE if named in ("working", "acceptable") else 0


def cant_miss_diagnoses(truth: GroundTruth) -> tuple[str, ...]:
    """What this case must not miss.

    Where the truth itself is dangerous, that is the key and its accepted alternatives too.
    """
    own = (truth.diagnosis, *truth.acceptable_diagnoses) if truth.sinister else ()
    return tuple(dict.fromkeys((*truth.sinister_diagnoses, *own)))


def cant_miss_points(truth: GroundTruth, dx: Dx) -> int:
    """A can't-miss diagnosis of this case that stands in no other slot; anything else costs."""
    repeats = dx.cant_miss in (dx.primary, dx.differentials[0])
    right = dx.cant_miss in cant_miss_diagnoses(truth) and not repeats
    return CANT_MISS if right else CANT_MISS_WRONG


def diagnosis_awards(done: Deeds) -> Iterator[Award]:
    """The last saved diagnosis's awards, and what changing an earlier one cost."""
    for (_, before), (number, after) in pairwise(done.saved):
        if after != before:
            item = f"dx_changed:{number}"
            yield Award(
                DIAGNOSIS_CHANGED, "management", "dx_changed", "Diagnosis changed", item, number
            )
    for number, last in done.saved[-1:]:
        yield from slot_awards(done.case, done.catalogue, last, number)


def slot_awards(case: Case, catalogue: Catalogue, dx: Dx, number: int) -> Iterator[Award]:
    """What one saved diagnosis, move `number`, earns slot by slot; slots worth 0 are left out."""
    truth = case.ground_truth
    rows: list[tuple[str, Kind, str, int]] = [
        ("dx:most_likely", "diagnosis", dx.primary, most_likely_points(truth, dx)),
    ]
    seen = {dx.primary}
    for slot, named in list(dx.slots.items())[1:]:
        counts = named not in seen and role(truth, named) is not None
        seen.add(named)
        rows.append((f"dx:{slot}", "differential", named, DIFFERENTIAL if counts else 0))
    rows.append(("dx:cant_miss:safety", "cant_miss", dx.cant_miss, cant_miss_points(truth, dx)))
    for item, kind, named, points in rows:
        if points:
            label = name_in(catalogue.diagnosis, named)
            yield Award(points, "management", kind, label, item, number)
