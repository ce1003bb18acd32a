"""Promises about the checker of links."""

from __future__ import annotations

import pytest

from crookbench.website.links import LinkCheck, page_links

FILES = {"assets/site.css"}


@pytest.mark.parametrize(
    ("pages", "faults"),
    [
        pytest.param(
            {"index.html": '<a href="a/index.html#x">', "a/index.html": '<p id="x"><a href="#x">'},
            [],
            id="sound",
        ),
        pytest.param(
            {"index.html": '<a href="b.html">'},
            ["index.html: the link 'b.html' leads nowhere"],
            id="no page",
        ),
        pytest.param(
            {"index.html": '<a href="#m07">'},
            ["index.html: the link '#m07' leads to no place on index.html"],
            id="no anchor",
        ),
        pytest.param(
            {"index.html": "", "lost.html": ""},
            ["lost.html: no page leads to it"],
            id="orphan",
        ),
        pytest.param(
            {"index.html": '<p id="a"><p id="a">'},
            ["index.html: the id 'a' stands 2 times"],
            id="id twice",
        ),
        pytest.param({"index.html": "", "404.html": '<a href="/base/index.html">'}, [], id="root"),
        pytest.param(
            {"index.html": '<a href="../up.html">'},
            ["index.html: the link '../up.html' leads nowhere"],
            id="out of the site",
        ),
        pytest.param(
            {"index.html": '<a href="https://example.org/x">&lt;a href=&#34;y&#34;&gt;'},
            [],
            id="elsewhere and text",
        ),
        pytest.param({"index.html": '<link href="assets/site.css">'}, [], id="file"),
    ],
)
def test_link_faults_are_told_by_page(pages: dict[str, str], faults: list[str]) -> None:
    """Each fault names its page and the link."""
    links = {path: page_links(path, html, "/base") for path, html in pages.items()}
    check = LinkCheck()
    for path, seen in links.items():
        check.add(path, seen)
    assert check.faults(FILES, links.__getitem__) == faults
