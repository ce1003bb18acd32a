"""Promises about searching, kept by Pagefind and a real Chromium."""

from __future__ import annotations

import gzip
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.game.moves import Say

pytest.importorskip("pagefind_bin")

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Visitor, Workshop

pytestmark = pytest.mark.browser

CONSULT = "consults/with-words/lab_model-1/sore_calf-1/"
HOSTILE = "</script><img src=x onerror=\"document.title='caught'\"> zygomycosis &lt;b&gt;"


@pytest.fixture(scope="module")
def searchable(
    tmp_path_factory: pytest.TempPathFactory, new_shop: Callable[[Path], Workshop]
) -> Workshop:
    """The small site with an index, and hostile words in one of its consults."""
    shop = new_shop(tmp_path_factory.mktemp("searchable"))
    shop.play((Say(HOSTILE, (), "fine"),), model="baseline/silent")
    shop.build(base_url="https://example.org/bench/", search=True)
    return shop


@pytest.fixture
def bench(tmp_path: Path, searchable: Workshop, serve_folder: Callable[[Path], str]) -> str:
    """The address of that site, under a path of its host."""
    shutil.copytree(searchable.out, tmp_path / "bench")
    shutil.copy(searchable.out / "404.html", tmp_path / "index.html")
    return f"{serve_folder(tmp_path)}bench/"


def _results(page: Any) -> list[tuple[str, str]]:
    page.wait_for_selector("#results li")
    links = page.query_selector_all("#results a")
    return [(link.get_attribute("href"), link.inner_text()) for link in links]


def test_search_from_the_overview_leads_to_the_move(visitor: Visitor, bench: str) -> None:
    """One link leads to the search page; its result goes to the words."""
    visit = visitor.open(bench)
    visit.page.get_by_role("navigation").get_by_role("link", name="Search").click()
    visit.page.fill("#q", "clot")
    visit.page.click(".search button")
    found = _results(visit.page)
    assert visit.page.url == f"{bench}search/?q=clot"
    assert (f"{bench}{CONSULT}#m01", "A sore calf, by Model One, repeat 1") in found
    assert (f"{bench}caveats/#T1", "T1. A clot that nobody heard") in found
    assert visit.page.inner_text("#found") == f"{len(found)} results for “clot”"
    assert visit.page.locator("mark").count() > 0
    assert visit.all_faults() == []


@pytest.mark.parametrize(
    ("words", "path"),
    [("Model One", "models/lab_model-1/"), ("Nora", "cases/sore_calf/")],
    ids=["model", "case"],
)
def test_search_finds_models_and_cases(visitor: Visitor, bench: str, words: str, path: str) -> None:
    """First of all."""
    visit = visitor.open(f"{bench}search/?q={words}")
    assert _results(visit.page)[0][0] == f"{bench}{path}"


def test_search_that_finds_nothing_says_so(visitor: Visitor, bench: str) -> None:
    """In words, with what was asked."""
    visit = visitor.open(f"{bench}search/?q=<b>quokka</b>")
    visit.page.wait_for_selector("#found:not(:empty)")
    assert visit.page.inner_text("#found") == "Nothing found for “<b>quokka</b>”."
    assert visit.all_faults() == []


def test_hostile_words_are_found_as_words(visitor: Visitor, bench: str) -> None:
    """The excerpt shows them and runs nothing."""
    visit = visitor.open(f"{bench}search/?q=zygomycosis", width=390)
    _results(visit.page)
    assert "<img src=x onerror=" in visit.page.inner_text("#results")
    assert visit.page.query_selector("#results img") is None
    assert visit.page.title() == "Search · Crook bench"
    assert visit.all_faults() == []


def test_search_without_scripts_leads_to_the_lists(visitor: Visitor, bench: str) -> None:
    """It says that it needs them, and everything is linked."""
    visit = visitor.open(f"{bench}search/", java_script_enabled=False)
    assert "Searching needs JavaScript" in visit.page.inner_text("main")
    assert visit.page.get_by_role("link", name="Model One").count() == 1
    assert visit.page.get_by_role("link", name="With words").count() == 1


def test_search_from_a_disk_says_what_it_needs(visitor: Visitor, searchable: Workshop) -> None:
    """Without an error, and the lists work."""
    visit = visitor.open(f"{searchable.out.as_uri()}/search/index.html?q=clot")
    assert "needs the site to be served" in visit.page.inner_text("#found")
    visit.page.get_by_role("link", name="Model One").click()
    assert visit.page.title() == "Model One · Crook bench"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_results(visitor: Visitor, bench: str, scheme: str) -> None:
    """With results on the page, in both themes."""
    axe = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT
    visit = visitor.open(f"{bench}search/?q=clot", scheme=scheme)
    _results(visit.page)
    visit.page.evaluate(axe)
    found = visit.page.evaluate("axe.run().then(all => all.violations.map(each => each.id))")
    assert found == []


def test_only_the_search_page_may_run_wasm(searchable: Workshop) -> None:
    """Every other page keeps the strict policy; only pages with the form may send one."""
    for path in sorted(searchable.out.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        name = path.relative_to(searchable.out).as_posix()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
        assert policy
        assert ("'wasm-unsafe-eval'" in policy[1]) == (name == "search/index.html"), name
        has_form = 'action="' in html
        assert ("form-action 'self'" in policy[1]) >= has_form, name


def test_index_is_the_same_bytes_each_time(searchable: Workshop) -> None:
    """Two builds of the same input agree in every file of the index."""
    folder = searchable.out / "pagefind"
    first = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    searchable.build(base_url="https://example.org/bench/", search=True)
    second = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    assert first == second


def test_searching_keeps_its_budget(searchable: Workshop) -> None:
    """What a first search loads of Pagefind, its fragments aside: 150 kB gzip."""
    folder = searchable.out / "pagefind"
    needed = [path for path in folder.iterdir() if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in needed) <= 150_000
    assert {path.suffix for path in needed} == {".js", ".json", ".pf_meta", ".pagefind"}
