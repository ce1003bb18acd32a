"""The page of data: every file with its size, what each column means, schemas and citation."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup

from crookbench.website import urls
from crookbench.website.page import Download, File, Page
from crookbench.website.pages.data.archive import CHECKSUMS, archive, checksums
from crookbench.website.pages.data.citation import bibtex, citation, citation_file
from crookbench.website.pages.data.croissant import croissant
from crookbench.website.pages.data.downloads import schema_files
from crookbench.website.pages.data.jsonld import catalogue
from crookbench.website.pages.texts import page_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from crookbench.figures.export import Dataset
    from crookbench.website.page import RunFiles
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source

Groups: TypeAlias = tuple[tuple[str, str, tuple[Download, ...]], ...]
"""Files that hold the same in several formats: their name, what they hold, and the files."""

DATA = f"data/{urls.INDEX}"
BIBTEX = "data/crookbench.bib"
CITATION = "data/CITATION.cff"
_CROISSANT = "what the tables hold, for machine-learning tools (MLCommons Croissant 1.0)"


@dataclass(frozen=True, slots=True)
class DataView:
    """What the page of data shows.

    Attributes:
        archive: The one file of all data, beside the checksums of every file.
        downloads: For each run the formats of each thing: its name, what it is, and the files.
        dictionary: The data sets with what each column means.
        citing: Files for programs that manage references.
    """

    text: Markup
    licence: Markup
    archive: Download
    checksums: Download
    downloads: tuple[tuple[RunView, Groups], ...]
    dictionary: tuple[Dataset, ...]
    schemas: tuple[Download, ...]
    citations: tuple[str, ...]
    citing: tuple[Download, ...]
    bibtex: str
    jsonld: Markup


@dataclass(frozen=True, slots=True)
class _Offered:
    """Every file of data: those of each run, and those that stand once.

    Attributes:
        by_run: The files of each run by its id, its description among them.
        new: Files that are not written yet, but the archive and the checksums.
    """

    by_run: Mapping[str, tuple[Download, ...]]
    schemas: tuple[Download, ...]
    citing: tuple[Download, ...]
    new: tuple[File, ...]
    archive: File
    checksums: File


def data_page(
    source: Source,
    files: Mapping[str, RunFiles],
    texts: Path,
    base_url: str,
    content_of: Callable[[str], bytes],
) -> Iterator[Page | File]:
    """The page, and the files that it alone offers.

    Args:
        source: What the site is computed from.
        files: What is written of each run, by its id.
        texts: The folder of page texts.
        base_url: Where the site will stand, or "".
        content_of: Reads a file of a run by its path in the site.
    """
    found = _offered(source, files, base_url, content_of)
    datasets = next(iter(files.values())).datasets
    described = catalogue(
        [(run, found.by_run[run.manifest.id]) for run in source.runs],
        [each.fields for each in datasets],
        base_url,
    )
    yield Page(
        path=DATA,
        template="data.html",
        title="Data",
        description="Every figure as CSV, JSON and Parquet, in one archive, with checksums, "
        "dictionary, schemas and citation.",
        section="Data",
        view=DataView(
            text=page_text(texts, "data"),
            licence=page_text(texts, "data-licence"),
            archive=Download.of(found.archive, "every table as CSV, with schemas and descriptions"),
            checksums=Download.of(found.checksums, "SHA-256 of every file on this page"),
            downloads=tuple(
                (source.view_of(run), _grouped(found.by_run[run.manifest.id]))
                for run in source.runs
            ),
            dictionary=datasets,
            schemas=found.schemas,
            citations=tuple(citation(run, base_url) for run in source.runs),
            citing=found.citing,
            bibtex=_entries(source, base_url),
            jsonld=_script(described),
        ),
    )
    yield from (*found.new, found.archive, found.checksums)


def _offered(
    source: Source,
    files: Mapping[str, RunFiles],
    base_url: str,
    content_of: Callable[[str], bytes],
) -> _Offered:
    by_run, new = {}, []
    for run in source.runs:
        described = croissant(run, files[run.manifest.id], base_url)
        new.append(described)
        downloads = files[run.manifest.id].downloads
        by_run[run.manifest.id] = (*downloads, Download.of(described, _CROISSANT))
    cited = (
        File(BIBTEX, _entries(source, base_url).encode()),
        File(CITATION, citation_file(source.runs, base_url).encode()),
    )
    schemas = tuple(schema_files())
    new += [*cited, *(file for file, _ in schemas)]
    tables = [each.path for found in files.values() for each in found.downloads
              if each.path.endswith(".csv")]  # fmt: skip
    packed = archive([*(File(path, content_of(path)) for path in sorted(tables)), *new])
    citing = tuple(Download.of(file, "") for file in cited)
    described_schemas = tuple(download for _, download in schemas)
    listed = [each for found in by_run.values() for each in found]
    listed += [*citing, *described_schemas, Download.of(packed, "")]
    sums = File(CHECKSUMS, checksums(listed).encode())
    return _Offered(by_run, described_schemas, citing, tuple(new), packed, sums)


def _entries(source: Source, base_url: str) -> str:
    return "\n".join(bibtex(run, base_url) for run in source.runs)


def _grouped(files: Sequence[Download]) -> Groups:
    """The formats of one thing on one line."""
    groups = (tuple(same) for _, same in groupby(files, key=lambda each: each.group))
    return tuple((group[0].group, group[0].about, group) for group in groups)


def _script(data: object) -> Markup:
    """JSON in ASCII alone that ends no script element."""
    text = json.dumps(data, indent=1)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  JSON without "<" ends no script
