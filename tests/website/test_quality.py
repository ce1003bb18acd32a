"""Promises about every page: valid HTML, headings in order, nothing inline, a small weight."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import html5lib
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Workshop


def _size(*paths: Path) -> int:
    """Bytes over the wire, each file on its own."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


def _pages(out: Path) -> Iterator[Path]:
    yield from sorted(out.rglob("*.html"))


def _one_of_a_kind(out: Path) -> list[Path]:
    """One page of each kind of the whole site."""
    wanted = ("index.html", "*/index.html", "404.html", "runs/*/*.html", "runs/*/*/*.html",
              "models/*/*.html", "cases/*/*.html", "consults/*/*/*/*.html")  # fmt: skip
    return [found[0] for pattern in wanted if (found := sorted(out.glob(pattern)))]


def test_every_page_of_the_small_site_is_valid_html(built: Workshop) -> None:
    """The strict parser finds nothing to complain of."""
    for path in _pages(built.out):
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


def test_published_pages_are_valid_html(whole: Path) -> None:
    """So are those of the runs in results/, one of each kind."""
    for path in _one_of_a_kind(whole):
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


def test_every_page_has_one_first_heading_and_skips_no_level(built: Workshop) -> None:
    """Readers who go by headings find their way."""
    for path in _pages(built.out):
        levels = [int(n) for n in re.findall(r"<h([1-6])[ >]", path.read_text(encoding="utf-8"))]
        assert levels[0] == 1, path
        assert levels.count(1) == 1, path
        assert all(after - before <= 1 for before, after in pairwise(levels)), path


def test_no_page_has_inline_script_or_style(built: Workshop) -> None:
    """The policy forbids them, so none is written: scripts have a source or are data."""
    for path in _pages(built.out):
        html = path.read_text(encoding="utf-8")
        assert " style=" not in html, path
        assert "<style" not in html, path
        assert not re.search(r"\son[a-z]+=", html), path
        for script in re.findall(r"<script[^>]*>", html):
            assert " src=" in script or 'type="application/json"' in script, path


def test_no_page_asks_another_host_for_anything(built: Workshop) -> None:
    """Only links lead elsewhere."""
    for path in _pages(built.out):
        html = path.read_text(encoding="utf-8")
        assert re.findall(r'\ssrc="(?:https?:)?//[^"]*"', html) == []
        assert re.findall(r'<link rel="(?:stylesheet|icon)"[^>]*href="(?:https?:)?//', html) == []


def test_every_heading_of_a_table_has_its_scope(built: Workshop) -> None:
    """A cell is read with its row and its column."""
    for path in _pages(built.out):
        for heading in re.findall(r"<th[ >][^>]*>?", path.read_text(encoding="utf-8")):
            assert "scope=" in heading, path


@pytest.mark.parametrize(
    ("suffix", "most"), [(".css", 15_000), (".js", 15_000)], ids=["styles", "scripts"]
)
def test_own_assets_keep_their_budget(whole: Path, suffix: str, most: int) -> None:
    """All styles, and all scripts but plotly.js, stay small."""
    own = [p for p in (whole / "assets").glob(f"*{suffix}") if p.name != "plotly.min.js"]
    assert own
    assert _size(*own) <= most


def test_every_consult_page_with_its_styles_keeps_its_budget(whole: Path) -> None:
    """30 kB for any transcript."""
    styles = _size(whole / "assets" / "site.css")
    sizes = {path: _size(path) + styles for path in whole.glob("consults/*/*/*/index.html")}
    assert sizes
    assert max(sizes.values()) <= 30_000


def test_overview_keeps_its_budget(whole: Path) -> None:
    """60 kB of HTML."""
    assert _size(whole / "index.html") <= 60_000


def test_plotly_is_on_pages_with_charts_only(whole: Path) -> None:
    """And there it is named for the loader, not loaded."""
    for path in _pages(whole):
        html = path.read_text(encoding="utf-8")
        has_chart = 'class="chart' in html
        assert ("data-plotly=" in html) == has_chart, path
        assert 'src="assets/plotly' not in html, path
