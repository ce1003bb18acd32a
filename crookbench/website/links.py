"""Checks the finished pages: every link leads somewhere, and every page can be reached."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote

from crookbench.website.urls import INDEX

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

_LINK = re.compile(r'\s(?:href|src|data-plotly)="([^"]*)"')
_ID = re.compile(r'\sid="([^"]*)"')
_ELSEWHERE = re.compile(r"(?:https?|data|mailto):")
_NOT_FOUND = "404.html"


@dataclass(frozen=True, slots=True)
class PageLinks:
    """What one page names and where it leads.

    Attributes:
        repeated: How often each id stands that stands more than once.
        links: Path and anchor in the site by the link as it is written.
    """

    ids: frozenset[str]
    repeated: Mapping[str, int]
    links: Mapping[str, tuple[str, str]]


def page_links(path: str, html: str, root: str = "") -> PageLinks:
    """The links of a page.

    Args:
        path: Where the page stands.
        html: Our own: quotes inside text are escaped, so attributes can be told.
        root: The path of the site on its host, where a link that starts at the root begins.
    """
    found = (unescape(link) for link in dict.fromkeys(_LINK.findall(html)))
    folder = posixpath.dirname(path)
    ids = Counter(_ID.findall(html))
    return PageLinks(
        frozenset(ids),
        {name: times for name, times in ids.items() if times > 1},
        {link: _target(link, path, folder, root) for link in found if not _ELSEWHERE.match(link)},
    )


class LinkCheck:
    """Takes the pages of a site one by one, and tells at the end what is wrong with their links.

    It holds the ids and the targets of each page and no link as it is written: a site of 20,000
    consults has millions. Pages with a fault are read once more for the words of its message.
    """

    def __init__(self) -> None:
        self._ids: dict[str, frozenset[str]] = {}
        self._leads: dict[str, tuple[str, ...]] = {}
        self._bad: set[str] = set()
        self._waiting: list[tuple[str, str, str]] = []
        self._equal_ids: dict[frozenset[str], frozenset[str]] = {}
        self._names: dict[str, str] = {}

    def add(self, path: str, seen: PageLinks) -> None:
        """Adds a page; anchors on pages that came before are checked at once."""
        self._ids[path] = self._equal_ids.setdefault(seen.ids, seen.ids)
        targets = dict.fromkeys(target for target, _ in seen.links.values())
        self._leads[path] = tuple(self._names.setdefault(each, each) for each in targets)
        if seen.repeated:
            self._bad.add(path)
        for target, anchor in seen.links.values():
            if anchor and target not in self._ids:
                self._waiting.append((path, target, anchor))
            elif anchor and anchor not in self._ids[target]:
                self._bad.add(path)

    def faults(self, files: Collection[str], links_of: Callable[[str], PageLinks]) -> list[str]:
        """What is wrong, one line each, by page.

        Args:
            files: Paths of everything but the pages.
            links_of: Gives the links of a page once more.
        """
        self._bad |= {
            path for path, target, anchor in self._waiting
            if target in self._ids and anchor not in self._ids[target]
        }  # fmt: skip
        for path, targets in self._leads.items():
            if any(target not in self._ids and target not in files for target in targets):
                self._bad.add(path)
        found = [fault for path in self._ids if path in self._bad
                 for fault in self._faults(path, links_of(path), files)]  # fmt: skip
        reached = self._reached()
        return found + [f"{path}: no page leads to it" for path in self._ids if path not in reached]

    def _faults(self, path: str, seen: PageLinks, files: Collection[str]) -> Iterator[str]:
        for name, times in seen.repeated.items():
            yield f"{path}: the id {name!r} stands {times} times"
        for link, (target, anchor) in seen.links.items():
            if target not in self._ids and target not in files:
                yield f"{path}: the link {link!r} leads nowhere"
            elif anchor and target in self._ids and anchor not in self._ids[target]:
                yield f"{path}: the link {link!r} leads to no place on {target}"

    def _reached(self) -> set[str]:
        """Every page that links lead to from the overview; the one for missing pages needs none."""
        reached = {_NOT_FOUND}
        waiting = [INDEX]
        while waiting:
            path = waiting.pop()
            if path in self._leads and path not in reached:
                reached.add(path)
                waiting += self._leads[path]
        return reached


def _target(link: str, page: str, folder: str, root: str) -> tuple[str, str]:
    """The path in the site and the anchor that a link of a page means."""
    address, _, fragment = link.partition("#")
    path, anchor = unquote(address.partition("?")[0]), unquote(fragment)
    return (_path(path, folder, root) if path else page), anchor


@lru_cache(maxsize=4096)
def _path(path: str, folder: str, root: str) -> str:
    """Where a path leads from a folder; the pages of a folder share most of theirs."""
    if path.startswith("/"):
        inside = path.removeprefix(root).lstrip("/")
    else:
        inside = posixpath.normpath(posixpath.join(folder, path))
    return f"{inside.rstrip('/')}/{INDEX}" if path.endswith("/") else inside
