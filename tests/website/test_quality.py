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


def test_every_page_of_the_small_site_is_valid_html(built: Workshop) -> None:
    """The strict parser finds nothing to complain of."""
    for path in _pages(built.out):
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


def test_published_pages_are_valid_html(whole: Path, kinds: list[str]) -> None:
    """So are those of the runs in results/, one of each kind."""
    for path in kinds:
        html5lib.HTMLParser(strict=True).parse((whole / path).read_text(encoding="utf-8"))


def test_every_page_has_one_first_heading_and_skips_no_level(built: Workshop, whole: Path) -> None:
    """Readers who go by headings find their way."""
    for path in (*_pages(built.out), *_pages(whole)):
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
            is_data = re.search(r'type="application/(ld\+)?json"', script)
            assert " src=" in script or is_data, path


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


def _elements(html: str) -> int:
    """How many elements a page has; ours spell every opening tag."""
    return len(re.findall(r"<[a-z]", html))


_LARGE = re.compile(r"runs/[^/]+/index\.html|cases/[^/]+/(?:[^/]+/)?index\.html")
"""Pages of a whole run's tables, and of a case's item matrix."""


def test_no_page_has_more_than_3000_elements(whole: Path) -> None:
    """But a run's own page and the item matrix of a case."""
    counts = {
        path.relative_to(whole).as_posix(): _elements(path.read_text(encoding="utf-8"))
        for path in _pages(whole)
    }
    over = {path: n for path, n in counts.items() if n > 3000 and not _LARGE.fullmatch(path)}
    assert over == {}
