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
    from collections.abc import Collection, Iterator, Mapping

_LINK = re.compile(r'\s(?:href|src|data-plotly)="([^"]*)"')
_ID = re.compile(r'\sid="([^"]*)"')
_ELSEWHERE = re.compile(r"(?:https?|data|mailto):")
_NOT_FOUND = "404.html"


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one page names and where it leads: links as written, with their path and anchor."""

    ids: Counter[str]
    links: Mapping[str, tuple[str, str]]


def link_faults(pages: Mapping[str, str], files: Collection[str], root: str = "") -> list[str]:
    """What is wrong with the links of a site, one line each, by page.

    Args:
        pages: HTML by path. Our own: quotes inside text are escaped, so attributes can be told.
        files: Paths of everything else.
        root: The path of the site on its host, where a link that starts at the root begins.
    """
    seen = {path: _seen(path, html, root) for path, html in pages.items()}
    faults = [fault for path in seen for fault in _faults(path, seen, files)]
    reached = _reached(seen)
    faults += [f"{path}: no page leads to it" for path in seen if path not in reached]
    return faults


def _seen(path: str, html: str, root: str) -> _Seen:
    found = (unescape(link) for link in dict.fromkeys(_LINK.findall(html)))
    folder = posixpath.dirname(path)
    return _Seen(
        Counter(_ID.findall(html)),
        {link: _target(link, path, folder, root) for link in found if not _ELSEWHERE.match(link)},
    )


def _faults(path: str, seen: Mapping[str, _Seen], files: Collection[str]) -> Iterator[str]:
    for name, times in seen[path].ids.items():
        if times > 1:
            yield f"{path}: the id {name!r} stands {times} times"
    for link, (target, fragment) in seen[path].links.items():
        if target not in seen and target not in files:
            yield f"{path}: the link {link!r} leads nowhere"
        elif fragment and target in seen and fragment not in seen[target].ids:
            yield f"{path}: the link {link!r} leads to no place on {target}"


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


def _reached(seen: Mapping[str, _Seen]) -> set[str]:
    """Every page that links lead to from the overview; the one for missing pages needs none."""
    reached = {_NOT_FOUND}
    waiting = [INDEX]
    while waiting:
        path = waiting.pop()
        if path in seen and path not in reached:
            reached.add(path)
            waiting += {target for target, _ in seen[path].links.values()}
    return reached
