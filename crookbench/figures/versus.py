"""Two doctors of a run, or two runs of the same doctors, compared case by case."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.errors import UsageFault
from crookbench.figures.comparison import Comparison, compare
from crookbench.figures.figure import Column, Table
from crookbench.figures.numbers import listed, number, plural, signed, span
from crookbench.figures.played import Played, played
from crookbench.game.awards import PARTS, Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.figure import Cell
    from crookbench.figures.names import Names
    from crookbench.records.results import Run

_FEW = "too few"


def versus_table(run: Run, first: str, second: str, names: Names) -> Table:
    """Score and parts of two doctors: the difference over shared cases, and if it is clear.

    Raises:
        UsageFault: The run plans no such doctor.
    """
    doctors = {doctor.model: doctor for doctor in played(run)}
    for asked in (first, second):
        if asked not in doctors:
            known = listed(sorted(doctors)) if doctors else "none"
            raise UsageFault(f"{run.manifest.id}: expected one of its doctors, {known}; "
                             f"saw {asked!r}")  # fmt: skip
    return _table(doctors[first], doctors[second], names)


def runs_table(first: Run, second: Run, names: Names) -> Table:
    """Score and parts of two runs, over the doctors and cases that both scored.

    Raises:
        UsageFault: They share no doctor, or a case they share was another one in each.
    """
    _check_same_cases(first, second)
    a, b = ({each.model: each for each in played(run) if each.n} for run in (first, second))
    shared = [model for model in a if model in b]
    if not shared:
        raise UsageFault(
            f"{first.manifest.id} and {second.manifest.id}: expected a doctor that both scored, "
            "saw none; compare two doctors of one run instead"
        )
    return _table(_together(first, a, shared), _together(second, b, shared), names)


def _check_same_cases(first: Run, second: Run) -> None:
    """Runs on different versions of a case say nothing about each other."""
    ours, theirs = first.manifest, second.manifest
    differing = [
        case for case in ours.cases
        if case in theirs.cases and ours.case_hashes.get(case) != theirs.case_hashes.get(case)
    ]  # fmt: skip
    if differing or ours.played_on != theirs.played_on:
        which = ", ".join(differing) or "all of them"
        raise UsageFault(
            f"{ours.id} and {theirs.id}: expected the same cases, saw other versions of {which}; "
            "rescore the older run first, or compare doctors within one run"
        )


def _together(run: Run, doctors: Mapping[str, Played], shared: Sequence[str]) -> Played:
    """A run's consults by the shared doctors, as if one doctor had played them."""
    chosen = [doctors[model] for model in shared]
    records = tuple(record for each in chosen for record in each.records)
    planned = sum(each.planned for each in chosen)
    return Played(run.manifest.id, records, planned, run.manifest.cases)


def _table(a: Played, b: Played, names: Names) -> Table:
    first, second = a.model, b.model
    overall = compare(first, second, a.case_means, b.case_means)
    parts = [
        (name, compare(first, second, part_means(a, part), part_means(b, part)))
        for part, name in PARTS.items()
    ]
    return Table(
        id="versus",
        title=f"{names.name(first)} and {names.name(second)}",
        reading=verdict(overall, names),
        columns=(
            Column("what", "What", kind="text"),
            Column("difference", "Difference", "points", places=1, missing=_FEW),
            Column("low", "From", "points", places=1, missing=_FEW),
            Column("high", "To", "points", places=1, missing=_FEW),
            Column("cases", "Cases", "cases", "count"),
            Column("clear", "Clear", kind="text"),
        ),
        rows=(_row("Score", overall), *(_row(name, each) for name, each in parts)),
        n=f"{plural(a.n, 'consult')} and {b.n}",
        note=f"Difference: {names.name(first)} minus {names.name(second)}, case by case, at 95 %.",
    )


def part_means(doctor: Played, part: Part) -> dict[str, float]:
    """A doctor's mean share of one part by case, where the case has a maximum in it."""
    shares: dict[str, list[float]] = {}
    for record in doctor.records:
        domain = record.domain(part)
        if domain.max > 0:
            shares.setdefault(record.case, []).append(100 * domain.earned / domain.max)
    return {case: fmean(values) for case, values in shares.items()}


def _row(what: str, each: Comparison) -> tuple[Cell, ...]:
    ends = (None, None) if each.interval is None else (each.interval.low, each.interval.high)
    return (what, each.difference, *ends, each.cases, "yes" if each.clear else "no")


def verdict(each: Comparison, names: Names) -> str:
    """The comparison as one sentence."""
    first, second = names.name(each.first), names.name(each.second)
    if each.difference is None:
        return f"{first} and {second} share no case."
    if each.interval is None:
        return f"{first} and {second} share one case: too few to compare."
    over = f"over {plural(each.cases, 'case')}"
    ends = span(each.interval.low, each.interval.high, 1)
    if each.better is None:
        return (
            f"{first} and {second} do not differ clearly {over}: the difference is "
            f"{signed(each.difference, 1)} points (95 % {ends})."
        )
    worse = second if each.better == each.first else first
    size = number(abs(each.difference), 1)
    return f"{names.name(each.better)} scored {size} points more than {worse} {over} (95 % {ends})."
