"""The pages of cases: who the patient is, how doctors did, and, behind a cover, the key."""

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
    from crookbench.website.source import Source


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
class CasesView:
    """What the list of cases shows."""

    cases: tuple[CaseLine, ...]


@dataclass(frozen=True, slots=True)
class CaseView:
    """What the page of a case shows; of another collection's case only the id is known."""

    id: str
    title: str
    case: Case | None
    facts: tuple[tuple[str, str], ...]
    key: Key | None
    runs: tuple[CaseInRun, ...]
    issues: tuple[Issue, ...]


def case_parts(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Part]:
    """The list of cases, and the page of each."""
    yield partial(_list, source)
    for case_id in source.case_ids:
        yield partial(_page, source, figures, case_id)


def _list(source: Source) -> Iterator[Page]:
    yield Page(
        path=f"cases/{urls.INDEX}",
        template="cases.html",
        title="Cases",
        description="Every case: the patient, what the clinic's record shows, and who played it.",
        section="Cases",
        view=CasesView(tuple(_line(source, case) for case in source.case_ids)),
    )


def _page(source: Source, figures: Mapping[str, RunFigures], case_id: str) -> Iterator[Page]:
    case = source.cases.get(case_id)
    title = source.case_title(case_id)
    found = [each for each in figures.values() if case_id in each.run.manifest.cases]
    yield Page(
        path=urls.case_page(case_id),
        template="case.html",
        title=title,
        description=_description(title, case),
        section="Cases",
        ours=case is not None,
        view=CaseView(
            id=case_id,
            title=title,
            case=case,
            facts=_facts(case) if case else (),
            key=key_of(case, source.catalogue) if case else None,
            runs=tuple(case_in_run(source, each, case_id) for each in found),
            issues=tuple(issue for issue in source.issues if case_id in issue.cases),
        ),
    )


def _description(title: str, case: Case | None) -> str:
    if case is None:
        return f"{title}: a case of another collection, and how doctors did on it."
    return f"{title}: {case.patient.name}, {case.patient.age}, and how doctors did."


def _who(case: Case) -> str:
    patient = case.patient
    about = f"{patient.name}, {patient.age}, {patient.sex}"
    return f"{about}, {lower_first(patient.occupation)}"


def _line(source: Source, case_id: str) -> CaseLine:
    case = source.cases.get(case_id)
    return CaseLine(
        path=urls.case_page(case_id),
        title=source.case_title(case_id),
        who=_who(case) if case else "",
        complaint=case.presenting_complaint if case else "",
        difficulty=case.difficulty if case else None,
        status=_status(case),
        set=case.set if case else "",
        runs=tuple(source.view_of(run) for run in source.runs if case_id in run.manifest.cases),
    )


def _status(case: Case | None) -> str:
    if case is None:
        return "not in this collection"
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
