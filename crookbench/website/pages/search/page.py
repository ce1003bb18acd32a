"""The search page: a form where there is an index, and always the lists of what there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.website import urls
from crookbench.website.doctors import DoctorView, doctor_view
from crookbench.website.page import Page
from crookbench.website.paging import MOST_ROWS

if TYPE_CHECKING:
    from crookbench.casebook.known_issues import Issue
    from crookbench.website.runview import RunView
    from crookbench.website.source import CaseEntry, Source

SEARCH = f"search/{urls.INDEX}"


@dataclass(frozen=True, slots=True)
class SearchView:
    """What there is to go to; `more_models` stand in the list of models only."""

    models: tuple[DoctorView, ...]
    more_models: int
    cases: tuple[tuple[str, str], ...]
    runs: tuple[RunView, ...]
    issues: tuple[Issue, ...]


def search_page(source: Source) -> Page:
    """The page; without an index it says so, and the lists are all there is."""
    models = sorted((doctor_view(source, model) for model in source.models), key=lambda d: d.name)
    cases = sorted((_case_name(entry), entry.path) for entry in source.case_entries)
    return Page(
        path=SEARCH,
        template="search.html",
        title="Search",
        description="Search models, cases, transcripts and known issues.",
        section="Search",
        view=SearchView(
            models=tuple(models[:MOST_ROWS]),
            more_models=max(0, len(models) - MOST_ROWS),
            cases=tuple(cases),
            runs=tuple(map(source.view_of, source.runs)),
            issues=source.issues,
        ),
    )


def _case_name(entry: CaseEntry) -> str:
    return f"{entry.title} ({entry.owner.played_on})" if entry.owner else entry.title
