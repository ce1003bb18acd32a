"""Renders pages: everything shown is escaped, and a name that a template lacks is an error."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from crookbench.figures.numbers import lower_first, upper_first
from crookbench.website.feed import FEED
from crookbench.website.runview import spelled_date
from crookbench.website.sharing import address_of, sharing_tags
from crookbench.website.site import NAME, SECTIONS
from crookbench.website.text import breakable, shown
from crookbench.website.urls import relative

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.game.case import ClinicRecord
    from crookbench.website.hosting import Hosting
    from crookbench.website.page import Page, Site
from crookbench.website.sharing import Tag


class Renderer:
    """Turns pages into HTML, one at a time; templates are compiled once."""

    def __init__(self, templates: Path, hosting: Hosting, site: Site) -> None:
        self._hosting = hosting
        self._cards = site.cards
        self._searchable = site.searchable
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
        )
        self._environment.filters |= {
            "lower_first": lower_first,
            "upper_first": upper_first,
            "breakable": breakable,
            "clinic_record": clinic_record,
            "spelled_date": spelled_date,
        }
        self._environment.globals |= {
            "url": self._url,
            "site_name": NAME,
            "sections": SECTIONS,
            "feed": FEED if hosting.base_url else "",
            "searchable": site.searchable,
        }

    def html(self, page: Page) -> str:
        """A page's HTML; the same page gives the same text, always."""
        self._page = page.path
        template = self._environment.get_template(page.template)
        return template.render(
            page.context,
            page=page,
            canonical=address_of(page, self._hosting.base_url),
            report=self._hosting.report(page),
            sharing=self._sharing(page),
        )

    def made_of(self, page: Page) -> object:
        """Everything that a page's HTML is made of, beside templates and code."""
        return page, self._hosting, self._searchable, self._sharing(page)

    def _sharing(self, page: Page) -> tuple[Tag, ...]:
        return sharing_tags(page, self._hosting.base_url, self._cards, NAME)

    def _url(self, path: str) -> str:
        """The address of a page of the site from the page being rendered.

        The page for missing pages is shown at any depth, so its addresses start at the root.
        """
        if self._page == "404.html":
            return f"{self._hosting.root}/{quote(path, safe='/~')}"
        return relative(path, self._page)


def clinic_record(record: ClinicRecord) -> str:
    """What the clinic's record shows, in one line."""
    parts = {
        "Allergies": record.allergies,
        "Conditions": record.conditions,
        "Medicines": record.medications,
    }
    return " ".join(f"{name}: {'; '.join(texts) or 'none'}." for name, texts in parts.items())
