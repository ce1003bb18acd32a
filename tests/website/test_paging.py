"""Promises about very many doctors: no page grows without bound, and nothing is lost."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest

from crookbench.figures.figure import Column, Table
from crookbench.testing.runs import file_run
from crookbench.website.paging import fold_table, split
from crookbench.website.sitemap import sitemaps

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Workshop

DOCTORS = 210


@pytest.fixture(scope="module")
def large(
    tmp_path_factory: pytest.TempPathFactory, new_shop: Callable[[Path], Workshop]
) -> Workshop:
    """A run of very many doctors, one consult each; the build checks every link of it."""
    shop = new_shop(tmp_path_factory.mktemp("large"))
    models = [f"lab/m{number:03}" for number in range(DOCTORS)]
    file_run(shop.results / "large", *models, id="large", title="Large", date="2026-12-01")
    shop.build()
    return shop


def _consults(page: str) -> set[str]:
    return set(re.findall(r'href="[^"]*(lab_m\d+/sore_calf-1)/index.html', page))


@pytest.mark.parametrize("path", ["runs/large/{}index.html", "cases/sore_calf/large/{}index.html"])
def test_list_of_very_many_stands_on_several_pages(large: Workshop, path: str) -> None:
    """The first where it always stood; together they lead to every consult once."""
    pages = [_consults(large.page(path.format(nth))) for nth in ("", "page-2/", "page-3/")]
    assert [len(each) for each in pages] == [100, 100, 10]
    assert len(set.union(*pages)) == DOCTORS
    assert not (large.out / path.format("page-4/")).exists()


def test_page_of_a_list_leads_to_its_neighbours(large: Workshop) -> None:
    """Both, by address."""
    page = large.page("runs/large/page-2/index.html")
    assert 'Page 2 of 3 · <a rel="prev" href="../index.html">previous page</a>' in page
    assert '<a rel="next" href="../page-3/index.html">next page</a>' in page


def test_list_of_doctors_stands_on_several_pages(large: Workshop) -> None:
    """Two more than the run has, from the other runs."""
    paths = sorted(path.relative_to(large.out).as_posix()
                   for path in large.out.glob("models/page-*/index.html"))  # fmt: skip
    assert paths == ["models/page-2/index.html", "models/page-3/index.html"]


def test_consult_of_a_case_that_very_many_played_lists_the_best_and_its_own(
    large: Workshop,
) -> None:
    """So that the pages of a run do not grow with the square of its consults."""
    page = large.page("consults/large/lab_m209/sore_calf-1/index.html")
    assert len(_consults(page)) == 20
    assert "These are the best; 189 more doctors stand in" in page


def test_case_page_lists_the_best_of_very_many(large: Workshop) -> None:
    """And says how many more there are."""
    assert "These are the best; 110 more doctors stand in" in large.page(
        "cases/sore_calf/index.html"
    )


def test_no_page_of_a_large_run_is_very_large(large: Workshop) -> None:
    """Each loads on a phone: no more than the overview may weigh, compressed as hosts do."""
    weights = {path: len(gzip.compress(path.read_bytes())) for path in large.out.rglob("*.html")}
    assert {path: weight for path, weight in weights.items() if weight > 60_000} == {}


def test_table_of_very_many_rows_is_folded() -> None:
    """It tells how many there are; a shorter one is left as it is."""
    table = Table("t", "T", "R", (Column("a", "A"),), tuple((n,) for n in range(1200)))
    folded = fold_table(table)
    assert len(folded.rows) == 100
    assert folded.note == "the first 100 of 1,200 rows, all of them in the CSV."
    assert fold_table(folded) is folded


def test_rows_by_page_are_at_least_one_page() -> None:
    """A list of nothing has a page that says so."""
    assert split([], 2) == [[]]
    assert split([1, 2, 3], 2) == [[1, 2], [3]]


def test_sitemap_of_very_many_names_others() -> None:
    """It stays where it was, and every address stands in one of them."""
    found = dict(sitemaps((f"p{n:05}/index.html" for n in range(20_001)), "https://example.org"))
    assert list(found) == ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"]
    assert "<sitemap><loc>https://example.org/sitemap-3.xml</loc></sitemap>" in found["sitemap.xml"]
    assert sum(text.count("<url>") for text in found.values()) == 20_001
