"""A run as pages show it: what it is, and whose cases and patient it was played on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from crookbench.figures.numbers import money, plural
from crookbench.figures.played import scored
from crookbench.records.crook_bench import NAME as ORIGINAL
from crookbench.website import urls

if TYPE_CHECKING:
    from crookbench.records.results import Run


@dataclass(frozen=True, slots=True)
class RunView:
    """One run.

    Attributes:
        played_on: Whose cases it was played on, or "" for this repository's.
        notice: The same as a sentence that stands wherever the run is shown.
        facts: Numbers with what they count.
        undisputed: Where its tables stand without disputed points; "" where none are disputed.
    """

    id: str
    title: str
    date: str
    path: str
    description: str
    wordless: bool
    played_on: str
    notice: str
    facts: tuple[tuple[str, str], ...]
    undisputed: str = ""


def run_view(run: Run) -> RunView:
    manifest = run.manifest
    return RunView(
        id=manifest.id,
        title=manifest.title,
        date=spelled_date(manifest.date),
        path=urls.run_page(manifest.id),
        description=manifest.description,
        wordless=manifest.kind == "wordless",
        played_on=whose_cases(run),
        notice=_notice(run),
        facts=_facts(run),
    )


def whose_cases(run: Run) -> str:
    """Whose cases a run was played on, as readers know them; "" for this project's."""
    return ORIGINAL if run.manifest.played_on == "crook-bench" else run.manifest.played_on


def _notice(run: Run) -> str:
    manifest = run.manifest
    if not manifest.played_on:
        return ""
    return (
        f"This run was played on {whose_cases(run)}’s own cases with its patient "
        f"({manifest.patient}), not on the cases and the patient of this site. Its figures are "
        "not mixed with those of any other run."
    )


def _facts(run: Run) -> tuple[tuple[str, str], ...]:
    manifest = run.manifest
    n, planned = len(scored(run)), len(manifest.planned)
    costs = [consult.record.usage.cost for consult in scored(run)]
    known = [cost for cost in costs if cost is not None]
    facts = [
        (str(n), "consults" if n == planned else f"of {planned} planned consults scored"),
        _counted(len(manifest.doctors), "doctor" if _mixed(run) else "model"),
        _counted(len(manifest.cases), "case"),
        _counted(manifest.reps, "repeat"),
    ]
    if any(known) and len(known) == len(costs):
        facts.append((money(sum(known)), "in all"))
    return (*facts, (spelled_date(manifest.date), ""))


def _mixed(run: Run) -> bool:
    """Whether doctors that are no models play in it."""
    return any(doctor.id.startswith(("baseline/", "human/")) for doctor in run.manifest.doctors)


def _counted(number: int, noun: str) -> tuple[str, str]:
    count, _, name = plural(number, noun).partition(" ")
    return count, name


def spelled_date(iso: str) -> str:
    """A date in words, "4 October 2026"; anything else as it stands."""
    try:
        day = date.fromisoformat(iso[:10])
    except ValueError:
        return iso
    return f"{day.day} {day:%B %Y}"
