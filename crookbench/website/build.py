"""Builds the site: renders every page, checks the whole, and only then puts it in its place."""

from __future__ import annotations

import gc
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from crookbench.casebook.library import default_catalogue_folder
from crookbench.errors import CrookbenchError, Fault, Faults
from crookbench.figures.numbers import number, plural
from crookbench.paths import shipped
from crookbench.redaction import looks_like_key
from crookbench.website.extras import wanted
from crookbench.website.feed import FEED, feed
from crookbench.website.folder import MARKER, check_replaceable, marker_of, replacing
from crookbench.website.hosting import Hosting
from crookbench.website.kept import Kept, fingerprint_of
from crookbench.website.links import link_faults
from crookbench.website.rendering import Renderer
from crookbench.website.site import NAME, site_of
from crookbench.website.sitemap import SITEMAP, sitemap
from crookbench.website.source import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crookbench.website.page import Page, Site
    from crookbench.website.source import Source

_MOST_FAULTS = 20
"""So many faults of a site are told; the rest are counted."""


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build made.

    Attributes:
        files: All files, pages among them.
        bytes: Their size.
        seconds: How long it took.
    """

    out: Path
    pages: int
    files: int
    bytes: int
    seconds: float

    def __str__(self) -> str:
        size = number(self.bytes / 1e6, 1)
        pages, files = plural(self.pages, "page"), plural(self.files, "file")
        return f"{self.out}: {pages}, {files}, {size} MB, in {number(self.seconds, 1)} s"


def build_site(  # noqa: PLR0913  what the command takes
    results: Path,
    out: Path,
    *,
    cases_dir: Path | None = None,
    catalogue_dir: Path | None = None,
    base_url: str = "",
    issues_url: str = "",
    plotly: Path | None = None,
    strict: bool = False,
    cards: bool = False,
    search: bool | None = None,
) -> BuildReport:
    """Builds the site of a results folder into `out`, which keeps the old site if anything fails.

    What the site built there last made of the same things is taken over; a build from nothing
    gives the same bytes.

    Args:
        results: One or more runs.
        out: Nothing yet, an empty folder, or a site built before.
        cases_dir: Case files, models.yaml and known-issues.yaml; those that ship by default.
        catalogue_dir: The catalogue; the one with the cases by default.
        base_url: Where the site will stand; canonical addresses, cards, feed and sitemap need it.
        issues_url: Where a new issue is written; consults then lead there.
        plotly: A smaller build of plotly.js to ship than the plotly package's.
        strict: Whether a planned consult without a score is a fault.
        cards: Whether pages get the pictures that links to them unfurl with.
        search: Whether there is an index to search; None for where Pagefind is installed.

    Raises:
        NotAvailable: Cards or search are wanted and cannot be made here.
        UsageFault: `out`, `base_url`, `issues_url` or `plotly` cannot be used.
        CrookbenchError: A file that is read, or the site, is not as it should be.
    """
    began = time.perf_counter()
    hosting = Hosting(base_url, issues_url)
    base_url = hosting.base_url
    check_replaceable(out)
    extras = wanted(cards=cards, search=search)
    cases = cases_dir or shipped("cases")
    templates = shipped("templates")
    with _no_collection():
        source = read_source(results, cases, catalogue_dir or default_catalogue_folder(cases))
        if strict:
            _no_gaps(source)
        kept = Kept(out, marker_of(out), fingerprint_of(templates))
        site = site_of(source, templates, extras, kept, base_url=base_url, plotly=plotly)
        told = {FEED: feed(source, base_url, NAME), SITEMAP: sitemap(site, base_url)}
        with replacing(out) as folder:
            files = _write(site, folder, hosting, told if base_url else {}, kept)
            (folder / MARKER).write_text(kept.listed(), "utf-8")
    return BuildReport(out, len(site.pages), *files, time.perf_counter() - began)


@contextmanager
def _no_collection() -> Iterator[None]:
    """All that a build makes lasts until its end: looking for garbage would only cost time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _no_gaps(source: Source) -> None:
    gaps = [run for run in source.runs if run.missing]
    if gaps:
        raise Faults(
            [
                Fault(
                    str(run.path),
                    f"{len(run.missing)} of {len(run.manifest.planned)} planned consults have no "
                    "score; play them with the same run command, or build without --strict",
                )
                for run in gaps
            ]
        )


def _write(
    site: Site, folder: Path, hosting: Hosting, told: Mapping[str, str], kept: Kept
) -> tuple[int, int]:
    """Writes and checks everything; returns the number of files and their bytes."""
    pages = _rendered(site, hosting, kept)
    texts = pages | {text.path: text.content for text in site.texts} | {".nojekyll": "", **told}
    contents = {path: text.encode() for path, text in texts.items()}
    contents |= {file.path: file.content for file in site.files}
    contents |= {copy.path: copy.source.read_bytes() for copy in site.copies}
    _check(pages, contents, hosting.root)
    for above in sorted({PurePosixPath(path).parent for path in contents}):
        (folder / above).mkdir(parents=True, exist_ok=True)
    for path, content in contents.items():
        (folder / path).write_bytes(content)
    return len(contents), sum(map(len, contents.values()))


def _rendered(site: Site, hosting: Hosting, kept: Kept) -> dict[str, str]:
    """The HTML of every page by its path."""
    renderer = Renderer(shipped("templates"), hosting, site)

    def html(page: Page) -> bytes:
        of = renderer.made_of(page)
        return kept.file(page.path, of, lambda: renderer.html(page).encode())

    return {page.path: html(page).decode() for page in site.pages}


def _check(pages: Mapping[str, str], contents: Mapping[str, bytes], root: str) -> None:
    """Refuses a site with a link that leads nowhere or anything that looks like a key."""
    files = contents.keys() - pages.keys()
    faults = link_faults(pages, files, root)
    faults += _key_faults(contents)
    if faults:
        more = len(faults) - _MOST_FAULTS
        told = faults[:_MOST_FAULTS] + ([f"and {more} more"] if more > 0 else [])
        raise CrookbenchError("the site has faults; nothing was written:\n" + "\n".join(told))


def _key_faults(contents: Mapping[str, bytes]) -> list[str]:
    """Files of consults and data that hold something like a key; ours are left out."""
    return [
        f"{path}: something that looks like a key, {found!r}; take it out of the results"
        for path, content in sorted(contents.items())
        if path.startswith(("consults/", "data/"))
        and not path.endswith((".html", ".png"))
        and (found := looks_like_key(content.decode("utf-8", "replace")))
    ]
