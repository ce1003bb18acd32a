"""The sitemap: the absolute address of every page that is to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from crookbench.website.page import Site

SITEMAP = "sitemap.xml"


def sitemap(site: Site, base_url: str) -> str:
    listed = sorted(canonical(base_url, page.path) for page in site.pages if page.listed)
    places = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in listed)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{places}</urlset>\n"
    )
