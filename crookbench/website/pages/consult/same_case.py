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
    from collections.abc import Iterable, Mapping, Sequence

    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.source import Source

_MOST_SHOWN = 200
"""Consults of a case that the page of each lists; beyond, the pages of a run would grow with the
square of its consults (267 of 522 MB for 1,980)."""
_BEST = 20
"""Doctors that it lists then, beside its own."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Sibling:
    """One consult of the case: `name` is how an address of the comparison calls it.

    Attributes:
        disputed: Which known issues dispute some of its points, in words.
    """

    name: str
    path: str
    rep: int
    score: str
    disputed: str


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


@dataclass(frozen=True, slots=True)
class SameCase:
    """The consults of one case in a run.

    Attributes:
        doctors: Every doctor's, by the doctor's id, the best mean first.
        count: How many they are.
        reps: The repeats that anybody has.
    """

    doctors: Mapping[str, DoctorsConsults]
    count: int
    reps: tuple[int, ...]

    def shown_to(self, model: str) -> tuple[DoctorsConsults, ...]:
        """Those that the page of one of the consults lists: of very many the best and its own."""
        everyone = tuple(self.doctors.values())
        if self.count <= _MOST_SHOWN:
            return everyone
        own = self.doctors[model]
        best = everyone[:_BEST]
        return best if own in best else (*best, own)

    def neighbours(self, model: str, rep: int) -> dict[str, Link]:
        """The repeats before and after one, by the same doctor."""
        own = sorted(self.doctors[model].consults, key=lambda each: each.rep)
        place = [each.rep for each in own].index(rep)
        found = {}
        if place:
            found["prev"] = Link(own[place - 1].path, f"‹ repeat {own[place - 1].rep}")
        if place + 1 < len(own):
            found["next"] = Link(own[place + 1].path, f"repeat {own[place + 1].rep} ›")
        return found


def same_case(source: Source, run: Run, records: Sequence[Record]) -> SameCase:
    """What the pages of some records of one case tell of each other."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for each in records:
        found[each.model].append(each)
    means = {model: _mean(each) for model, each in found.items()}
    order = sorted(found, key=lambda model: (means[model] is None, -(means[model] or 0)))
    return SameCase(
        doctors={
            model: DoctorsConsults(
                doctor_view(source, model),
                number(means[model]),
                tuple(_sibling(source, run, each) for each in found[model]),
            )
            for model in order
        },
        count=len(records),
        reps=tuple(sorted({each.rep for each in records})),
    )


def share_of(record: Record) -> float | None:
    """The score in percent; None where the case scores nothing."""
    return share(record) if record.max else None


def page_of(run: Run, record: Record) -> str:
    return urls.consult_page(run.manifest.id, *record.key)


def _mean(records: Iterable[Record]) -> float | None:
    shares = [share(record) for record in records if record.max]
    return fmean(shares) if shares else None


def _sibling(source: Source, run: Run, record: Record) -> Sibling:
    disputed = source.disputed(run).get(record.key)
    return Sibling(
        name=urls.consult_name(run.manifest.id, *record.key),
        path=page_of(run, record),
        rep=record.rep,
        score=number(share_of(record)),
        disputed=disputed.text if disputed else "",
    )
