"""What the site is: every page with its address and what it shows, derived from the source."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError
from crookbench.website.chart import plotly_script
from crookbench.website.page import Copy, Site
from crookbench.website.pages.case import case_pages
from crookbench.website.pages.consult import consult_copies, consult_pages
from crookbench.website.pages.model import model_pages
from crookbench.website.pages.run import overview_page, run_pages
from crookbench.website.pages.texts import text_pages
from crookbench.website.runfigures import figures_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crookbench.website.page import Page
    from crookbench.website.source import Source

NAME = "Crook bench"

SECTIONS = {
    "Models": "models/index.html",
    "Cases": "cases/index.html",
    "Runs": "runs/index.html",
    "Caveats": "caveats/index.html",
    "Method": "method/index.html",
    "Data": "data/index.html",
}
"""The navigation, in order."""


def site_of(source: Source, templates: Path) -> Site:
    """The whole site.

    Raises:
        CrookbenchError: Two pages or files would stand in one place.
    """
    figures = figures_of(source)
    pages = (
        overview_page(source, figures),
        *run_pages(source, figures),
        *model_pages(source, figures),
        *case_pages(source, figures),
        *(page for run in source.runs for page in consult_pages(source, run)),
        *text_pages(source, figures, templates / "pages"),
    )
    texts = tuple(each.text for found in figures.values() for each in found.downloads)
    copies = (
        *_assets(templates, pages),
        *(copy for run in source.runs for copy in consult_copies(run)),
    )
    site = Site(pages, texts, copies)
    _no_two_in_one_place(site)
    return site


def _assets(templates: Path, pages: tuple[Page, ...]) -> Iterator[Copy]:
    """Styles, scripts and pictures; plotly.js only where a page has a chart."""
    for path in sorted((templates / "assets").iterdir()):
        yield Copy(f"assets/{path.name}", path)
    if any(page.context.get("charts") for page in pages):
        yield Copy("assets/plotly.min.js", plotly_script())


def _no_two_in_one_place(site: Site) -> None:
    paths = (
        *(page.path for page in site.pages),
        *(text.path for text in site.texts),
        *(copy.path for copy in site.copies),
    )
    places = Counter(path.lower() for path in paths)
    if twice := sorted(path for path, times in places.items() if times > 1):
        raise CrookbenchError(
            f"the site would have two files at {twice[0]}; rename a run, model or case so that "
            "no two ids are alike"
        )
