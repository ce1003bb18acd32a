"""Promises about the item matrix on a screen: headings stay, and what was got is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser

MATRIX = "cases/cough_pneumonia/2026-10-04-published/"

CONTRAST = """selector => {
  const channel = value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = colour => colour.match(/[0-9.]+/g).slice(0, 3)
    .map(each => channel(each / 255))
    .reduce((sum, each, i) => sum + [.2126, .7152, .0722][i] * each, 0);
  const shown = each => light(getComputedStyle(each).backgroundColor);
  const [one, other] = [document.querySelector(selector), document.documentElement].map(shown);
  return (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_was_got_or_lost_is_seen(visitor: Visitor, published: str, scheme: str) -> None:
    """Both fills are at least 3 to 1 against the paper, and a loss has its minus."""
    page = visitor.open(published + MATRIX, scheme=scheme).page
    assert page.evaluate(CONTRAST, ".matrix td.got > a") >= 3
    assert page.evaluate(CONTRAST, ".matrix td.lost > a") >= 3
    assert page.inner_text(".matrix td.lost > a").startswith("−")


@pytest.mark.parametrize("width", [390, 1280])
def test_head_and_items_stay_in_sight(visitor: Visitor, published: str, width: int) -> None:
    """However far the box is scrolled."""
    page = visitor.open(published + MATRIX, width=width).page
    page.evaluate("document.querySelector('.box').scrollTo(500, 900)")
    box = page.locator(".box").bounding_box()
    head = page.locator(".matrix thead").bounding_box()
    assert abs(head["y"] - box["y"]) < 2
    item = page.locator(".matrix tbody tr >> nth=30").locator("th").bounding_box()
    assert 0 <= item["x"] - box["x"] < 30


def test_move_number_shows_when_pointed_at_and_on_focus(visitor: Visitor, published: str) -> None:
    """Filled cells are read as a pattern; the number comes with the pointer or the Tab key."""
    page = visitor.open(published + MATRIX).page
    cell: Any = page.locator(".matrix td.got > a").first
    number = cell.locator("span")
    hidden = "each => getComputedStyle(each).clipPath"
    assert number.evaluate(hidden) == "inset(50%)"
    cell.hover()
    assert number.evaluate(hidden) == "none"
    page.hover("h1")
    cell.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert number.evaluate(hidden) == "none"
    assert number.inner_text().startswith("m")
