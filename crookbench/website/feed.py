"""The Atom feed: new runs, rescorings and known issues, dated by the data and never by the clock.

An entry's id is made of its name alone, so that it stays the same when the site moves.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as ET

from crookbench.figures.numbers import plural, signed
from crookbench.figures.played import of_what
from crookbench.website import urls
from crookbench.website.text import visible
from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.casebook.known_issues import Issue
    from crookbench.records.record import Rescored
    from crookbench.records.results import Run
    from crookbench.website.source import Source

FEED = "feed.xml"
_ATOM = "http://www.w3.org/2005/Atom"
_UNDATED = "1970-01-01T00:00:00Z"
_NAME_LENGTH = len("2026-10-04")


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece of news.

    Attributes:
        name: What its id is made of.
        path: Where it leads in the site.
        when: Date and time, UTC, as Atom writes them.
    """

    name: str
    path: str
    title: str
    summary: str
    when: str


def entries(source: Source) -> tuple[Entry, ...]:
    """Everything there is to tell, the newest first."""
    found = [
        *map(_run, source.runs),
        *(entry for run in source.runs for entry in _rescorings(run)),
        *(_issue(source, issue) for issue in source.issues),
    ]
    return tuple(sorted(sorted(found, key=lambda e: e.name), key=lambda e: e.when, reverse=True))


def _run(run: Run) -> Entry:
    manifest = run.manifest
    about = f"{of_what(run)}, {plural(len(manifest.cases), 'case')}"
    summary = ". ".join(part for part in (manifest.description.rstrip("."), about) if part)
    return Entry(
        name=f"runs/{manifest.id}",
        path=urls.run_page(manifest.id),
        title=f"{manifest.title}: {of_what(run)}",
        summary=f"{summary}.",
        when=timestamp(manifest.date),
    )


def _rescorings(run: Run) -> Iterator[Entry]:
    """One entry for each day and reason, however many consults it changed."""
    found: defaultdict[tuple[str, str], list[Rescored]] = defaultdict(list)
    for record in run.records:
        for each in record.rescored:
            found[each.when[:_NAME_LENGTH], each.why].append(each)
    for (day, why), changed in sorted(found.items()):
        points = sum(each.after.total - each.before.total for each in changed)
        consults = plural(len(changed), "consult")
        yield Entry(
            name=f"runs/{run.manifest.id}/rescored/{day}/{why}",
            path=urls.run_page(run.manifest.id),
            title=f"Rescored: {consults} of {run.manifest.title}",
            summary=f"{why.rstrip('.')}. {signed(points)} points in all.",
            when=max(timestamp(each.when) for each in changed),
        )


def _issue(source: Source, issue: Issue) -> Entry:
    """An issue without a date of its own has that of the first run it touches, or of any."""
    touched = {each.run for each in issue.consults}
    dates = [run.manifest.date for run in source.runs if not touched or run.manifest.id in touched]
    when = issue.since.isoformat() if issue.since else min(dates, default="")
    return Entry(
        name=f"issues/{issue.id}",
        path=f"caveats/{urls.INDEX}#{issue.id}",
        title=f"Known issue {issue.id}: {issue.title}",
        summary=f"{issue.happens.strip()} {issue.answer.strip()}",
        when=timestamp(when),
    )


def timestamp(iso: str) -> str:
    """A date, or a date with a time in UTC, as Atom wants it; one that is none is long ago."""
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return _UNDATED
    in_utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return in_utc.strftime("%Y-%m-%dT%H:%M:%SZ")


def feed(source: Source, base_url: str, title: str) -> str:
    """The feed's XML; its links are absolute, so it needs the address of the site."""
    found = entries(source)
    root = ET.Element("feed", {"xmlns": _ATOM, "xml:lang": "en-AU"})
    _add(root, "id", _id(""))
    _add(root, "title", title)
    _add(root, "subtitle", "Runs, rescorings and known issues")
    _add(root, "updated", max((entry.when for entry in found), default=_UNDATED))
    _add(_add(root, "author"), "name", "the crookbench authors")
    _add(root, "link", rel="self", href=canonical(base_url, FEED), type="application/atom+xml")
    _add(root, "link", rel="alternate", href=canonical(base_url, urls.INDEX), type="text/html")
    for entry in found:
        _add_entry(root, entry, base_url)
    ET.indent(root, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_entry(root: ET.Element, entry: Entry, base_url: str) -> None:
    element = _add(root, "entry")
    path, hash_, anchor = entry.path.partition("#")
    _add(element, "id", _id(entry.name))
    _add(element, "title", entry.title)
    _add(element, "updated", entry.when)
    _add(element, "link", rel="alternate", href=f"{canonical(base_url, path)}{hash_}{anchor}",
         type="text/html")  # fmt: skip
    _add(element, "summary", entry.summary)


def _add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, tag, attributes)
    element.text = visible(text) or None
    return element


def _id(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'crookbench/{name}')}"
