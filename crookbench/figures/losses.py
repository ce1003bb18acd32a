"""Where points were lost: by part of the bill, and to penalties of each kind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.figure import Column, Table
from crookbench.figures.leaderboard import mean
from crookbench.figures.played import of_what, played
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.names import Names
    from crookbench.figures.played import Played
    from crookbench.game.awards import Kind, Part
    from crookbench.records.results import Run

PENALTIES: dict[Kind, str] = {
    "exam": "Unnecessary or harmful examinations",
    "test": "Unnecessary or harmful tests",
    "harmful": "Harmful acts",
    "required_missed": "Required care missed",
    "safety": "Unsafe medicines",
    "not_indicated": "Medicines not indicated",
    "cant_miss": "Wrong can't-miss diagnosis",
    "dx_changed": "Diagnosis changed",
}
"""Kinds of awards that can be negative, as readers know them."""


@dataclass(frozen=True, slots=True)
class Losses:
    """One doctor's lost points, each a mean over its consults in percent of the case's maximum.

    Attributes:
        parts: Maximum less earned, by part; below 0 where bonuses passed the part's maximum. The
            four add up to 100 less the unfloored score.
        penalties: What negative awards took, by kind; None where records list no awards.
    """

    model: str
    n: int
    parts: Mapping[Part, float | None]
    penalties: Mapping[Kind, float] | None


def losses(run: Run) -> tuple[Losses, ...]:
    """Every doctor the run plans, in its order."""
    return tuple(_losses(doctor) for doctor in played(run))


def _losses(doctor: Played) -> Losses:
    return Losses(
        model=doctor.model,
        n=doctor.n,
        parts={part: _lost(doctor, part) for part in PARTS},
        penalties=_penalties(doctor),
    )


def _lost(doctor: Played, part: Part) -> float | None:
    return mean(
        100 * (record.domain(part).max - record.domain(part).earned) / record.max
        for record in doctor.records
    )


def _penalties(doctor: Played) -> dict[Kind, float] | None:
    if not doctor.records or not all(record.awards for record in doctor.records):
        return None
    taken: defaultdict[Kind, float] = defaultdict(float)
    for record in doctor.records:
        for award in record.awards:
            if award.points < 0:
                taken[award.kind] += -100 * award.points / record.max / doctor.n
    return {kind: taken[kind] for kind in PENALTIES if kind in taken}


def losses_table(run: Run, found: Sequence[Losses], order: Sequence[str], names: Names) -> Table:
    """One row a doctor, in `order`: the four parts, then the kinds of penalty that occurred."""
    by_model = {each.model: each for each in found}
    kinds = [kind for kind in PENALTIES if any(kind in (each.penalties or {}) for each in found)]
    return Table(
        id="losses",
        title="Where points were lost",
        reading="Mean points lost in each part, in percent of the case's maximum.",
        columns=(
            Column("doctor", "Doctor", kind="text"),
            Column("n", "Scored", "consults", "count"),
            *(Column(part, name, "%", places=1) for part, name in PARTS.items()),
            *(Column(f"penalty_{k}", f"of it: {PENALTIES[k]}", "%", places=1) for k in kinds),
        ),
        rows=tuple(
            (
                names.name(model), by_model[model].n, *by_model[model].parts.values(),
                *(_penalty(by_model[model], kind) for kind in kinds),
            )
            for model in order
        ),
        n=of_what(run),
        note="The four parts add up to 100 less the score. Below 0: bonuses beyond the maximum.",
    )  # fmt: skip


def _penalty(each: Losses, kind: Kind) -> float | None:
    return None if each.penalties is None else each.penalties.get(kind, 0.0)
