"""The page of data: every file with its size, what each column means, schemas and citation."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup

from crookbench.website import urls
from crookbench.website.page import Download, File, Page
from crookbench.website.pages.data.citation import bibtex, citation
from crookbench.website.pages.data.downloads import schema_files
from crookbench.website.pages.data.jsonld import catalogue
from crookbench.website.pages.texts import page_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from crookbench.figures.export import Dataset
    from crookbench.website.page import RunFiles
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source

Groups: TypeAlias = tuple[tuple[str, str, tuple[Download, ...]], ...]
"""Files that hold the same in several formats: their name, what they hold, and the files."""

DATA = f"data/{urls.INDEX}"
BIBTEX = "data/crookbench.bib"


@dataclass(frozen=True, slots=True)
class DataView:
    """What the page of data shows.

    Attributes:
        downloads: For each run the formats of each thing: its name, what it is, and the files.
        dictionary: The data sets with what each column means.
    """

    text: Markup
    licence: Markup
    downloads: tuple[tuple[RunView, Groups], ...]
    dictionary: tuple[Dataset, ...]
    schemas: tuple[Download, ...]
    citations: tuple[str, ...]
    bibtex: str
    jsonld: Markup


def data_page(
    source: Source, files: Mapping[str, RunFiles], texts: Path, base_url: str
) -> Iterator[Page | File]:
    """The page, and the files that it alone offers.

    Args:
        source: What the site is computed from.
        files: What is written of each run, by its id.
        texts: The folder of page texts.
        base_url: Where the site will stand, or "".
    """
    runs = [(run, files[run.manifest.id]) for run in source.runs]
    datasets = runs[0][1].datasets
    schemas = tuple(schema_files())
    entries = "\n".join(bibtex(run, base_url) for run in source.runs)
    yield Page(
        path=DATA,
        template="data.html",
        title="Data",
        description="Every figure as CSV, JSON and Parquet, with dictionary, schemas and citation.",
        section="Data",
        view=DataView(
            text=page_text(texts, "data"),
            licence=page_text(texts, "data-licence"),
            downloads=tuple(
                (source.view_of(run), _grouped(found.downloads)) for run, found in runs
            ),
            dictionary=datasets,
            schemas=tuple(download for _, download in schemas),
            citations=tuple(citation(run) for run in source.runs),
            bibtex=entries,
            jsonld=_script(
                catalogue(
                    [(run, found.downloads) for run, found in runs],
                    [each.fields for each in datasets],
                    base_url,
                )
            ),
        ),
    )
    yield File(BIBTEX, entries.encode())
    yield from (file for file, _ in schemas)


def _grouped(files: Sequence[Download]) -> Groups:
    """The formats of one thing on one line."""
    groups = (tuple(same) for _, same in groupby(files, key=lambda each: each.group))
    return tuple((group[0].group, group[0].about, group) for group in groups)


def _script(data: object) -> Markup:
    """JSON in ASCII alone that ends no script element."""
    text = json.dumps(data, indent=1)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  JSON without "<" ends no script
