"""The pages of cases: who the patient is, how doctors did, and the key, hidden until opened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crookbench.figures.numbers import lower_first, plural
from crookbench.game.points import maxima
from crookbench.website import urls, words
from crookbench.website.page import Page
from crookbench.website.pages.case.key import Key, key_of
from crookbench.website.pages.case.results import CaseInRun, case_in_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crookbench.casebook.known_issues import Issue
    from crookbench.game.case import Case
    from crookbench.website.page import Part
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import CaseEntry, Source


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case in the list."""

    path: str
    title: str
    who: str
    complaint: str
    difficulty: int | None
    status: str
    set: str
    runs: tuple[RunView, ...]


@dataclass(frozen=True, slots=True)
class CaseGroup:
    """The cases of another project; `owner` is a run on them."""

    owner: RunView | None
    cases: tuple[CaseLine, ...]


@dataclass(frozen=True, slots=True)
class CasesView:
    """What the list of cases shows."""

    cases: tuple[CaseLine, ...]
    theirs: tuple[CaseGroup, ...]


@dataclass(frozen=True, slots=True)
class CaseView:
    """What the page of a case shows; of another project's case only the id is known.

    Attributes:
        owner: A run on it, where the case is another project's.
        file: Its place in the repository; "" for a case that is not one of ours.
    """

    id: str
    title: str
    case: Case | None
    owner: RunView | None
    facts: tuple[tuple[str, str], ...]
    key: Key | None
    runs: tuple[CaseInRun, ...]
    issues: tuple[Issue, ...]
    file: str


def case_parts(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Part]:
    """The list of cases, and the page of each."""
    yield partial(_list, source)
    for entry in source.case_entries:
        yield partial(_page, source, figures, entry)


def _list(source: Source) -> Iterator[Page]:
    ours = [entry for entry in source.case_entries if entry.owner is None]
    theirs = [entry for entry in source.case_entries if entry.owner is not None]
    groups = [
        CaseGroup(owner, tuple(_line(source, entry) for entry in theirs if entry.owner == owner))
        for owner in dict.fromkeys(entry.owner for entry in theirs)
    ]
    yield Page(
        path=f"cases/{urls.INDEX}",
        template="cases.html",
        title="Cases",
        description="Every case: the patient, what the clinic's record shows, and who played it.",
        section="Cases",
        view=CasesView(tuple(_line(source, entry) for entry in ours), tuple(groups)),
    )


def _page(source: Source, figures: Mapping[str, RunFigures], entry: CaseEntry) -> Iterator[Page]:
    case = entry.case
    yield Page(
        path=entry.path,
        template="case.html",
        title=f"{entry.title}, of {entry.owner.played_on}" if entry.owner else entry.title,
        description=_description(entry),
        section="Cases",
        ours=case is not None,
        view=CaseView(
            id=entry.id,
            title=entry.title,
            case=case,
            owner=entry.owner,
            facts=_facts(case) if case else (),
            key=key_of(case, source.catalogue) if case else None,
            runs=tuple(case_in_run(source, figures[run], entry.id) for run in entry.runs),
            issues=tuple(issue for issue in source.issues if _is_of(issue, entry)),
            file=f"cases/{entry.id}.yaml" if case else "",
        ),
    )


def _is_of(issue: Issue, entry: CaseEntry) -> bool:
    """Issues name our cases by id; on another project's page stand those that touch its runs."""
    if entry.owner:
        return any(each.run in entry.runs and each.case == entry.id for each in issue.consults)
    return entry.id in issue.cases


def _description(entry: CaseEntry) -> str:
    if entry.case is None:
        whose = f"of {entry.owner.played_on}" if entry.owner else "that is no longer here"
        return f"{entry.title}: a case {whose}, and how doctors did on it."
    patient = entry.case.patient
    return f"{entry.title}: {patient.name}, {patient.age}, and how doctors did."


def _who(case: Case) -> str:
    patient = case.patient
    about = f"{patient.name}, {patient.age}, {patient.sex}"
    return f"{about}, {lower_first(patient.occupation)}"


def _line(source: Source, entry: CaseEntry) -> CaseLine:
    case = entry.case
    runs = {run.manifest.id: run for run in source.runs}
    return CaseLine(
        path=entry.path,
        title=entry.title,
        who=_who(case) if case else "",
        complaint=case.presenting_complaint if case else "",
        difficulty=case.difficulty if case else None,
        status="" if entry.owner else _status(case),
        set=case.set if case and not entry.owner else "",
        runs=tuple(source.view_of(runs[id_]) for id_ in entry.runs),
    )


def _status(case: Case | None) -> str:
    if case is None:
        return "no longer here"
    return "draft, under review" if case.status == "draft" else "reviewed"


def _facts(case: Case) -> tuple[tuple[str, str], ...]:
    most = maxima(case)
    parts = (f"{words.PARTS[part].lower()} {points}" for part, points in most.items())
    flags = len(case.red_flags)
    return (
        ("Difficulty", f"{case.difficulty} of 5"),
        ("Status", _status(case)),
        ("Set", case.set),
        ("Most points", f"{sum(most.values())}: {', '.join(parts)}"),
        ("To ask about", f"{plural(len(case.scored_history), 'item')}, {flags} of them red flags"),
    )
