"""Builds the site: reads the results, writes every page beside `out`, and puts all in its place.

What draws and computes is loaded only where there is something to build.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.casebook.casebook import default_catalogue_folder
from crookbench.errors import Fault, Faults, UsageFault
from crookbench.figures.numbers import number, plural
from crookbench.paths import shipped
from crookbench.website.extras import wanted
from crookbench.website.folder import MARKER, check_replaceable, replacing
from crookbench.website.hosting import Hosting
from crookbench.website.unchanged import fingerprint, marker, unchanged

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build made.

    Attributes:
        files: All files, pages among them.
        bytes: Their size.
        seconds: How long it took.
        is_new: Whether anything was made: not where the site was already built of the same.
    """

    out: Path
    pages: int
    files: int
    bytes: int
    seconds: float
    is_new: bool = True

    def __str__(self) -> str:
        size = number(self.bytes / 1e6, 1)
        pages, files = plural(self.pages, "page"), plural(self.files, "file")
        took = f"in {number(self.seconds, 1)} s" + ("" if self.is_new else ", nothing had changed")
        return f"{self.out}: {pages}, {files}, {size} MB, {took}"


def build_site(  # noqa: PLR0913  what the command takes
    results: Path,
    out: Path,
    *,
    cases_dir: Path | None = None,
    catalogue_dir: Path | None = None,
    base_url: str = "",
    issues_url: str = "",
    source_url: str = "",
    plotly: Path | None = None,
    strict: bool = False,
    cards: bool = False,
    search: bool | None = None,
    jobs: int | None = None,
) -> BuildReport:
    """Builds the site of a results folder into `out`, which keeps the old site if anything fails.

    A site that was built there of the very same things is left as it is.

    Args:
        results: One or more runs.
        out: Nothing yet, an empty folder, or a site built before.
        cases_dir: Case files, models.yaml and known-issues.yaml; those that ship by default.
        catalogue_dir: The catalogue; the one with the cases by default.
        base_url: Where the site will stand; canonical addresses, cards, feed and sitemap need it.
        issues_url: Where a new issue is written; consults and keys then lead there.
        source_url: Where the repository's files can be read; pages of cases then lead there.
        plotly: A smaller build of plotly.js to ship than the plotly package's.
        strict: Whether a planned consult without a score is a fault.
        cards: Whether pages get the pictures that links to them unfurl with.
        search: Whether there is an index to search; None for where Pagefind is installed.
        jobs: How many processes write pages; as many as there are cores by default. The site is
            the same for any number.

    Raises:
        NotAvailable: Cards or search are wanted and cannot be made here.
        UsageFault: `out`, `base_url`, `issues_url`, `plotly` or `jobs` cannot be used.
        CrookbenchError: A file that is read, or the site, is not as it should be.
    """
    began = time.perf_counter()
    if jobs is not None and jobs < 1:
        raise UsageFault(f"--jobs: expected at least 1, saw {jobs}")
    hosting = Hosting(base_url, issues_url, source_url)
    base_url = hosting.base_url
    check_replaceable(out)
    extras = wanted(cards=cards, search=search)
    cases = cases_dir or shipped("cases")
    catalogue = catalogue_dir or _catalogue_of(cases)
    templates = shipped("templates")
    given = {} if plotly is None else {"plotly": plotly}
    places = {"results": results, "cases": cases, "catalogue": catalogue, "templates": templates}
    asked = {"name": results.resolve().name, "base": base_url, "issues": issues_url,
             "source": source_url,
             "strict": strict, "cards": extras.cards, "search": extras.search}  # fmt: skip
    made_of = fingerprint(asked, places | given)
    if (counts := unchanged(out, made_of)) is not None:
        return BuildReport(out, *counts, time.perf_counter() - began, is_new=False)

    from crookbench.website.options import Options
    from crookbench.website.site import write_site
    from crookbench.website.source import read_source

    source = read_source(results, cases, catalogue)
    if strict:
        _refuse_gaps(source)
    options = Options(templates, hosting, plotly, extras.cards, extras.search, jobs or _cores())
    with replacing(out) as folder:
        files = write_site(source, folder, options)
        pages = sum(file.is_page for file in files)
        sizes = {file.path: file.size for file in files}
        digests = {file.path: file.digest for file in files}
        (folder / MARKER).write_text(marker(made_of, pages, sizes, digests), "utf-8")
    return BuildReport(out, pages, len(sizes), sum(sizes.values()), time.perf_counter() - began)


def _catalogue_of(cases: Path) -> Path:

    return default_catalogue_folder(cases)


def _cores() -> int:
    """Cores that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _refuse_gaps(source: Source) -> None:
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
