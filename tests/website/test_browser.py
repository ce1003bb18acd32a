"""Promises that only a real browser can keep: nothing breaks, leaves the site or overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Visitor

pytestmark = pytest.mark.browser

TRANSCRIPT = "consults/with-words/lab_model-1/sore_calf-1/"
WIDTHS = [390, 1280]


def _faults(visitor: Visitor, address: str, width: int, scheme: str) -> list[str]:
    """Opens a page, scrolls through it and tells what went wrong."""
    visit = visitor.open(address, width=width, scheme=scheme)
    visit.scroll_through()
    faults = visit.all_faults()
    visitor.close()
    return faults


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_every_kind_of_page_opens_without_fault(
    visitor: Visitor, published: str, kinds: list[str], width: int, scheme: str
) -> None:
    """No error, no violation of the policy, no request elsewhere, nothing wider than the screen."""
    faults = {path: _faults(visitor, published + path, width, scheme) for path in kinds}
    assert {path: found for path, found in faults.items() if found} == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_kind_of_page_with_words_opens_without_fault(
    visitor: Visitor, small: str, small_kinds: list[str], width: int
) -> None:
    """The same for a run with words, under a path, and for an address that is not there."""
    pages = [*(path for path in small_kinds if path != "404.html"), TRANSCRIPT, "nowhere/"]
    faults = {path: _faults(visitor, small + path, width, "light") for path in pages}
    assert {path: found for path, found in faults.items() if found} == {}


def test_chart_is_drawn_from_a_disk(browser: Any, whole: Path) -> None:
    """A copy of the folder works without any server."""
    page = browser.new_page()
    page.goto(f"{whole.as_uri()}/index.html")
    page.get_by_role("button", name="Make it interactive").first.click()
    page.wait_for_selector(".chart .main-svg")
    page.get_by_role("link", name="Caveats").click()
    assert page.title() == "Caveats and known issues · Crook bench"
    page.close()


def test_table_sorts_by_its_headings(browser: Any, published: str) -> None:
    """Fewest harms first, then most; the heading tells which."""
    page = browser.new_page()
    page.goto(published)
    table = page.locator("table[data-sortable]").first
    harms = table.get_by_role("button", name="Harms")
    harms.click()
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    assert table.locator("tbody tr").last.locator("th").inner_text() == "Llama 4 Maverick"
    harms.click()
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    assert table.locator("tbody tr").first.locator("th").inner_text() == "Llama 4 Maverick"
    page.close()


def test_number_of_a_move_shows_its_address(browser: Any, small: str) -> None:
    """On hover it appears, on tapping it stays, in its short form."""
    page = browser.new_page()
    page.goto(f"{small}{TRANSCRIPT}index.html")
    page.hover("#m03 .at")
    assert page.inner_text(".address") == f"{small}{TRANSCRIPT}#m03"
    page.hover("h1")
    assert page.query_selector(".address") is None
    page.click("#m05 .at")
    page.hover("h1")
    assert page.inner_text("#m05 .address") == f"{small}{TRANSCRIPT}#m05"
    page.close()


def test_only_the_moves_that_scored_can_be_read(browser: Any, small: str) -> None:
    """The choice hides the rest, without any script."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{small}{TRANSCRIPT}")
    assert page.locator(".move:visible").count() == 13
    page.check("text=what scored")
    assert page.locator(".move:visible").count() == 10
    context.close()


def test_groups_of_doctors_can_be_chosen_and_stand_in_the_address(
    visitor: Visitor, published: str
) -> None:
    """A table of open weights alone can be sent to somebody; it tells what is left out."""
    page = visitor.open(f"{published}?groups=open").page
    rows = page.locator("table[data-sortable]").first.locator("tbody tr:visible")
    assert rows.count() == 5
    assert rows.first.locator("th").inner_text() == "DeepSeek V4 Pro"
    said = page.locator(".key + [role=status]").first
    assert said.inner_text() == "5 of 13 doctors shown. Ranks are those among all 13."
    page.get_by_label("Closed weights").first.check()
    page.wait_for_function("() => location.search === ''")
    assert (rows.count(), said.inner_text()) == (13, "")
    page.get_by_label("Open weights").first.uncheck()
    page.wait_for_function("() => location.search === '?groups=closed'")
    assert rows.count() == 8
    page.get_by_label("Closed weights").first.click()
    assert rows.count() == 13
    page.goto(f"{published}models/?groups=baseline")
    assert page.locator(".key + [role=status]").inner_text() == "7 of 23 doctors shown."


def test_order_of_the_leaderboard_stands_in_the_address(visitor: Visitor, published: str) -> None:
    """A sorted table can be sent to somebody; high first has a minus."""
    page = visitor.open(f"{published}?sort=-harms").page
    table = page.locator("table[data-sortable]").first
    assert table.locator("th[aria-sort]").inner_text() == "Harms"
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    assert table.locator("tbody tr").first.locator("th").inner_text() == "Llama 4 Maverick"
    table.get_by_role("button", name="Asked").click()
    page.wait_for_function("() => location.search === '?sort=-asked'")
    assert table.locator("tbody tr").first.locator("th").inner_text() == "GPT-6 Astra"
