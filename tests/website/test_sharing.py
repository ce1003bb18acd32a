"""Promises about what a page says of itself to those who share it."""

from __future__ import annotations

from crookbench.website.cards.card import Card
from crookbench.website.page import Page
from crookbench.website.sharing import address_of, sharing_tags

PAGE = Page("models/a/index.html", "model.html", "Model A", "Model A as the GP.")
CARD = Card("Model", "Model A", (), "A run", "83 %", ("mean score",))


def _tags(page: Page, base_url: str, cards: dict[str, Card]) -> dict[tuple[str, str], str]:
    tags = sharing_tags(page, base_url, cards, "Crook bench")
    return {(tag.attribute, tag.key): tag.content for tag in tags}


def test_page_with_a_card_unfurls_large() -> None:
    """Every tag, with absolute addresses."""
    picture = "https://example.org/bench/models/a/card.png"
    alt = "Model A, 83 %, mean score. A run."
    assert _tags(PAGE, "https://example.org/bench/", {PAGE.path: CARD}) == {
        ("property", "og:type"): "website",
        ("property", "og:site_name"): "Crook bench",
        ("property", "og:locale"): "en_AU",
        ("property", "og:title"): "Model A",
        ("property", "og:description"): "Model A as the GP.",
        ("property", "og:url"): "https://example.org/bench/models/a/",
        ("property", "og:image"): picture,
        ("property", "og:image:type"): "image/png",
        ("property", "og:image:width"): "1200",
        ("property", "og:image:height"): "630",
        ("property", "og:image:alt"): alt,
        ("name", "twitter:card"): "summary_large_image",
        ("name", "twitter:image"): picture,
        ("name", "twitter:image:alt"): alt,
        ("name", "twitter:title"): "Model A",
        ("name", "twitter:description"): "Model A as the GP.",
    }


def test_page_of_a_site_without_an_address_has_no_addresses() -> None:
    """Title and description are all that can be told."""
    assert _tags(PAGE, "", {PAGE.path: CARD}) == {
        ("property", "og:type"): "website",
        ("property", "og:site_name"): "Crook bench",
        ("property", "og:locale"): "en_AU",
        ("property", "og:title"): "Model A",
        ("property", "og:description"): "Model A as the GP.",
        ("name", "twitter:card"): "summary",
        ("name", "twitter:title"): "Model A",
        ("name", "twitter:description"): "Model A as the GP.",
    }


def test_page_that_is_not_to_be_found_says_nothing() -> None:
    """The page for missing pages has no address of its own."""
    page = Page("404.html", "404.html", "Nothing", "Nothing here.", listed=False)
    assert _tags(page, "https://example.org", {"index.html": CARD}) == {}
    assert address_of(page, "https://example.org") == ""
