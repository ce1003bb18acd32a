"""Keeps keys and passwords out of every text that is shown, kept or published.

The configured ones are known and removed in whatever form they come back; anything else that
looks like a key is found by its shape.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cached_property
from html.entities import html5
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

REMOVED = "[key removed]"
_TOKEN = r"[A-Za-z0-9_\-]"  # noqa: S105  a pattern, no secret
_KEY = re.compile(
    r"\b(?:"
    rf"sk-(?={_TOKEN}*\d){_TOKEN}{{16,}}"
    r"|Bearer\s+(?=[A-Za-z0-9._~+/=\-]*\d)[A-Za-z0-9._~+/=\-]{16,}"
    rf"|api[_\-]?key[\"']?\s*[=:]\s*[\"']?{_TOKEN}{{8,}}"
    rf"|AIza{_TOKEN}{{30,}}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_\w{20,}"
    r"|hf_[A-Za-z0-9]{20,}"
    r"|AKIA[0-9A-Z]{16}"
    rf"|xox[abps]-{_TOKEN}{{10,}}"
    r")",
    re.IGNORECASE,
)
_STARTS = (
    "sk-", "bearer", "apikey", "api_key", "api-key", "aiza", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_", "hf_", "akia", "xox",
)  # fmt: skip
"""What every key begins with, in small letters: only there does a text need a closer look."""
_SHOWN = 6
_UNMISTAKABLE = 8
"""Characters from which a secret cannot be an ordinary word of a consult."""
_INSIDE_WORDS = 6
"""Characters from which a secret is removed inside longer words too."""


def looks_like_key(text: str) -> str | None:
    """The start, in small letters, of the first thing that looks like a key, never all of it."""
    small = text.lower()
    places = sorted(place for start in _STARTS for place in _places(small, start))
    found = next(filter(None, (_KEY.match(small, place) for place in places)), None)
    return f"{found[0][:_SHOWN]}…" if found else None


def _places(text: str, part: str) -> Iterator[int]:
    """Wherever a part begins in a text."""
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def without_keys(text: str) -> str:
    """The text with everything that looks like a key taken out."""
    return _KEY.sub(REMOVED, text)


class Secrets:
    """The keys and passwords that are in use; printing it shows none of them."""

    __slots__ = ("__dict__", "_values")

    def __init__(self, *values: str) -> None:
        self._values = tuple(sorted({value for value in values if value.strip()}))

    def __repr__(self) -> str:
        return f"<{len(self._values)} secrets>"

    def __or__(self, other: Secrets) -> Secrets:
        return Secrets(*self._values, *other._values)

    def in_message(self, text: str) -> str:
        """A message for people without any secret, nor anything that looks like a key."""
        return without_keys(self._all.sub(REMOVED, text) if self._values else text)

    def in_content(self, text: str) -> str:
        """A server's answer without secrets; ones as short as a word stay, for they are words."""
        return self._long.sub(REMOVED, text) if self._long else text

    @cached_property
    def _all(self) -> re.Pattern[str]:
        return _alternatives(self._values)

    @cached_property
    def _long(self) -> re.Pattern[str] | None:
        long = [value for value in self._values if len(value) >= _UNMISTAKABLE]
        return _alternatives(long) if long else None


def _alternatives(values: list[str] | tuple[str, ...]) -> re.Pattern[str]:
    """Matches any of the values in any form, the longest first."""
    plain = {each for value in values for each in (value, unquote(value)) if each.strip()}
    ordered = sorted(plain, key=lambda value: (-len(value), value))
    coded = sorted({form for value in plain for form in _recoded(value)})
    return re.compile("|".join([*map(_in_any_encoding, ordered), *map(re.escape, coded)]))


_MANGLED = 8
"""Characters from which a secret is known in Base64 and hexadecimal; shorter ones are words too."""


def _recoded(value: str) -> Iterator[str]:
    """The value inside Base64 text, wherever it begins there, and in hexadecimal."""
    raw = value.encode()
    if len(raw) < _MANGLED:
        return
    for before in range(3):
        # The first and last characters also hold bits of what stands around the value.
        start, end = (0, 2, 3)[before], (before + len(raw)) * 8 // 6
        text = b64encode(bytes(before) + raw + bytes(2))[start:end].decode()
        yield from (text, text.translate(str.maketrans("+/", "-_")))
    yield from (raw.hex(), raw.hex().upper())


def _in_any_encoding(value: str) -> str:
    """A pattern of the value with each character as it is or escaped; short ones as words only."""
    pattern = "".join(map(_character, value))
    return pattern if len(value) >= _INSIDE_WORDS else rf"(?<!\w){pattern}(?!\w)"


def _character(character: str) -> str:
    r"""One character: as it is, or escaped for JSON, Python, an address or a page, even twice.

    JSON and Python write \u002d, \x2d or a backslash before it; addresses %2D, and %252D where
    one stands in another; pages &#45; or &#x2d; or by name.
    """
    code = ord(character)
    units = character.encode("utf-16-be").hex()
    forms = [
        rf"\\*{re.escape(character)}",
        "".join(rf"\\+u{_hex(units[at : at + 4])}" for at in range(0, len(units), 4)),
        "".join(rf"%(?:25)*{_hex(f'{byte:02x}')}" for byte in character.encode()),
        rf"&(?:amp;)*#(?:0*{code}|[xX]0*{_hex(f'{code:x}')});?",
        rf"\\+u\{{0*{_hex(f'{code:x}')}\}}",
    ]
    if code < 256:  # noqa: PLR2004  one byte
        forms.append(rf"\\+x{_hex(f'{code:02x}')}")
    if character == " ":
        forms.append(r"\+")
    if names := _ENTITIES.get(character):
        forms.append(rf"&(?:amp;)*(?:{'|'.join(names)});")
    return f"(?:{'|'.join(forms)})"


def _hex(digits: str) -> str:
    """Hexadecimal digits in small or capital letters."""
    return "".join(f"[{d}{d.upper()}]" if d.isalpha() else d for d in digits)


_ENTITIES: dict[str, list[str]] = {}
for _name, _text in html5.items():
    if _name.endswith(";"):
        _ENTITIES.setdefault(_text, []).append(_name[:-1])
