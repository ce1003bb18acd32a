"""Makes text from models, cases and results safe to show, and page texts into HTML.

Jinja escapes markup; what is left are characters that a page shows as nothing, or that turn the
text around them. They are shown as what they are.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from crookbench.figures.numbers import number

if TYPE_CHECKING:
    from markdown_it.token import Token

_UNSEEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters other than tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of writing
    "\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb"  # invisible characters
    "\ufffe\uffff"  # no characters at all, and forbidden in XML
    "\U000e0000-\U000e007f"  # tags: whole invisible alphabets
    "\ud800-\udfff"  # halves of a character, which no file can hold
    "]"
)


def visible(text: str) -> str:
    """The text with every invisible or direction-changing character spelled out: `[U+202E]`."""
    if text.isprintable():
        return text
    return _UNSEEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text.replace("\r\n", "\n"))


def keep_percent(text: str) -> str:
    """The text with every percent sign kept on the line of its number."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


_KILO = 1000


def file_size(count: int) -> str:
    """Bytes as readers see them: "812 B", "12 kB", "1.4 MB"."""
    if count < _KILO:
        return f"{count} B"
    if count < _KILO**2:
        return f"{number(count / _KILO)} kB"
    return f"{number(count / _KILO**2, 1)} MB"


def shown(value: object) -> object:
    """What Jinja does with every value before it escapes it: ready markup is left alone."""
    if value.__class__ is str:  # by far the most: 4 million on a site of 2,000 consults
        return value if value.isprintable() else visible(value)
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def breakable(text: str) -> Markup:
    """A name that may go on in the next line after a slash, as in `baseline/checklist`."""
    return escape(visible(text)).replace("/", Markup("/<wbr>"))


@cache
def _renderer() -> MarkdownIt:
    return MarkdownIt("js-default").disable("image")


def markdown(source: str) -> Markup:
    """HTML of a page text: no raw HTML, no images; second-level headings can be linked to."""
    renderer = _renderer()
    tokens = renderer.parse(visible(source))
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(inline))
    return Markup(renderer.renderer.render(tokens, renderer.options, {}))  # noqa: S704  escaped by it


def _anchor(heading: Token) -> str:
    return re.sub(r"[^a-z0-9]+", "-", heading.content.lower()).strip("-")
