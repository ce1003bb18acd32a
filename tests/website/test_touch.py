"""Promises to a reader with a phone: whatever can be tapped is large enough, and a tap arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser

TALKED = "consults/baselines/baseline_checklist/chest_pain_stemi-1/"
PHONE = {"width": 390, "has_touch": True, "is_mobile": True}

SMALL = """() => {
  const wide = each => [...each.getClientRects()].reduce((most, one) =>
    ({ width: Math.max(most.width, one.width), height: Math.max(most.height, one.height) }),
    { width: 0, height: 0 });
  /* A link amid the words of a paragraph is as high as its line, and may be. */
  const amid = link => {
    if (link.tagName !== "A" || getComputedStyle(link).display !== "inline") return false;
    const block = link.closest("p, li, dd, figcaption, caption, h1, h2, h3");
    if (!block) return false;
    const own = [...block.querySelectorAll("a")].reduce((sum, a) => sum + a.textContent.length, 0);
    return block.textContent.trim().length > own + 3;
  };
  const found = [...document.querySelectorAll("a[href], button, input, select, summary")]
    .filter(each => each.checkVisibility() && !each.matches(".skip, [type=hidden]") && !amid(each))
    .map(each => each.matches("label input") ? each.closest("label") : each)
    .map(each => ({ each, size: wide(each) }))
    .filter(({ size }) => size.width < 24 || size.height < 24);
  return found.map(({ each, size }) =>
    `${Math.round(size.width)} x ${Math.round(size.height)}: ${each.outerHTML.slice(0, 110)}`);
}"""

UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"


def _phone(visitor: Visitor, address: str) -> Any:
    return visitor.open(address, **PHONE).page


def _small(visitor: Visitor, addresses: list[str]) -> dict[str, list[str]]:
    """What is smaller than 24 by 24 px, by page."""
    found = {}
    for address in addresses:
        page = _phone(visitor, address)
        page.evaluate(UNFOLD)
        if small := page.evaluate(SMALL):
            found[address] = small[:3]
        visitor.close()
    return found


def test_every_move_number_can_be_tapped(visitor: Visitor, published: str) -> None:
    """A tap on each goes to its move: nothing lies over it."""
    page = _phone(visitor, published + TALKED)
    numbers = page.locator(".at")
    count = numbers.count()
    arrived = []
    for place in range(count):
        numbers.nth(place).tap()
        arrived.append(page.evaluate("location.hash"))
    assert count > 60
    assert arrived == [f"#m{number:02d}" for number in range(1, count + 1)]


def test_everything_that_can_be_tapped_is_24_px_each_way(
    visitor: Visitor, published: str, kinds: list[str]
) -> None:
    """On every kind of page, with everything unfolded, but for links amid words."""
    assert _small(visitor, [published + path for path in [*kinds, TALKED]]) == {}


def test_everything_on_a_page_with_words_is_24_px_each_way(
    visitor: Visitor, small: str, small_kinds: list[str]
) -> None:
    """So it is where a page has one of everything: look-ups, known issues, a comparison."""
    paths = [path for path in small_kinds if path != "404.html"]
    words = "consults/with-words/lab_model-1/sore_calf-1/"
    assert _small(visitor, [small + path for path in [*paths, words]]) == {}
