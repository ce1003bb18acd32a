"""What the site is: its parts, derived from the source and written to a folder."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError
from crookbench.website.cards.card import card_path
from crookbench.website.cards.of_pages import cards_of
from crookbench.website.cards.picture import picture
from crookbench.website.charts.plotly_script import plotly_script
from crookbench.website.feed import FEED, feed
from crookbench.website.links import LinkCheck, page_links
from crookbench.website.page import Copy, File, SearchText
from crookbench.website.pages.case.items import item_parts
from crookbench.website.pages.case.page import case_parts
from crookbench.website.pages.compare import compare_page
from crookbench.website.pages.consult.page import consult_parts
from crookbench.website.pages.data.downloads import run_files
from crookbench.website.pages.data.page import data_page
from crookbench.website.pages.model.page import model_parts
from crookbench.website.pages.run.page import run_parts
from crookbench.website.pages.search.documents import documents
from crookbench.website.pages.search.index import indexing
from crookbench.website.pages.search.page import search_page
from crookbench.website.pages.texts import text_pages
from crookbench.website.rendering import Renderer
from crookbench.website.runfigures import figures_of
from crookbench.website.sitemap import sitemaps
from crookbench.website.urls import NAME
from crookbench.website.writing import Writer, Written, WrittenFile, write_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crookbench.website.cards.card import Card
    from crookbench.website.hosting import Hosting
    from crookbench.website.page import Output, Part
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source

_MOST_FAULTS = 20
"""So many faults of a site are listed; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for.

    Attributes:
        templates: The folder of templates and assets.
        plotly: A smaller build of plotly.js to ship, or None for the plotly package's.
        cards: Whether pages get the pictures that links to them unfurl with.
        search: Whether there is an index to search.
        jobs: How many processes write pages.
    """

    templates: Path
    hosting: Hosting
    plotly: Path | None
    cards: bool
    search: bool
    jobs: int


def write_site(source: Source, folder: Path, options: Options) -> list[WrittenFile]:
    """Writes the whole site below an empty folder; the pages among its files have links.

    Consults come first, a few at a time, and nothing of them is kept but their links: so memory
    grows little with their number, and the indexer can read their words beside the other pages.

    Raises:
        UsageFault: The given plotly.js cannot be used.
        CrookbenchError: Two files would stand in one place, a link leads nowhere, or something
            looks like a key.
    """
    figures = figures_of(source)
    cards = cards_of(source, figures) if options.cards else {}
    renderer = Renderer(options.templates, options.hosting, cards, searchable=options.search)
    renderer.compile_templates()
    with ExitStack() as opened:
        texts = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="crookbench-")))
        writer = Writer(renderer, folder, texts, options.hosting.root)
        first = [_documents(source)]
        first += _run_parts(source, figures, cards=options.cards)
        written = list(write_parts(first, writer, options.jobs))
        index = opened.enter_context(indexing(texts)) if options.search else dict
        runs = {each.run: each for part in written for each in part.runs}
        data: Part = partial(
            data_page, source, runs, options.templates / "pages", options.hosting.base_url
        )
        second = [*_page_parts(source, figures, options), data, *_files(figures, cards, options)]
        written += write_parts(second, writer, options.jobs)
        files = [file for part in written for file in part.files]
        files += [writer.save(path, content) for path, content in index().items()]
        files += _addresses(source, files, writer, options.hosting.base_url)
    _check(files, written, folder, options.hosting.root)
    return files


def _documents(source: Source) -> Part:
    return lambda: (SearchText(document.html) for document in documents(source))


def _run_parts(source: Source, figures: Mapping[str, RunFigures], *, cards: bool) -> Iterator[Part]:
    """What stands in the folders of runs: figures to download, the longest first, and consults."""
    for found in figures.values():
        yield partial(run_files, found.run, found.board, found.charts)
    for found in figures.values():
        yield from consult_parts(source, found, cards=cards)


def _page_parts(
    source: Source, figures: Mapping[str, RunFigures], options: Options
) -> Iterator[Part]:
    for found in figures.values():
        yield from item_parts(source, found)
    yield from run_parts(source, figures)
    yield from case_parts(source, figures)
    yield from model_parts(source, figures)
    yield lambda: (compare_page(source, figures), search_page(source))
    yield lambda: text_pages(source, figures, options.templates / "pages")


def _files(
    figures: Mapping[str, RunFigures], cards: Mapping[str, Card], options: Options
) -> Iterator[Part]:
    """Styles, scripts and pictures; plotly.js only where a page has a chart."""
    copies: list[Output] = [
        Copy(f"assets/{path.name}", path)
        for path in sorted((options.templates / "assets").iterdir())
    ]
    if any(found.charts for found in figures.values()):
        copies.append(Copy("assets/plotly.min.js", plotly_script(options.plotly)))
    yield lambda: (*copies, File(".nojekyll", b""))
    for page, card in cards.items():
        yield partial(_picture, page, card)


def _picture(page: str, card: Card) -> Iterator[File]:
    yield File(card_path(page), picture(card))


def _addresses(
    source: Source, files: Iterable[WrittenFile], writer: Writer, base_url: str
) -> Iterator[WrittenFile]:
    """Feed and sitemap, whose addresses are absolute: only for a site that knows its own."""
    if not base_url:
        return
    listed = [file.path for file in files if file.listed]
    yield writer.save(FEED, feed(source, base_url, NAME).encode())
    for path, text in sitemaps(listed, base_url):
        yield writer.save(path, text.encode())


def _check(
    files: Sequence[WrittenFile], written: Iterable[Written], folder: Path, root: str
) -> None:
    """Refuses a site with two files in one place, a broken link, or anything like a key."""
    places = Counter(file.path.lower() for file in files)
    if twice := sorted(path for path, times in places.items() if times > 1):
        raise CrookbenchError(
            f"the site would have two files at {twice[0]}; rename a run, model or case so that "
            "no two ids are alike"
        )
    links = LinkCheck()
    others = set()
    for file in files:
        if file.links is None:
            others.add(file.path)
        else:
            links.add(file.path, file.links)
    faults = links.faults(
        others, lambda path: page_links(path, (folder / path).read_text("utf-8"), root)
    )
    faults += sorted(fault for part in written for fault in part.faults)
    if faults:
        more = len(faults) - _MOST_FAULTS
        listed = faults[:_MOST_FAULTS] + ([f"and {more} more"] if more > 0 else [])
        raise CrookbenchError("the site has faults; nothing was written:\n" + "\n".join(listed))
