"""Checks the finished pages: every link leads somewhere, and every page can be reached."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
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
    """What one page names and where it leads."""

    ids: Counter[str]
    links: tuple[str, ...]


def link_faults(pages: Mapping[str, str], files: Collection[str], root: str = "") -> list[str]:
    """What is wrong with the links of a site, one line each, by page.

    Args:
        pages: HTML by path. Our own: quotes inside text are escaped, so attributes can be told.
        files: Paths of everything else.
        root: The path of the site on its host, where a link that starts at the root begins.
    """
    seen = {path: _Seen(Counter(_ID.findall(html)), _links(html)) for path, html in pages.items()}
    faults = [fault for path in seen for fault in _faults(path, seen, files, root)]
    reached = _reached(seen, root)
    faults += [f"{path}: no page leads to it" for path in seen if path not in reached]
    return faults


def _links(html: str) -> tuple[str, ...]:
    found = (unescape(link) for link in _LINK.findall(html))
    return tuple(link for link in dict.fromkeys(found) if not _ELSEWHERE.match(link))


def _faults(
    path: str, seen: Mapping[str, _Seen], files: Collection[str], root: str
) -> Iterator[str]:
    for name, times in seen[path].ids.items():
        if times > 1:
            yield f"{path}: the id {name!r} stands {times} times"
    for link in seen[path].links:
        target, fragment = _target(link, path, root)
        if target not in seen and target not in files:
            yield f"{path}: the link {link!r} leads nowhere"
        elif fragment and target in seen and fragment not in seen[target].ids:
            yield f"{path}: the link {link!r} leads to no place on {target}"


def _target(link: str, page: str, root: str) -> tuple[str, str]:
    """The path in the site and the anchor that a link of a page means."""
    address, _, fragment = link.partition("#")
    path = unquote(address.partition("?")[0])
    if not path:
        return page, unquote(fragment)
    if path.startswith("/"):
        inside = path.removeprefix(root).lstrip("/")
    else:
        inside = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return (f"{inside.rstrip('/')}/{INDEX}" if path.endswith("/") else inside), unquote(fragment)


def _reached(seen: Mapping[str, _Seen], root: str) -> set[str]:
    """Every page that links lead to from the overview; the one for missing pages needs none."""
    reached = {_NOT_FOUND}
    waiting = [INDEX]
    while waiting:
        path = waiting.pop()
        if path in seen and path not in reached:
            reached.add(path)
            waiting += (_target(link, path, root)[0] for link in seen[path].links)
    return reached
