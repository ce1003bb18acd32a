"""The parts of a site that rest on figures: runs, cases, doctors, data and all that is one page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from crookbench.website.cards.card import card_path
from crookbench.website.cards.of_pages import cards_of
from crookbench.website.cards.picture import picture
from crookbench.website.charts.plotly_script import plotly_script
from crookbench.website.page import Copy, File
from crookbench.website.pages.case.items import item_parts
from crookbench.website.pages.case.page import case_parts
from crookbench.website.pages.compare import compare_page
from crookbench.website.pages.data.downloads import run_files
from crookbench.website.pages.data.page import data_page
from crookbench.website.pages.model.page import model_parts
from crookbench.website.pages.run.page import run_parts
from crookbench.website.pages.search.page import search_page
from crookbench.website.pages.texts import text_pages
from crookbench.website.runfigures import figures_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from crookbench.website.cards.card import Card
    from crookbench.website.options import Options
    from crookbench.website.page import Output, Page, Part, RunFiles
    from crookbench.website.source import Source


class FigureParts:
    """Computes the figures of every run once, for all the parts that show some of them.

    Attributes:
        cards: Cards of all pages but those of consults, where there are to be cards.
        parts: All of the site but consults and the page of data.
    """

    def __init__(self, source: Source, options: Options) -> None:
        self._source = source
        self._options = options
        self._figures = figures_of(source)
        self.cards: Mapping[str, Card] = cards_of(source, self._figures) if options.cards else {}
        self.parts: list[Part] = [*self._runs(), *self._pages(), *self._files()]

    def data_page(
        self, files: Mapping[str, RunFiles], content_of: Callable[[str], bytes]
    ) -> Iterable[Page | File]:
        """The page of data, once the files of every run are written; `content_of` reads one."""
        texts, base_url = self._options.templates / "pages", self._options.hosting.base_url
        return data_page(self._source, files, texts, base_url, content_of)

    def _runs(self) -> Iterator[Part]:
        """The longest parts first, so that no worker is left with one at the end."""
        for found in self._figures.values():
            yield partial(run_files, found.run, found.board, found.charts)
        for found in self._figures.values():
            yield from item_parts(self._source, found)

    def _pages(self) -> Iterator[Part]:
        source, figures = self._source, self._figures
        yield from run_parts(source, figures)
        yield from case_parts(source, figures)
        yield from model_parts(source, figures)
        yield lambda: (compare_page(source, figures), search_page(source))
        yield lambda: text_pages(source, figures, self._options.templates / "pages")

    def _files(self) -> Iterator[Part]:
        """Styles, scripts and pictures; plotly.js only where a page has a chart."""
        assets = sorted((self._options.templates / "assets").iterdir())
        copies: list[Output] = [Copy(f"assets/{path.name}", path) for path in assets]
        if any(found.charts for found in self._figures.values()):
            copies.append(Copy("assets/plotly.min.js", plotly_script(self._options.plotly)))
        yield lambda: (*copies, File(".nojekyll", b""))
        for page, card in self.cards.items():
            yield partial(_picture, page, card)


def _picture(page: str, card: Card) -> Iterator[File]:
    yield File(card_path(page), picture(card))
