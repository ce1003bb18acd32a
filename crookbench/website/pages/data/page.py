"""The page of data: every file with its size, what each column means, schemas and citation."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup

from crookbench.website import urls
from crookbench.website.page import Page, Text
from crookbench.website.pages.data.citation import bibtex, citation
from crookbench.website.pages.data.downloads import schema_files
from crookbench.website.pages.data.jsonld import catalogue
from crookbench.website.pages.texts import page_text
from crookbench.website.runview import run_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from crookbench.website.pages.data.downloads import Download
    from crookbench.website.runfigures import RunFigures

DATA = f"data/{urls.INDEX}"
BIBTEX = "data/crookbench.bib"


def data_page(figures: Mapping[str, RunFigures], texts: Path, base_url: str) -> Page:
    found = tuple(figures.values())
    return Page(
        path=DATA,
        template="data.html",
        title="Data",
        description="Every figure as CSV, JSON and Parquet, with dictionary, schemas and citation.",
        section="Data",
        context={
            "text": page_text(texts, "data"),
            "licence": page_text(texts, "data-licence"),
            "downloads": tuple((run_view(each.run), _grouped(each.downloads)) for each in found),
            "dictionary": found[0].datasets,
            "schemas": tuple(schema_files()),
            "citations": tuple(citation(each.run) for each in found),
            "bibtex": bibtex_text(figures, base_url),
            "jsonld": _script(catalogue([(each.run, each.downloads) for each in found],
                                        [set_.fields for set_ in found[0].datasets], base_url)),
        },
    )  # fmt: skip


def _grouped(files: tuple[Download, ...]) -> tuple[tuple[str, str, tuple[Download, ...]], ...]:
    """The formats of one thing on one line: its name, what it is, and the files."""
    return tuple(_lines(files))


def _lines(files: tuple[Download, ...]) -> Iterator[tuple[str, str, tuple[Download, ...]]]:
    for name, same in groupby(files, key=lambda each: each.group):
        group = tuple(same)
        yield name, group[0].about, group


def _script(data: object) -> Markup:
    """JSON in ASCII alone that ends no script element."""
    text = json.dumps(data, indent=1)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  JSON without "<" ends no script


def bibtex_text(figures: Mapping[str, RunFigures], base_url: str) -> Text:
    """All entries as one file."""
    return Text(BIBTEX, "\n".join(bibtex(each.run, base_url) for each in figures.values()))
