"""The item matrices of a run, on pages of their own: they tell what scores.

A case that very many played has several pages, each with some doctors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crookbench.website import urls
from crookbench.website.page import Page
from crookbench.website.pages.case.item_matrix import ItemMatrix, item_matrix
from crookbench.website.pages.case.results import best_first
from crookbench.website.paging import MOST_ROWS, Pager, pager

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.records.results import Consult
    from crookbench.website.page import Part
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class ItemsView:
    """What the page of an item matrix shows."""

    run: RunView
    case_title: str
    case_path: str
    compare: str
    grid: ItemMatrix
    pager: Pager | None


def item_parts(source: Source, found: RunFigures) -> Iterator[Part]:
    """One part for each page of each case that the run plans."""
    for case in found.run.manifest.cases:
        pages = _by_page(found, case)
        for number, consults in enumerate(pages, start=1):
            yield partial(_page, source, found, case, consults, number, len(pages))


def _by_page(found: RunFigures, case: str) -> list[list[Consult]]:
    """The consults of a case, the best doctor first; no doctor's stand on two pages."""
    pages: list[list[Consult]] = [[]]
    for model in best_first(found.run, case):
        own = [each for each in found.by_model.get(model, ()) if each.record.case == case]
        if pages[-1] and len(pages[-1]) + len(own) > MOST_ROWS:
            pages.append([])
        pages[-1] += own
    return pages


def _page(  # noqa: PLR0913, PLR0917  a part is made of what it is given in order
    source: Source,
    found: RunFigures,
    case: str,
    consults: Sequence[Consult],
    number: int,
    count: int,
) -> Iterator[Page]:
    run, title = found.run, source.case_title(case, found.run)
    path = urls.item_matrix(case, run.manifest.id)
    nth = "" if number == 1 else f", page {number}"
    yield Page(
        path=urls.page_number(path, number),
        template="items.html",
        title=f"{title}, item by item{nth}",
        description=f"Who got what in {title}, in every consult of {run.manifest.title}{nth}.",
        section="Cases",
        ours=source.is_ours(run),
        view=ItemsView(
            run=source.view_of(run),
            case_title=title,
            case_path=source.case_path(run, case),
            compare=urls.COMPARE,
            grid=item_matrix(source, found, case, consults),
            pager=pager(path, number, count),
        ),
    )
