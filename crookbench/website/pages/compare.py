"""The page that sets two consults side by side; without a script it leads to item matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.website import urls
from crookbench.website.page import Page
from crookbench.website.pages.consult.same_case import Link

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class CompareView:
    """What the page shows without its script: item matrices by run."""

    runs: tuple[tuple[RunView, tuple[Link, ...]], ...]


def compare_page(source: Source, figures: Mapping[str, RunFigures]) -> Page:
    """The one page; which consults it compares stands in its address."""
    return Page(
        path=urls.COMPARE,
        template="compare.html",
        title="Two consults side by side",
        description="Two consults of one case, item by item: who got what, and at which move.",
        view=CompareView(
            tuple(
                (source.view_of(found.run), _matrices(source, found)) for found in figures.values()
            )
        ),
    )


def _matrices(source: Source, found: RunFigures) -> tuple[Link, ...]:
    run = found.run
    return tuple(
        Link(urls.item_matrix(case, run.manifest.id), source.case_title(case, run))
        for case in run.manifest.cases
    )
