"""The sitemap: the absolute address of every page that is to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from crookbench.website.paging import split
from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SITEMAP = "sitemap.xml"
_MOST = 10_000
"""Addresses of one file; the format allows 50,000, and 10,000 are 1 MB."""
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FORM = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemaps(paths: Iterable[str], base_url: str) -> Iterator[tuple[str, str]]:
    """Path and text of the sitemap, and of the files that it names where there are very many."""
    parts = split(sorted(canonical(base_url, path) for path in paths), _MOST)
    if len(parts) == 1:
        yield SITEMAP, _urls(parts[0])
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    places = "".join(
        f"<sitemap><loc>{escape(canonical(base_url, name))}</loc></sitemap>\n" for name in names
    )
    yield SITEMAP, f"{_XML}<sitemapindex {_FORM}>\n{places}</sitemapindex>\n"
    yield from zip(names, map(_urls, parts), strict=True)


def _urls(addresses: Iterable[str]) -> str:
    places = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    return f"{_XML}<urlset {_FORM}>\n{places}</urlset>\n"
