"""Untrusted words in Markdown: none of them can become a link, a heading, an image or HTML."""

from __future__ import annotations

import re
from functools import lru_cache

_REMEMBERED = 1 << 14
"""Lines held with what they become: labels and names stand in every transcript of a case."""
_ALWAYS = re.compile(r"[\\`*_\[\]|~$@]")
_PROTOCOL = re.compile(r"(?<=[A-Za-z]):(?=\S)")
_WWW = re.compile(r"(?<=www)\.", re.IGNORECASE)
_BLOCK = re.compile(r"^(\s*)([#>+=-]|\d{1,9}(?=[.)]))")
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Control characters, half characters, and what overrides the direction of text."""

_MAY_MEAN_SOMETHING = re.compile(
    r"[^A-Za-z0-9 ,;'’“”()%/?!–.-]|^[ -]|^\d{1,9}[.)]|www\.", re.IGNORECASE
)
"""A line without any of these stands for itself: most lines do, and are told quickly by this."""


@lru_cache(_REMEMBERED)
def inline(text: str) -> str:
    """The words on one line, each character standing for itself."""
    return _line(" ".join(text.split()))


def cell(text: str) -> str:
    """The same for a cell of a table, inside a line, where no list or heading can begin."""
    return _line(" ".join(text.split()), starts_line=False)


def quoted(text: str) -> str:
    """The words as a quotation: every line stays a line and stays inside."""
    lines = [_line(line.rstrip()) for line in text.strip().splitlines()] or [""]
    broken = [
        f"{line}\\" if line and following else line
        for line, following in zip(lines, [*lines[1:], ""], strict=True)
    ]
    return "\n".join(f"> {line}".rstrip() for line in broken)


def _line(text: str, *, starts_line: bool = True) -> str:
    """One line escaped; an indent becomes no-break spaces, so that it makes no code block."""
    if not _MAY_MEAN_SOMETHING.search(text):
        return text
    visible = _HIDDEN.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", " "))
    bare = visible.lstrip()
    indent = "\N{NO-BREAK SPACE}" * (len(visible) - len(bare))
    escaped = _ALWAYS.sub(lambda found: f"\\{found[0]}", bare)
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;")
    escaped = _WWW.sub(r"\\.", _PROTOCOL.sub(r"\\:", escaped))
    return indent + (_BLOCK.sub(_disarmed, escaped) if starts_line else escaped)


def _disarmed(found: re.Match[str]) -> str:
    """What would open a list, a heading or a quotation at the start of a line."""
    space, mark = found.groups()
    return f"{space}{mark}\\" if mark.isdigit() else f"{space}\\{mark}"
