"""The other consults of the same case in the same run: to go to, and to compare with."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number
from crookbench.figures.played import share
from crookbench.website import urls
from crookbench.website.doctors import DoctorView, doctor_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Sibling:
    """One consult of the case: `name` is how an address of the comparison calls it."""

    name: str
    path: str
    rep: int
    score: str


@dataclass(frozen=True, slots=True)
class DoctorsConsults:
    """All consults of the case by one doctor."""

    doctor: DoctorView
    mean: str
    consults: tuple[Sibling, ...]

    def others(self, name: str) -> tuple[Sibling, ...]:
        """Those of them that are not the named consult."""
        return tuple(each for each in self.consults if each.name != name)

    def at(self, rep: int) -> Sibling | None:
        """One repeat, where it was scored."""
        return next((each for each in self.consults if each.rep == rep), None)


def by_case(run: Run) -> Mapping[str, list[Record]]:
    """The records of a run by case, in its order."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in run.records:
        found[record.case].append(record)
    return found


def neighbours(run: Run, record: Record, same_case: Iterable[Record]) -> dict[str, Link]:
    """The repeats before and after this one, by the same doctor on the same case."""
    own = sorted((r for r in same_case if r.model == record.model), key=lambda each: each.rep)
    place = own.index(record)
    found = {}
    if place:
        found["prev"] = Link(page_of(run, own[place - 1]), f"‹ repeat {own[place - 1].rep}")
    if place + 1 < len(own):
        found["next"] = Link(page_of(run, own[place + 1]), f"repeat {own[place + 1].rep} ›")
    return found


def everyone(source: Source, run: Run, same_case: Iterable[Record]) -> tuple[DoctorsConsults, ...]:
    """Every doctor's consults of the case, the best mean first."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for each in same_case:
        found[each.model].append(each)
    means = {model: _mean(records) for model, records in found.items()}
    order = sorted(found, key=lambda model: (means[model] is None, -(means[model] or 0)))
    return tuple(
        DoctorsConsults(
            doctor_view(source, model),
            number(means[model]),
            tuple(_sibling(run, each) for each in found[model]),
        )
        for model in order
    )


def share_of(record: Record) -> float | None:
    """The score in percent; None where the case scores nothing."""
    return share(record) if record.max else None


def page_of(run: Run, record: Record) -> str:
    return urls.consult_page(run.manifest.id, *record.key)


def _mean(records: Iterable[Record]) -> float | None:
    shares = [share(record) for record in records if record.max]
    return fmean(shares) if shares else None


def _sibling(run: Run, record: Record) -> Sibling:
    return Sibling(
        name=urls.consult_name(run.manifest.id, *record.key),
        path=page_of(run, record),
        rep=record.rep,
        score=number(share_of(record)),
    )
