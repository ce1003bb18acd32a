"""The leaderboard: every figure of every doctor of a run, best first."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from crookbench.figures.comparison import Comparison, Resolution, all_pairs, resolution
from crookbench.figures.intervals import Interval, from_repeats, of_mean
from crookbench.figures.played import played, raw_total
from crookbench.figures.ranking import RankRange, rank_ranges
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crookbench.figures.played import Played
    from crookbench.game.awards import Part
    from crookbench.records.record import Record
    from crookbench.records.results import Run

RIGHT = ("key", "working", "acceptable")
"""Roles that a right first diagnosis can have."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One doctor's figures over its scored consults; None where there is too little to say.

    Attributes:
        score: Mean of 100 × total / maximum.
        sd: Sample standard deviation of the same over consults.
        parts: For each part, the mean of 100 × earned / maximum where there is a maximum.
        red_flags: All red flags elicited in percent of all that could be.
        flags_per_10_questions: Mean of 10 × elicited / questions over consults that asked any.
        top_dx_right: Percent whose first diagnosis is the key or an accepted one.
        harms: Mean number of harmful acts.
        required_care_missed: Number of consults that missed required care.
        cost: Mean in US$; None where any consult's is unknown.
        unfloored: Mean of 100 × sum of awards / maximum, which can lie below 0.
        these_cases: 95 % interval if these cases were played again.
        other_cases: 95 % interval for other cases.
        rank: The range of ranks left open; None for a doctor with gaps or nothing to compare.
    """

    model: str
    n_scored: int
    n_planned: int
    score: float | None
    sd: float | None
    parts: Mapping[Part, float | None]
    red_flags: float | None
    questions: float | None
    flags_per_10_questions: float | None
    top_dx_right: float | None
    harms: float | None
    required_care_missed: int | None
    cost: float | None
    unfloored: float | None
    these_cases: Interval | None
    other_cases: Interval | None
    rank: RankRange | None = None

    @property
    def complete(self) -> bool:
        return self.n_scored == self.n_planned > 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All standings, best first: complete ones, then those with gaps, then those without score.

    Attributes:
        pairs: Every pair of complete doctors, compared by case.
    """

    run: str
    standings: tuple[Standing, ...]
    pairs: tuple[Comparison, ...]
    resolution: Resolution

    @property
    def ranked(self) -> tuple[Standing, ...]:
        return tuple(standing for standing in self.standings if standing.rank is not None)


def leaderboard(run: Run) -> Leaderboard:
    """The leaderboard of a run."""
    doctors = played(run)
    complete = {doctor.model: doctor.case_means for doctor in doctors if doctor.complete}
    pairs = all_pairs(complete)
    ranks = rank_ranges(tuple(complete), pairs)
    standings = sorted((_standing(doctor, ranks) for doctor in doctors), key=_order)
    order = [standing.model for standing in standings if standing.complete]
    return Leaderboard(run.manifest.id, tuple(standings), pairs, resolution(order, pairs))


def _order(standing: Standing) -> tuple[bool, bool, float, str]:
    score = standing.score
    return (not standing.complete, score is None, -(score or 0.0), standing.model)


def _standing(doctor: Played, ranks: Mapping[str, RankRange | None]) -> Standing:
    records = doctor.records
    return Standing(
        model=doctor.model,
        n_scored=doctor.n,
        n_planned=doctor.planned,
        score=mean(doctor.shares),
        sd=stdev(doctor.shares) if doctor.n > 1 else None,
        parts={part: part_share(records, part) for part in PARTS},
        red_flags=flags_caught(records),
        questions=mean(record.questions for record in records),
        flags_per_10_questions=mean(
            10 * _elicited(record) / record.questions for record in records if record.questions
        ),
        top_dx_right=mean(100.0 * first_is_right(record) for record in records),
        harms=mean(len(record.harmful) for record in records),
        required_care_missed=sum(bool(r.missed_required) for r in records) if records else None,
        cost=mean_cost(records),
        unfloored=mean(100 * raw_total(record) / record.max for record in records),
        these_cases=_floored(from_repeats(doctor.by_case)),
        other_cases=_floored(of_mean(tuple(doctor.case_means.values()))),
        rank=ranks.get(doctor.model),
    )


def _floored(interval: Interval | None) -> Interval | None:
    """A score cannot lie below 0, so neither can an end of its interval."""
    return None if interval is None else interval.at_least(0.0)


def mean(values: Iterable[float]) -> float | None:
    """The mean, or None of nothing."""
    found = list(values)
    return fmean(found) if found else None


def part_share(records: Sequence[Record], part: Part) -> float | None:
    """Mean of 100 × earned / maximum of one part, over consults where it has a maximum."""
    domains = [record.domain(part) for record in records]
    return mean(100 * domain.earned / domain.max for domain in domains if domain.max > 0)


def flags_caught(records: Sequence[Record]) -> float | None:
    """All red flags elicited in percent of all that could be."""
    possible = sum(len(record.red_flags) for record in records)
    return 100 * sum(map(_elicited, records)) / possible if possible else None


def _elicited(record: Record) -> int:
    return sum(flag.elicited for flag in record.red_flags)


def first_is_right(record: Record) -> bool:
    """Whether the most likely diagnosis is the key or one the key accepts."""
    return bool(record.diagnoses) and record.diagnoses[0].role in RIGHT


def mean_cost(records: Sequence[Record]) -> float | None:
    """Mean cost in US$, None where any consult's is unknown."""
    costs = [record.usage.cost for record in records]
    known = [cost for cost in costs if cost is not None]
    return fmean(known) if known and len(known) == len(costs) else None
