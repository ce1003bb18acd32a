"""The search page: a form where there is an index, and always the lists of what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.website import urls
from crookbench.website.doctors import doctor_view
from crookbench.website.page import Page
from crookbench.website.runview import run_view

if TYPE_CHECKING:
    from crookbench.website.source import Source

SEARCH = f"search/{urls.INDEX}"


def search_page(source: Source) -> Page:
    """The page; without an index it says so, and the lists are all there is."""
    models = sorted((doctor_view(source, model) for model in source.models), key=lambda d: d.name)
    cases = sorted((source.case_title(case), urls.case_page(case)) for case in source.case_ids)
    return Page(
        path=SEARCH,
        template="search.html",
        title="Search",
        description="Search models, cases, transcripts and known issues.",
        section="Search",
        context={
            "models": models,
            "cases": cases,
            "runs": tuple(run_view(run) for run in source.runs),
            "issues": source.issues,
        },
    )
