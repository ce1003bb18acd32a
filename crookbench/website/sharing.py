"""How a page's link unfurls where it is shared: Open Graph and Twitter tags, and its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crookbench.website.cards.card import HEIGHT, WIDTH, card_for, card_path
from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.website.cards.card import Card
    from crookbench.website.page import Page


@dataclass(frozen=True, slots=True)
class Tag:
    """One `<meta>`: Open Graph's are named by `property`, Twitter's by `name`."""

    attribute: Literal["name", "property"]
    key: str
    content: str


def address_of(page: Page, base_url: str) -> str:
    """The canonical address of a page, where the site has one and the page is to be found."""
    return canonical(base_url, page.path) if base_url and page.listed else ""


def sharing_tags(
    page: Page, base_url: str, cards: Mapping[str, Card], site_name: str
) -> tuple[Tag, ...]:
    """The tags of a page; its picture needs an absolute address, so only a site with one has it."""
    if not page.listed:
        return ()
    graph = {
        "og:type": "website",
        "og:site_name": site_name,
        "og:locale": "en_AU",
        "og:title": page.title,
        "og:description": page.description,
        "og:url": address_of(page, base_url),
    }
    pictured = card_for(page.path, cards) if base_url else None
    twitter = {"twitter:card": "summary"}
    if pictured is not None:
        picture, alt = canonical(base_url, card_path(pictured)), cards[pictured].alt
        graph |= {
            "og:image": picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": alt,
        }
        twitter = {
            "twitter:card": "summary_large_image",
            "twitter:image": picture,
            "twitter:image:alt": alt,
        }
    twitter |= {"twitter:title": page.title, "twitter:description": page.description}
    return (
        *(Tag("property", key, content) for key, content in graph.items() if content),
        *(Tag("name", key, content) for key, content in twitter.items()),
    )
