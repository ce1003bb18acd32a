"""What a site is made of: pages to render, and files to lay beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.figures.export import Dataset
    from crookbench.website.cards.card import Card


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        path: Where it stands in the site: "models/index.html".
        template: The template's name.
        section: The part of the site it belongs to, as the navigation names it.
        view: What its template shows: a dataclass whose fields the template sees by their names.
        listed: Whether it belongs in the sitemap.
        ours: Whether what it shows of cases is this project's own, under this project's licence.
        card: The picture that links to it unfurl with, if it has one of its own.
    """

    path: str
    template: str
    title: str
    description: str
    section: str = ""
    view: object = None
    listed: bool = True
    ours: bool = True
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file the build writes."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Copy:
    """A file taken over as it is."""

    path: str
    source: Path


@dataclass(frozen=True, slots=True)
class SearchText:
    """A document for the indexer, as HTML; it is no part of the site itself."""

    html: str


@dataclass(frozen=True, slots=True)
class Download:
    """A file of figures on the page of data.

    Attributes:
        group: What files share that hold the same in several formats.
        about: What it holds.
        bytes: Its size.
        sha256: Its checksum in hexadecimal.
    """

    path: str
    name: str
    group: str
    about: str
    bytes: int
    sha256: str

    @classmethod
    def of(cls, file: File, about: str) -> Download:
        """What the page of data tells of a file."""
        name = file.path.rpartition("/")[2]
        sum_ = hashlib.sha256(file.content).hexdigest()
        return cls(file.path, name, name.partition(".")[0], about, len(file.content), sum_)


@dataclass(frozen=True, slots=True)
class RunFiles:
    """What the page of data tells of a run's files, once they are written.

    Attributes:
        datasets: What the data sets hold; without their rows.
    """

    run: str
    downloads: tuple[Download, ...]
    datasets: tuple[Dataset, ...]


Output: TypeAlias = Page | File | Copy | SearchText | RunFiles
Part: TypeAlias = Callable[[], Iterable[Output]]
"""A stretch of the site that is made at once, by any process; nothing of it stays in memory."""
