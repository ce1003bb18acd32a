"""Promises to readers who do not use a mouse or do not see the page, kept by axe and by walking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Visit, Visitor

pytestmark = pytest.mark.browser

TRANSCRIPT = "consults/with-words/lab_model-1/sore_calf-1/"

UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"

AXE = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""

TABBABLE = """() => {
  const wanted = "a[href], button, input, select, summary, [tabindex]";
  const seen = each => each.checkVisibility({ contentVisibilityAuto: true });
  const all = [...document.querySelectorAll(wanted)].filter(each =>
    each.tabIndex >= 0 && !each.disabled && seen(each)
    && !(each.type === "radio" && !each.checked));
  all.forEach((each, place) => { each.dataset.place = place; });
  return { count: all.length, forced: all.filter(each => each.tabIndex > 0).length };
}"""

FOCUSED = """() => {
  const { activeElement } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  const ringed = outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
  const html = activeElement.outerHTML.slice(0, 120);
  return { place: activeElement.dataset?.place, ringed, html };
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core."""
    return pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT


def _violations(visitor: Visitor, axe: str, address: str, scheme: str) -> list[str]:
    visit = visitor.open(address, scheme=scheme)
    visit.scroll_through()
    page = visit.page
    page.evaluate(UNFOLD)
    page.evaluate(axe)
    found: list[str] = page.evaluate(AXE)
    visitor.close()
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_kind_of_page(
    visitor: Visitor, axe: str, small: str, small_kinds: list[str], scheme: str
) -> None:
    """All rules, with everything unfolded, every chart drawn, known issues and a case's key."""
    pages = [*(path for path in small_kinds if path != "404.html"), TRANSCRIPT, "nowhere/"]
    found = {path: _violations(visitor, axe, small + path, scheme) for path in pages}
    assert {path: each for path, each in found.items() if each} == {}


def test_axe_finds_no_violation_on_any_kind_of_published_page(
    visitor: Visitor, axe: str, published: str, kinds: list[str]
) -> None:
    """The same with thirteen models in every table and chart; the overview in the dark too."""
    found = {path: _violations(visitor, axe, published + path, "light") for path in kinds}
    found["in the dark"] = _violations(visitor, axe, published, "dark")
    assert {path: each for path, each in found.items() if each} == {}


def _walk(visit: Visit) -> list[str]:
    """What is wrong with going through a page by the Tab key alone, with its charts drawn."""
    visit.scroll_through()
    page = visit.page
    tabbable = page.evaluate(TABBABLE)
    faults = ["a tabindex above 0"] if tabbable["forced"] else []
    for place in range(tabbable["count"]):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        if now["place"] != str(place):
            return [*faults, f"step {place} is at {now['place']}: {now['html']}"]
        if not now["ringed"]:
            faults.append(f"no ring is seen on {now['html']}")
    return faults


@pytest.mark.parametrize("width", [390, 1280])
def test_keyboard_reaches_everything_in_reading_order(
    visitor: Visitor, small: str, small_kinds: list[str], width: int
) -> None:
    """Tab stops at every link, button, box and scrolling table, in the order of the page."""
    pages = [*(path for path in small_kinds if path != "404.html"), TRANSCRIPT]
    found = {}
    for path in pages:
        found[path] = _walk(visitor.open(small + path, width=width))
        visitor.close()
    assert {path: each for path, each in found.items() if each} == {}


def test_first_tab_stop_skips_to_the_content(visitor: Visitor, small: str) -> None:
    """Enter on it moves the focus past the navigation."""
    page = visitor.open(small).page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
