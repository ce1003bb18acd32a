"""Words that come from files, models or people, made safe to show in a terminal."""

from __future__ import annotations

import unicodedata

_STEERS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that move the cursor, turn the text round or stand for no character."""


def printable(text: str) -> str:
    """Text that cannot steer a terminal: control characters are shown, not sent."""
    return "".join(each if each == "\n" or _is_plain(each) else _spelled(each) for each in text)


def _is_plain(character: str) -> bool:
    return unicodedata.category(character) not in _STEERS


def _spelled(character: str) -> str:
    return " " if character == "\t" else repr(character)[1:-1]


def typed(text: str) -> str:
    """What a person typed as words alone: keys that are no characters are left out.

    Bytes that are no text in the terminal's encoding become U+FFFD.
    """
    whole = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    spaced = whole.replace("\t", " ").replace("\r\n", "\n").replace("\r", "\n")
    return "".join(each for each in spaced if each == "\n" or _is_plain(each)).strip()
