"""What the site is: every page with its address and what it shows, derived from the source."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError
from crookbench.website.cards.card import card_path
from crookbench.website.cards.of_pages import cards_of
from crookbench.website.cards.picture import picture
from crookbench.website.charts.plotly_script import plotly_script
from crookbench.website.page import Copy, File, Site
from crookbench.website.pages.case.items import item_pages
from crookbench.website.pages.case.page import case_pages
from crookbench.website.pages.compare import compare_page
from crookbench.website.pages.consult.compared import compared_texts
from crookbench.website.pages.consult.page import consult_copies, consult_pages
from crookbench.website.pages.data.downloads import schema_files
from crookbench.website.pages.data.page import bibtex_text, data_page
from crookbench.website.pages.model.page import model_pages
from crookbench.website.pages.run.page import overview_page, run_pages
from crookbench.website.pages.search.documents import documents
from crookbench.website.pages.search.index import FOLDER, search_index
from crookbench.website.pages.search.page import SEARCH, search_page
from crookbench.website.pages.texts import text_pages
from crookbench.website.runfigures import figures_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from crookbench.website.cards.card import Card
    from crookbench.website.extras import Extras
    from crookbench.website.kept import Kept
    from crookbench.website.page import Page
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source

NAME = "Crook bench"

SECTIONS = {
    "Models": "models/index.html",
    "Cases": "cases/index.html",
    "Runs": "runs/index.html",
    "Caveats": "caveats/index.html",
    "Method": "method/index.html",
    "Data": "data/index.html",
    "Search": SEARCH,
}
"""The navigation, in order."""


def site_of(  # noqa: PLR0913  what a build is given
    source: Source,
    templates: Path,
    extras: Extras,
    kept: Kept,
    *,
    base_url: str = "",
    plotly: Path | None = None,
) -> Site:
    """The whole site.

    Args:
        source: What it is computed from.
        templates: The folder of templates and assets.
        extras: What not every site has.
        kept: What the last build made of the same things need not be made again.
        base_url: Where the site will stand, or "" where that is not known.
        plotly: A smaller build of plotly.js to ship, or None for the plotly package's.

    Raises:
        UsageFault: That build cannot be used.
        NotAvailable: An extra is wanted that this installation cannot make.
        CrookbenchError: Two pages or files would stand in one place.
    """
    figures = figures_of(source, kept)
    cards = cards_of(source, figures) if extras.cards else {}
    with ThreadPoolExecutor(1) as beside:  # the index is made by a program of its own
        index = beside.submit(_index, source, figures, kept, wanted=extras.search)
        pages = tuple(_pages(source, figures, templates / "pages", base_url))
        texts = (
            bibtex_text(figures, base_url),
            *(text for found in figures.values() for text in compared_texts(source, found)),
        )
        files = (
            *(each.file for found in figures.values() for each in found.downloads),
            *(each.file for each in schema_files()),
            *_pictures(cards, kept),
            *index.result(),
        )
    copies = (
        *_assets(templates, pages, plotly),
        *(copy for run in source.runs for copy in consult_copies(run)),
    )
    site = Site(pages, texts, files, copies, cards, extras.search)
    _no_two_in_one_place(site)
    return site


def _pages(
    source: Source, figures: Mapping[str, RunFigures], texts: Path, base_url: str
) -> Iterator[Page]:
    yield overview_page(source, figures)
    yield from run_pages(source, figures)
    yield from model_pages(source, figures)
    yield from case_pages(source, figures)
    for found in figures.values():
        yield from item_pages(source, found)
    yield compare_page(source, figures)
    for found in figures.values():
        yield from consult_pages(source, found)
    yield data_page(figures, texts, base_url)
    yield search_page(source)
    yield from text_pages(source, figures, texts)


def _pictures(cards: Mapping[str, Card], kept: Kept) -> Iterator[File]:
    for page, card in cards.items():
        path = card_path(page)
        yield File(path, kept.file(path, card, partial(picture, card)))


def _index(
    source: Source, figures: Mapping[str, RunFigures], kept: Kept, *, wanted: bool
) -> tuple[File, ...]:
    """The files of the search index, if one is wanted."""
    if not wanted:
        return ()
    texts = tuple(document.html for document in documents(source, figures))
    made = kept.files(FOLDER, texts, partial(search_index, texts))
    return tuple(File(path, content) for path, content in made.items())


def _assets(templates: Path, pages: tuple[Page, ...], plotly: Path | None) -> Iterator[Copy]:
    """Styles, scripts and pictures; plotly.js only where a page has a chart."""
    for path in sorted((templates / "assets").iterdir()):
        yield Copy(f"assets/{path.name}", path)
    if any(page.context.get("charts") for page in pages):
        yield Copy("assets/plotly.min.js", plotly_script(plotly))


def _no_two_in_one_place(site: Site) -> None:
    paths = (
        *(page.path for page in site.pages),
        *(text.path for text in site.texts),
        *(file.path for file in site.files),
        *(copy.path for copy in site.copies),
    )
    places = Counter(path.lower() for path in paths)
    if twice := sorted(path for path, times in places.items() if times > 1):
        raise CrookbenchError(
            f"the site would have two files at {twice[0]}; rename a run, model or case so that "
            "no two ids are alike"
        )
