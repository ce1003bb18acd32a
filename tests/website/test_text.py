"""Promises about texts that come from elsewhere."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from crookbench.website.text import breakable, markdown, shown, visible


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        pytest.param("“quoted” – 95 %\nnext\tline", "“quoted” – 95 %\nnext\tline", id="plain"),
        pytest.param("a\u202eb", "a[U+202E]b", id="right to left override"),
        pytest.param("a\u2066b\u2069", "a[U+2066]b[U+2069]", id="isolates"),
        pytest.param("a\x00\x1b[31m", "a[U+0000][U+001B][31m", id="controls"),
        pytest.param("a\ud800", "a[U+D800]", id="half a character"),
        pytest.param("a\r\nb", "a\nb", id="line ends"),
        pytest.param("👩‍⚕️ é ع", "👩‍⚕️ é ع", id="emoji and other scripts stay"),
    ],
)  # fmt: skip
def test_visible_spells_out_what_cannot_be_seen(text: str, seen: str) -> None:
    """Only what hides or turns text is replaced."""
    assert visible(text) == seen


def test_shown_leaves_ready_markup_alone() -> None:
    """Markup has been made safe before; everything else is made visible."""
    markup = Markup("<b>x</b>")
    assert shown(markup) is markup
    assert (shown("a\u202e"), shown(7), shown(None)) == ("a[U+202E]", 7, None)


def test_breakable_name_breaks_after_a_slash_and_is_escaped() -> None:
    """The one tag in it is ours."""
    assert breakable("lab/<b>one</b>") == "lab/<wbr>&lt;b&gt;one&lt;/<wbr>b&gt;"
    assert breakable("a\u202e/b") == "a[U+202E]/<wbr>b"


def test_markdown_lets_no_html_or_image_through() -> None:
    """Raw HTML is text, an image is a link, a script address is none."""
    html = markdown("<b>x</b> ![alt](https://example.org/p.png) [l](javascript:alert(1))")
    assert "<b>" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html


def test_markdown_headings_can_be_linked_to() -> None:
    """The anchor is the heading in small letters with hyphens."""
    assert markdown("## How sure, really?") == ('<h2 id="how-sure-really">How sure, really?</h2>\n')
