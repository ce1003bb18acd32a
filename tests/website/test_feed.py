"""Promises about the feed: valid Atom, stable ids, dates from the data."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from crookbench.website.feed import timestamp

if TYPE_CHECKING:
    from conftest import Workshop

ATOM = "{http://www.w3.org/2005/Atom}"


def _feed(shop: Workshop) -> ET.Element:
    return ET.fromstring(shop.page("feed.xml"))  # noqa: S314  our own file


def _texts(element: ET.Element, tag: str) -> list[str]:
    return [found.text or "" for found in element.iter(f"{ATOM}{tag}")]


def test_feed_is_atom_as_its_readers_want_it(built: Workshop) -> None:
    """One id, title, date and link each, an author for all, the newest first."""
    feed = _feed(built)
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    for element in (feed, *entries):
        for tag in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{tag}")) == 1
        datetime.fromisoformat(element.findtext(f"{ATOM}updated", ""))
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "the crookbench authors"
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links == {
        "self": "https://example.org/bench/feed.xml",
        "alternate": "https://example.org/bench/",
    }
    dates = [entry.findtext(f"{ATOM}updated", "") for entry in entries]
    assert dates == sorted(dates, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == dates[0] == "2026-10-05T00:00:00Z"
    ids = _texts(feed, "id")
    assert len(set(ids)) == len(ids)
    assert all(each.startswith("urn:uuid:") for each in ids)


def test_feed_tells_of_runs_and_issues(built: Workshop) -> None:
    """Each leads to its place in the site."""
    found = {
        entry.findtext(f"{ATOM}title"): entry.find(f"{ATOM}link").get("href")  # type: ignore[union-attr]
        for entry in _feed(built).findall(f"{ATOM}entry")
    }
    assert found == {
        "With words: 2 consults": "https://example.org/bench/runs/with-words/",
        "Without words: 1 consult": "https://example.org/bench/runs/wordless/",
        "Known issue T1: A clot that nobody heard": "https://example.org/bench/caveats/#T1",
    }


def test_issue_with_a_date_of_its_own_is_dated_by_it(shop: Workshop) -> None:
    """Here and on the page of caveats; without one it is as old as the run it touches."""
    told = {"title": "t", "status": "open", "found_in": "a reading", "happens": "h", "answer": "a"}
    shop.write_issues({"id": "T1", **told}, {"id": "T2", "since": "2026-11-02", **told})
    shop.build(base_url="https://example.org/")
    dates = {
        entry.findtext(f"{ATOM}title"): entry.findtext(f"{ATOM}updated")
        for entry in _feed(shop).findall(f"{ATOM}entry")
    }
    assert dates["Known issue T1: t"] == "2026-10-04T00:00:00Z"
    assert dates["Known issue T2: t"] == "2026-11-02T00:00:00Z"
    assert "Found in a reading, 2 November 2026." in shop.page("caveats/index.html")


def test_ids_stay_when_the_site_moves(shop: Workshop) -> None:
    """A reader is not shown everything again."""
    shop.build(base_url="https://example.org/bench")
    before = _texts(_feed(shop), "id")
    shop.build(base_url="https://example.com/")
    assert _texts(_feed(shop), "id") == before


def test_feed_tells_of_a_rescoring_once(shop: Workshop) -> None:
    """However many consults it changed, with the reason and the points."""
    score = {"total": 10, "max": 100, "level": "Intern", "consequence": "ideal"}
    change = {"when": "2026-10-07T09:00:00Z", "why": "A mark was wrong.",
              "from": score, "to": score | {"total": 25}}  # fmt: skip
    for path in sorted((shop.results / "with-words").glob("*/sore_calf-1.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(data | {"rescored": [change]}), encoding="utf-8")
    shop.build(base_url="https://example.org/")
    entry = _feed(shop).find(f"{ATOM}entry")
    assert entry is not None
    told = {tag: entry.findtext(f"{ATOM}{tag}") for tag in ("title", "summary", "updated")}
    assert told == {
        "title": "Rescored: 2 consults of With words",
        "summary": "A mark was wrong. +30 points in all.",
        "updated": "2026-10-07T09:00:00Z",
    }


def test_site_without_an_address_has_no_feed(shop: Workshop) -> None:
    """A feed's links must be absolute; no page names one that is not there."""
    shop.build()
    assert not (shop.out / "feed.xml").exists()
    assert "atom" not in shop.page("index.html")


def test_every_page_names_the_feed(built: Workshop) -> None:
    """For readers of feeds in its head, for others at its foot."""
    page = built.page("models/index.html")
    assert '<link rel="alternate" type="application/atom+xml"' in page
    assert '<a href="../feed.xml" type="application/atom+xml">' in page


@pytest.mark.parametrize(
    ("iso", "atom"),
    [
        ("2026-10-04", "2026-10-04T00:00:00Z"),
        ("2026-10-04T03:39:12Z", "2026-10-04T03:39:12Z"),
        ("2026-10-04T13:39:12+10:00", "2026-10-04T03:39:12Z"),
        ("some day", "1970-01-01T00:00:00Z"),
    ],
    ids=["day", "utc", "elsewhere", "none"],
)
def test_timestamp_is_in_utc(iso: str, atom: str) -> None:
    """Whatever the file says, never the clock."""
    assert timestamp(iso) == atom


@pytest.mark.parametrize("letter", ["\ufffe", "\uffff", "\x00", "\x0b", "\x1f", "\x7f"])
def test_feed_and_sitemap_are_xml_whatever_a_title_holds(shop: Workshop, letter: str) -> None:
    """Letters that XML forbids are spelled out, as on pages."""
    path = shop.results / "with-words" / "run.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {"title": f"A{letter}B", "description": letter}), "utf-8")
    shop.build(base_url="https://example.org/")
    spelled = f"A[U+{ord(letter):04X}]B: 2 consults"
    assert spelled in [each.findtext(f"{ATOM}title") for each in _feed(shop).iter(f"{ATOM}entry")]
    ET.fromstring(shop.page("sitemap.xml"))  # noqa: S314  our own file
    assert letter not in shop.page("runs/with-words/index.html")
