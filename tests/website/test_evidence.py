"""Promises about evidence: the number in a link is the number of things that it leads to."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from crookbench.website.links import page_links

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LINK = re.compile(r'<a [^>]*?href="([^"]*)"[^>]*>(\d+)( of \d+)?( consults?)?</a>')
_MORE = re.compile(r"and (\d+) more")


@cache
def _html(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _listed(html: str, anchor: str) -> int:
    """How many consults are listed at a place of a page: links to their pages, and "and 3 more"."""
    start = html.index(f'id="{anchor}"')
    ends = {"consults": "</table>", "trap": "</li>"}
    place = html[start : html.index(ends.get(anchor.partition("-")[0], "</div>"), start)]
    links = re.findall(r'<a [^>]*href="[^"]*consults/[^"]*"', place)
    return len(links) + sum(map(int, _MORE.findall(place)))


def _claims(out: Path) -> Iterator[tuple[str, str, int, int]]:
    """Page, link, number in the link and number listed, of every link that counts something."""
    for path in sorted(out.rglob("*.html")):
        page, html = path.relative_to(out).as_posix(), _html(path)
        targets = page_links(page, html).links
        for href, number, of, noun in _LINK.findall(html):
            target, anchor = targets[href]
            if re.match(r"consults|trap-|[a-z-]+-\d+$", anchor):
                yield page, href, int(number), _listed(_html(out / target), anchor)
            elif target.startswith("consults/") and (of or noun):
                yield page, href, int(number), 1


def test_number_in_a_link_is_the_number_it_lists(whole: Path) -> None:
    """On every page of the published site: findings, traps of a doctor, heat maps."""
    claims = list(_claims(whole))
    assert len(claims) > 30
    assert [each for each in claims if each[2] != each[3]] == []


def test_evidence_leads_to_the_move_that_did_it(whole: Path) -> None:
    """Penicillin for the allergic patient: each of the 18 leads to a move that prescribed it."""
    html = _html(whole / "runs/2026-10-04-published/findings/index.html")
    (block,) = (
        part for part in html.split('<div class="evidence"')[1:]
        if re.search(r"<h3>[^<]*enicillin for the allergic patient[^<]*18 of 39", part)
    )  # fmt: skip
    places = re.findall(r'href="../../../(consults/[^"#]*)#(m\d+)"', block)
    assert len(places) == 18
    for page, move in places:
        row = re.search(
            rf'<li class="[^"]*" id="{move}">.*?</li>\n', _html(whole / page), re.DOTALL
        )
        assert row is not None
        assert re.search(r"(Gave|Prescribed)</span><b>Amoxicillin", row[0]), (page, move)


def test_what_was_missed_leads_to_the_list_of_it(whole: Path) -> None:
    """No move shows what was not asked; the consult's own list does."""
    html = _html(whole / "runs/2026-10-04-published/findings/index.html")
    block = html[html.index('id="missed-flags"') : html.index('id="price"')]
    hrefs = re.findall(r'href="(\.\./[^"]*consults/[^"]*)"', block)
    assert len(hrefs) == 47
    assert [href for href in hrefs if not href.endswith("#missed")] == []


@pytest.mark.parametrize("case", ["cough_pneumonia", "back_pain_mechanical"])
def test_row_of_the_matrix_counts_its_filled_cells(whole: Path, case: str) -> None:
    """Where 37 of 39 is written, 37 cells are filled."""
    html = _html(whole / f"cases/{case}/2026-10-04-published/index.html")
    rows = re.findall(r'<tr id="[^"]*">.*?</tr>', html)
    assert len(rows) > 30
    for row in rows:
        (done,) = re.findall(r'<td class="n">(\d+) of \d+</td>', row)
        assert len(re.findall(r'<td class="(?:got|lost)', row)) == int(done), row[:200]


def test_items_of_a_case_lead_to_their_rows(whole: Path) -> None:
    """What cost the field most is linked to the row that shows who missed it."""
    html = _html(whole / "cases/original/cough_pneumonia/index.html")
    dearest = re.search(r"<b>Cost the field most:</b>.*?</p>", html)
    assert dearest is not None
    assert len(re.findall(r'<a href="[^"]*/index\.html#item-[^"]+">', dearest[0])) == 3
