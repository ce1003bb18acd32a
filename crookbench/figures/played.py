"""What each doctor of a run played, against what the run planned."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import wraps
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crookbench.records.record import Record
    from crookbench.records.results import Consult, Run

Key: TypeAlias = tuple[str, str, int]
"""Model, case and repeat of a consult."""

T = TypeVar("T")


def once(compute: Callable[[Run], T]) -> Callable[[Run], T]:
    """Makes a figure of a run be computed once: it is kept on the run, which never changes."""
    name = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def kept(run: Run) -> T:
        held = vars(run)
        if name not in held:
            held[name] = compute(run)
        found: T = held[name]
        return found

    return kept


@dataclass(frozen=True, slots=True)
class Played:
    """One doctor's scored consults.

    Attributes:
        planned: How many consults the run plans for this doctor.
        cases: The cases the run plans, in its order.
    """

    model: str
    records: tuple[Record, ...]
    planned: int
    cases: tuple[str, ...]

    @property
    def n(self) -> int:
        return len(self.records)

    @property
    def complete(self) -> bool:
        return self.n == self.planned > 0

    @property
    def by_case(self) -> dict[str, tuple[float, ...]]:
        """The shares of each case that has any, in the run's order."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for record in self.records:
            found[record.case].append(share(record))
        return {case: tuple(found[case]) for case in self.cases if case in found}

    @property
    def case_means(self) -> dict[str, float]:
        return {case: fmean(shares) for case, shares in self.by_case.items()}


def share(record: Record) -> float:
    """A consult's score: its total in percent of the case's maximum."""
    return 100 * record.total / record.max


def raw_total(record: Record) -> int:
    """The sum before the floor at 0; older records keep it only as the sum of their parts."""
    if record.raw_total is not None:
        return record.raw_total
    return sum(domain.earned for domain in record.domains)


@once
def scored(run: Run) -> tuple[Consult, ...]:
    """The consults that figures rest on: planned ones of cases that score anything."""
    planned = set(run.manifest.planned)
    return tuple(
        consult for consult in run.consults
        if consult.record.key in planned and consult.record.max > 0
    )  # fmt: skip


@once
def played(run: Run) -> tuple[Played, ...]:
    """Every doctor the run plans, in its order, with or without scored consults."""
    records: defaultdict[str, list[Record]] = defaultdict(list)
    for consult in scored(run):
        records[consult.record.model].append(consult.record)
    cases = run.manifest.cases
    planned = Counter(model for model, _, _ in run.manifest.planned)
    return tuple(
        Played(doctor.id, tuple(records[doctor.id]), planned[doctor.id], cases)
        for doctor in run.manifest.doctors
    )


@once
def of_what(run: Run) -> str:
    """What a run's figures rest on: "195 consults", "12 of 15 planned consults"."""
    n, planned = len(scored(run)), len(run.manifest.planned)
    if n == planned:
        return f"{n} consult{'' if n == 1 else 's'}"
    return f"{n} of {planned} planned consults"


def keys(records: Iterable[Record]) -> tuple[Key, ...]:
    return tuple(record.key for record in records)
