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
        base = _checked("--base-url", self.base_url, "https://example.org/crookbench")
        issues = _checked(
            "--issues-url", self.issues_url, "https://github.com/OWNER/REPO/issues/new"
        )
        object.__setattr__(self, "base_url", base)
        object.__setattr__(self, "issues_url", issues)

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


def _checked(option: str, address: str, example: str) -> str:
    """The address with scheme and host in small letters; a login in it would be published."""
    try:
        parts = urlsplit(address.strip())
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, fits = urlsplit(""), False
    if not address.strip():
        return ""
    if "@" in parts.netloc:
        raise UsageFault(f"{option}: expected no user or password in it, for it is published")
    if not fits or any(each.isspace() for each in address.strip()):
        raise UsageFault(f"{option}: expected an address such as {example}, saw {address!r}")
    return parts._replace(netloc=parts.netloc.lower()).geturl()
