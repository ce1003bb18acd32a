"""Where a site will stand, and where its readers say that a mark is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from crookbench.errors import UsageFault
from crookbench.website.sharing import address_of

if TYPE_CHECKING:
    from crookbench.website.page import Page


@dataclass(frozen=True, slots=True)
class Hosting:
    """Addresses that the build is told; "" for one that is not known.

    Attributes:
        base_url: Where the site will stand.
        issues_url: Where a new issue is written, such as https://github.com/OWNER/REPO/issues/new.

    Raises:
        UsageFault: One of them is no address of the web.
    """

    base_url: str = ""
    issues_url: str = ""

    def __post_init__(self) -> None:
        _check("--base-url", self.base_url, "https://example.org/crookbench")
        _check("--issues-url", self.issues_url, "https://github.com/OWNER/REPO/issues/new")

    @property
    def root(self) -> str:
        """The path of the site on its host."""
        return urlsplit(self.base_url).path.rstrip("/")

    def report(self, page: Page) -> str:
        """Where a reader of a page reports a fault: an issue that names it; "" where nowhere."""
        if not self.issues_url:
            return ""
        where = address_of(page, self.base_url) or page.path
        body = f"Where: {where}\n(of a move: add #m07, its number on the page)\n\nWhat is wrong: "
        more = urlencode({"title": f"Marking: {page.title}", "body": body})
        return f"{self.issues_url}{'&' if '?' in self.issues_url else '?'}{more}"


def _check(option: str, address: str, example: str) -> None:
    parts = urlsplit(address)
    if address and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise UsageFault(f"{option}: expected an address such as {example}, saw {address!r}")
