"""A run as pages show it: what it is, and whose cases and patient it was played on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from crookbench.figures.numbers import money, plural
from crookbench.figures.played import scored
from crookbench.records.crook_bench import CREDIT, HOME
from crookbench.records.crook_bench import NAME as ORIGINAL
from crookbench.records.slug import slug
from crookbench.website import urls

if TYPE_CHECKING:
    from crookbench.records.results import Run


@dataclass(frozen=True, slots=True)
class RunView:
    """One run.

    Attributes:
        marking: Who played the patient and who marked the plan.
        readable: What of a consult can be read on this site.
        played_on: Whose cases it was played on, or "" for this repository's; `credit` is the same
            with its author where a page names it first, `home` its address, if known.
        notice: How a sentence goes on that begins "Played on the cases of" and that name.
        facts: Numbers with what they count.
        undisputed: Where its tables stand without disputed points; "" where none are disputed.
    """

    id: str
    title: str
    date: str
    path: str
    description: str
    wordless: bool
    marking: str
    readable: str
    played_on: str
    credit: str
    home: str
    notice: str
    facts: tuple[tuple[str, str], ...]
    undisputed: str = ""


def run_view(run: Run) -> RunView:
    manifest = run.manifest
    is_original = manifest.played_on == _ORIGINAL_ID
    return RunView(
        id=manifest.id,
        title=manifest.title,
        date=spelled_date(manifest.date),
        path=urls.run_page(manifest.id),
        description=manifest.description,
        wordless=manifest.kind == "wordless",
        marking=_marking(run),
        readable=_readable(run),
        played_on=whose_cases(run),
        credit=CREDIT if is_original else whose_cases(run),
        home=HOME if is_original else "",
        notice=_NOTICE if manifest.played_on else "",
        facts=_facts(run),
    )


_ORIGINAL_ID = "crook-bench"
"""How run.json names the original crook-bench in `played_on`."""

_NOTICE = (
    ", with its patient. They are not the cases or the patient of this site, and no figure here "
    "puts the two together."
)


def whose_cases(run: Run) -> str:
    """Whose cases a run was played on, as readers know them; "" for this project's."""
    return ORIGINAL if run.manifest.played_on == _ORIGINAL_ID else run.manifest.played_on


def collection(run: Run) -> str:
    """The folder of the cases a run was played on, as addresses name it; "" for this project's."""
    theirs = run.manifest.played_on
    return "original" if theirs == _ORIGINAL_ID else slug(theirs) if theirs else ""


def _marking(run: Run) -> str:
    """Who played the patient and who judged what was only said; all else is counted by code."""
    patient, marker = run.manifest.patient, run.manifest.marker
    if patient == marker == _CODE:
        return (
            "No language model took part in the scoring: code gave the patient’s answers and "
            "marked the plan."
        )
    if patient == marker:
        return (
            f"A language model ({patient}) played the patient and judged the spoken part of the "
            "plan; code counted all other points."
        )
    answers = (
        "Code gave the patient’s answers"
        if patient == _CODE
        else f"A language model ({patient}) played the patient"
    )
    judged = {_CODE: "code marked the spoken part of the plan",
              "": "who judged the spoken part of the plan is not recorded"}  # fmt: skip
    other = f"another ({marker}) judged the spoken part of the plan"
    if patient == _CODE:
        other = f"a language model ({marker}) judged the spoken part of the plan"
    return f"{answers}; {judged.get(marker, other)}; code counted all other points."


_CODE = "chart"
"""How run.json names the patient and the marker that are code."""


def _readable(run: Run) -> str:
    if run.manifest.kind == "full":
        return "Every consult can be read here word for word, with its points beside the words."
    here = "The words of this run are not on this site: each consult shows its moves and points"
    return f"{here}, and links to its transcript." if run.manifest.source else f"{here}."


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
