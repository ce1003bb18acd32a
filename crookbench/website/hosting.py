"""Where a site will stand, and where its readers say that a mark is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from crookbench.errors import UsageFault
from crookbench.website.sharing import address_of

if TYPE_CHECKING:
    from crookbench.website.page import Page
    from crookbench.website.pages.case.key import KeyItem


@dataclass(frozen=True, slots=True)
class Hosting:
    """Addresses that the build is told; "" for one that is not known.

    Attributes:
        base_url: Where the site will stand.
        issues_url: Where a new issue is written, such as https://github.com/OWNER/REPO/issues/new.
        source_url: Where the files of the repository can be read, as they were built from, such as
            https://github.com/OWNER/REPO/blob/COMMIT.

    Raises:
        UsageFault: One of them is no address of the web.
    """

    base_url: str = ""
    issues_url: str = ""
    source_url: str = ""

    def __post_init__(self) -> None:
        base = _checked("--base-url", self.base_url, "https://example.org/crookbench")
        issues = _checked(
            "--issues-url", self.issues_url, "https://github.com/OWNER/REPO/issues/new"
        )
        object.__setattr__(self, "base_url", base)
        object.__setattr__(self, "issues_url", issues)
        source = _checked(
            "--source-url", self.source_url, "https://github.com/OWNER/REPO/blob/COMMIT"
        )
        object.__setattr__(self, "source_url", source)

    @property
    def root(self) -> str:
        """The path of the site on its host."""
        return urlsplit(self.base_url).path.rstrip("/")

    def report(self, page: Page) -> str:
        """Where a reader of a page reports a fault: an issue that names it; "" where nowhere."""
        where = address_of(page, self.base_url) or page.path
        body = f"Where: {where}\n(of a move: add #m07, its number on the page)\n\nWhat is wrong: "
        return self._issue(f"Marking: {page.title}", body)

    def report_item(self, page: Page, case: str, item: KeyItem) -> str:
        """The same for one item of a case's key."""
        where = f"{address_of(page, self.base_url) or page.path}#{item.anchor}"
        body = f"Item: {item.id} of {case}\nWhere: {where}\n\nWhat is wrong, by which guidance: "
        return self._issue(f"Key: {item.id} of {case}", body)

    def file(self, path: str) -> str:
        """Where a file of the repository can be read; "" where that is not known."""
        return f"{self.source_url}/{path}" if self.source_url else ""

    def _issue(self, title: str, body: str) -> str:
        if not self.issues_url:
            return ""
        more = urlencode({"title": title, "body": body})
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
