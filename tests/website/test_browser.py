"""Promises that only a real browser can keep: nothing breaks, leaves the site or overflows."""

from __future__ import annotations

import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.website.serve import HOST, server

playwright = pytest.importorskip("playwright.sync_api")

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Workshop

pytestmark = pytest.mark.browser

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

LISTEN = """
window.violations = [];
document.addEventListener("securitypolicyviolation",
  event => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""

TRANSCRIPT = "consults/with-words/lab_model-1/sore_calf-1/"
SMALL = ("", TRANSCRIPT, "consults/wordless/lab_model-1/sore_calf-1/", "caveats/", "nowhere/")
WHOLE = ("", "runs/", "runs/2026-10-04-published/", "runs/2026-10-04-published/findings/",
         "models/", "models/x-ai_grok-4.7/", "cases/", "cases/cough_pneumonia/", "method/",
         "data/", "consults/2026-10-04-published/z-ai_glm-5.3/back_pain_mechanical-1/")  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


def _served(folder: Path) -> Iterator[str]:
    running = server(folder, 0)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://{HOST}:{running.server_address[1]}/"
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, built: Workshop) -> Iterator[str]:
    """The small site, as it stands under the path it was built for."""
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(built.out, root / "bench")
    shutil.copy(built.out / "404.html", root / "404.html")
    shutil.copy(built.out / "404.html", root / "index.html")
    for address in _served(root):
        yield f"{address}bench/"


@pytest.fixture(scope="module")
def published(whole: Path) -> Iterator[str]:
    yield from _served(whole)


def _faults(browser: Any, address: str, width: int, scheme: str) -> list[str]:
    """Opens a page, scrolls through it and tells what went wrong."""
    origin = "/".join(address.split("/")[:3])
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.add_init_script(LISTEN)
    faults: list[str] = []
    missing = "nowhere" in address
    page.on("console", lambda said: said.type in ("error", "warning") and not missing
            and faults.append(said.text))  # fmt: skip
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith(origin) or faults.append(asked.url))
    page.goto(address)
    for chart in page.query_selector_all(".chart"):
        chart.scroll_into_view_if_needed()
        page.wait_for_function("box => box.querySelector('.main-svg')", arg=chart)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    faults += [f"{wide} px too wide"] if wide > 0 else []
    faults += page.evaluate("window.violations")
    context.close()
    return faults


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", SMALL)
def test_small_page_opens_without_fault(
    browser: Any, small: str, path: str, width: int, scheme: str
) -> None:
    """No error, no violation of the policy, no request elsewhere, nothing wider than the screen."""
    assert _faults(browser, small + path, width, scheme) == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", WHOLE)
def test_published_page_opens_without_fault(
    browser: Any, published: str, path: str, width: int
) -> None:
    """The same for the pages of what is published."""
    assert _faults(browser, published + path, width, "light") == []


def test_chart_is_drawn_from_a_disk(browser: Any, whole: Path) -> None:
    """A copy of the folder works without any server."""
    page = browser.new_page()
    page.goto(f"{whole.as_uri()}/index.html")
    page.locator(".chart").first.scroll_into_view_if_needed()
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
    """A box hides the rest, without any script."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{small}{TRANSCRIPT}")
    assert page.locator(".move:visible").count() == 13
    page.check(".only input")
    assert page.locator(".move:visible").count() == 10
    context.close()
