"""What the site is: its parts, derived from the source and written to a folder."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError
from crookbench.website.feed import FEED, feed
from crookbench.website.links import LinkCheck, page_links
from crookbench.website.page import SearchText
from crookbench.website.pages.consult.page import consult_parts
from crookbench.website.pages.search.documents import documents
from crookbench.website.pages.search.index import indexing
from crookbench.website.rendering import Renderer
from crookbench.website.sitemap import sitemaps
from crookbench.website.urls import NAME
from crookbench.website.writing import Writer, Written, WrittenFile, writing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crookbench.website.options import Options
    from crookbench.website.page import Part
    from crookbench.website.source import Source

_MOST_FAULTS = 20
"""So many faults of a site are listed; the rest are counted."""


def write_site(source: Source, folder: Path, options: Options) -> list[WrittenFile]:
    """Writes the whole site below an empty folder; the pages among its files have links.

    Consults come first, a few at a time, and nothing of them is kept but their links: so memory
    grows little with their number. They need no figures, which are computed meanwhile; and the
    indexer reads their words beside the other pages.

    Raises:
        UsageFault: The given plotly.js cannot be used.
        CrookbenchError: Two files would stand in one place, a link leads nowhere, or something
            looks like a key.
    """
    renderer = Renderer(options.templates, options.hosting, searchable=options.search)
    renderer.compile_templates()
    links = LinkCheck()
    with ExitStack() as opened:
        texts = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="crookbench-")))
        writer = Writer(renderer, folder, texts, options.hosting.root)
        first: list[Part] = [lambda: (SearchText(each.html) for each in documents(source))]
        for run in source.runs:
            first += consult_parts(source, run, cards=options.cards)
        with writing(first, writer, options.jobs) as consults:
            from crookbench.website.parts import FigureParts

            parts = FigureParts(source, options)
            renderer.cards = parts.cards
            written = [_checked(part, links) for part in consults]
        index = opened.enter_context(indexing(texts)) if options.search else dict
        with writing(parts.parts, writer, options.jobs) as others:
            written += [_checked(part, links) for part in others]
        runs = {each.run: each for part in written for each in part.runs}
        written.append(_checked(writer.write(0, lambda: parts.data_page(runs, writer.read)), links))
        files = [file for part in written for file in part.files]
        files += [writer.save(path, content) for path, content in index().items()]
        files += _addresses(source, files, writer, options.hosting.base_url)
    _check(files, links, written, folder, options.hosting.root)
    return files


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


def _checked(part: Written, links: LinkCheck) -> Written:
    """The part without its links, which are 10 kB a page, once the check has taken them."""
    for file in part.files:
        if file.links is not None:
            links.add(file.path, file.links)
            file.links = None
    return part


def _check(
    files: Sequence[WrittenFile],
    links: LinkCheck,
    written: Iterable[Written],
    folder: Path,
    root: str,
) -> None:
    """Refuses a site with two files in one place, a broken link, or anything like a key."""
    places = Counter(file.path.lower() for file in files)
    if twice := sorted(path for path, times in places.items() if times > 1):
        raise CrookbenchError(
            f"the site would have two files at {twice[0]}; rename a run, model or case so that "
            "no two ids are alike"
        )
    others = {file.path for file in files if not file.is_page}
    faults = links.faults(
        others, lambda path: page_links(path, (folder / path).read_text("utf-8"), root)
    )
    faults += sorted(fault for part in written for fault in part.faults)
    if faults:
        more = len(faults) - _MOST_FAULTS
        listed = faults[:_MOST_FAULTS] + ([f"and {more} more"] if more > 0 else [])
        raise CrookbenchError("the site has faults; nothing was written:\n" + "\n".join(listed))
