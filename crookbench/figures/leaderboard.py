"""The leaderboard: every figure of every doctor of a run, best first."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeAlias

from crookbench.figures.comparison import (
    Comparison,
    RankRange,
    Resolution,
    all_pairs,
    rank_ranges,
    resolution,
)
from crookbench.figures.frames import frames
from crookbench.figures.intervals import Interval
from crookbench.figures.metrics import METRICS, RIGHT, unfloored
from crookbench.figures.played import once, played
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd

    from crookbench.game.awards import Part
    from crookbench.records.record import Record
    from crookbench.records.results import Run

Value: TypeAlias = float | int | Interval | None
"""A figure of one doctor; None where there is too little to say."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One doctor's figures over its scored consults.

    Every figure of `crookbench.figures.metrics` is an attribute too: `standing.score`.

    Attributes:
        figures: The value of each figure by its name.
        unfloored: The score without the floor at 0 of each consult.
        rank: The range of ranks left open; None for a doctor with gaps or nothing to compare.
    """

    model: str
    n_scored: int
    n_planned: int
    figures: Mapping[str, Value]
    unfloored: float | None
    rank: RankRange | None = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  a number or an interval
        if name in _NAMES:
            return self.figures[name]
        raise AttributeError(f"expected a figure of the leaderboard, saw {name!r}")

    def number(self, name: str) -> float | None:
        """A figure that is no interval."""
        value = self.figures[name]
        return None if isinstance(value, Interval) else value

    @property
    def parts(self) -> dict[Part, float | None]:
        """The share of each part of the bill."""
        return {part: getattr(self, part) for part in PARTS}

    @property
    def complete(self) -> bool:
        return self.n_scored == self.n_planned > 0


_NAMES = frozenset(metric.name for metric in METRICS)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All standings, best first: complete ones, then those with gaps, then those without score.

    Attributes:
        pairs: Every pair of complete doctors, compared by the cases both played.
        same_cases: Whether all complete doctors played the same cases.
        cases: The cases that the run plans.
    """

    run: str
    standings: tuple[Standing, ...]
    pairs: tuple[Comparison, ...]
    resolution: Resolution
    same_cases: bool = True
    cases: tuple[str, ...] = ()

    @property
    def ranked(self) -> tuple[Standing, ...]:
        return tuple(standing for standing in self.standings if standing.rank is not None)

    @property
    def scored(self) -> tuple[Standing, ...]:
        """Everyone with a score, with gaps or without."""
        return tuple(standing for standing in self.standings if standing.score is not None)

    @property
    def complete(self) -> tuple[Standing, ...]:
        """Those that headlines may speak of: one lucky consult of fifteen makes no headline."""
        return tuple(standing for standing in self.scored if standing.complete)


@once
def leaderboard(run: Run) -> Leaderboard:
    """The leaderboard of a run."""
    doctors = played(run)
    means = {doctor.model: doctor.case_means for doctor in doctors if doctor.complete}
    pairs = all_pairs(means)
    ranks = rank_ranges(tuple(means), pairs)
    consults = frames(run).consults
    columns = {metric.name: _values(metric.compute(consults)) for metric in METRICS}
    raw = _values(unfloored(consults))
    standings = [
        Standing(
            doctor.model, doctor.n, doctor.planned,
            {name: values.get(doctor.model) for name, values in columns.items()},
            raw.get(doctor.model), ranks.get(doctor.model),
        )
        for doctor in doctors
    ]  # fmt: skip
    same_cases = len({frozenset(own) for own in means.values()}) <= 1
    standings.sort(key=lambda each: _place(each, same_cases=same_cases))
    order = [each.model for each in standings if each.complete]
    return Leaderboard(
        run.manifest.id, tuple(standings), pairs, resolution(order, pairs), same_cases,
        run.manifest.cases,
    )  # fmt: skip


def _values(column: pd.Series[Any]) -> dict[str, Any]:
    """A computed column as plain values by doctor, without those that are missing."""
    found = column.dropna()
    return dict(zip(found.index.tolist(), found.tolist(), strict=True))


def _place(each: Standing, *, same_cases: bool) -> tuple[Any, ...]:
    """Where a standing comes: by score, and by rank first where scores are of other cases.

    A score of easy cases does not stand above a better one of hard cases.
    """
    rank = (each.rank.low + each.rank.high) if each.rank and not same_cases else 0
    return (not each.complete, each.score is None, rank, -(each.score or 0.0), each.model)


def mean(values: Iterable[float]) -> float | None:
    """The mean, or None of nothing."""
    found = list(values)
    return fmean(found) if found else None


def first_is_right(record: Record) -> bool:
    """Whether the most likely diagnosis is the key or one the key accepts."""
    return bool(record.diagnoses) and record.diagnoses[0].role in RIGHT
