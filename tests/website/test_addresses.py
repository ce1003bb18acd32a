"""Promises about addresses: what was published once stays where it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from crookbench.website.links import LinkCheck, page_links

if TYPE_CHECKING:
    from conftest import Workshop

GOLDEN = Path(__file__).parent / "golden-addresses.txt"
REWRITE = "CROOKBENCH_REWRITE_GOLDEN"


def _addresses(out: Path) -> set[str]:
    """The short addresses that others may link to: every page, and every file of figures."""
    files = [*out.rglob("*.html"), *out.glob("data/*/*"), *out.glob("*.xml")]
    paths = (path.relative_to(out).as_posix() for path in files)
    return {path.removesuffix("index.html") for path in paths if path != "index.html"}


def test_no_published_address_is_lost(whole: Path) -> None:
    """The golden list only grows; rewriting it adds and never takes away."""
    built = _addresses(whole)
    golden = set(GOLDEN.read_text(encoding="utf-8").splitlines()) if GOLDEN.exists() else set()
    if os.environ.get(REWRITE):
        golden |= built
        GOLDEN.write_text("".join(f"{each}\n" for each in sorted(golden)), encoding="utf-8")
    assert golden, f"write it with {REWRITE}=1"
    assert golden - built == set()
    assert built - golden == set(), f"add new addresses with {REWRITE}=1"


def _faults(out: Path, root: str) -> list[str]:
    files = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    pages = {path: file.read_text("utf-8") for path, file in files.items()
             if path.endswith(".html")}  # fmt: skip
    check = LinkCheck()
    links = {path: page_links(path, html, root) for path, html in pages.items()}
    for path, seen in links.items():
        check.add(path, seen)
    return check.faults(files.keys() - pages.keys(), links.__getitem__)


def test_every_link_and_anchor_leads_somewhere_and_no_page_is_an_orphan(
    whole: Path, built: Workshop
) -> None:
    """As the files lie on the disk, not as the build saw them."""
    assert _faults(whole, "") == []
    assert _faults(built.out, "/bench") == []
