"""Renders pages: everything shown is escaped, and a name that a template lacks is an error."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

from crookbench.figures.numbers import lower_first, upper_first
from crookbench.website.feed import FEED
from crookbench.website.runview import spelled_date
from crookbench.website.sharing import address_of, sharing_tags
from crookbench.website.text import breakable, file_size, shown
from crookbench.website.urls import NAME, SECTIONS, relative

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from crookbench.game.case import ClinicRecord
    from crookbench.website.cards.card import Card
    from crookbench.website.hosting import Hosting
    from crookbench.website.page import Page


class Renderer:
    """Turns pages into HTML, one at a time; templates are compiled once.

    Args:
        templates: Their folder.
        hosting: Where the site will stand.
        searchable: Whether the site has a search index.

    Attributes:
        cards: Cards by the path of their page, for the pages that have none of their own.
    """

    def __init__(self, templates: Path, hosting: Hosting, *, searchable: bool) -> None:
        self.cards: Mapping[str, Card] = {}
        self._hosting = hosting
        self._page = ""
        self._environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            finalize=shown,
            auto_reload=False,
            bytecode_cache=_bytecode_cache(),
        )
        self._environment.filters |= {
            "lower_first": lower_first,
            "upper_first": upper_first,
            "breakable": breakable,
            "clinic_record": clinic_record,
            "file_size": file_size,
            "spelled_date": spelled_date,
        }
        self._environment.globals |= {
            "url": self._url,
            "site_name": NAME,
            "sections": SECTIONS,
            "feed": FEED if hosting.base_url else "",
            "searchable": searchable,
            "hosting": hosting,
        }

    def compile_templates(self) -> None:
        """Compiles all of them now: worker processes started later have them ready."""
        for name in self._environment.list_templates(["html"]):
            self._environment.get_template(name)

    def html(self, page: Page) -> str:
        """A page's HTML; the same page gives the same text, always."""
        self._page = page.path
        template = self._environment.get_template(page.template)
        cards = self.cards if page.card is None else {page.path: page.card}
        return template.render(
            _fields(page.view),
            page=page,
            canonical=address_of(page, self._hosting.base_url),
            report=self._hosting.report(page),
            sharing=sharing_tags(page, self._hosting.base_url, cards, NAME),
        )

    def _url(self, path: str) -> str:
        """The address of a page of the site from the page being rendered.

        The page for missing pages is shown at any depth, so its addresses start at the root.
        """
        if self._page == "404.html":
            return f"{self._hosting.root}/{quote(path, safe='/~')}"
        return relative(path, self._page)


def _fields(view: object) -> dict[str, Any]:
    """What a template sees of a view; a page without one has none."""
    if view is None:
        return {}
    return {each.name: getattr(view, each.name) for each in fields(view)}  # type: ignore[arg-type]


def _bytecode_cache() -> FileSystemBytecodeCache | None:
    """Compiled templates, kept in the user's temporary folder: they take a tenth of a build."""
    try:
        return FileSystemBytecodeCache()
    except (RuntimeError, OSError):  # there is no folder that only this user can write
        return None


def clinic_record(record: ClinicRecord) -> str:
    """What the clinic's record shows, in one line."""
    parts = {
        "Allergies": record.allergies,
        "Conditions": record.conditions,
        "Medicines": record.medications,
    }
    return " ".join(f"{name}: {'; '.join(texts) or 'none'}." for name, texts in parts.items())
