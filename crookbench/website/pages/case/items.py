"""The item matrix of each case of each run, on a page of its own: it tells what scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.website import urls
from crookbench.website.page import Page
from crookbench.website.pages.case.item_matrix import item_grid
from crookbench.website.pages.case.results import best_first
from crookbench.website.runview import run_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source


def item_pages(source: Source, found: RunFigures) -> Iterator[Page]:
    """One page for each case that the run plans."""
    run, view = found.run, run_view(found.run)
    for case in run.manifest.cases:
        title = source.case_title(case, run)
        yield Page(
            path=urls.item_matrix(case, run.manifest.id),
            template="items.html",
            title=f"{title}, item by item",
            description=f"Who got what in {title}, in every consult of {run.manifest.title}.",
            section="Cases",
            context={
                "run": view,
                "case_title": title,
                "case_path": urls.case_page(case),
                "compare": urls.COMPARE,
                "grid": item_grid(source, found, case, best_first(run, case)),
            },
        )
