"""What a site is made of: pages to render, and files to lay beside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from crookbench.website.cards.card import Card


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        path: Where it stands in the site: "models/index.html".
        template: The template's name.
        section: The part of the site it belongs to, as the navigation names it.
        context: What its template shows.
        listed: Whether it belongs in the sitemap.
    """

    path: str
    template: str
    title: str
    description: str
    section: str = ""
    context: Mapping[str, object] = field(default_factory=dict)
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """A text file the build writes."""

    path: str
    content: str


@dataclass(frozen=True, slots=True)
class File:
    """A file of bytes the build writes."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Copy:
    """A file taken over as it is."""

    path: str
    source: Path


@dataclass(frozen=True, slots=True)
class Site:
    """Everything the site holds.

    Attributes:
        cards: The pictures that links unfurl with, by the path of their page; none where no
            pictures are wanted.
        searchable: Whether it has a search index.
    """

    pages: tuple[Page, ...]
    texts: tuple[Text, ...] = ()
    files: tuple[File, ...] = ()
    copies: tuple[Copy, ...] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    searchable: bool = False
