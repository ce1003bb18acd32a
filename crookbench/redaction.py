"""Keeps keys and passwords out of every text that is shown, kept or published.

The configured ones are known and removed in whatever form they come back; anything else that
looks like a key is found by its shape.
"""

from __future__ import annotations

import html
import json
import re
from functools import cached_property
from urllib.parse import quote, quote_plus, unquote

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
    "github_pat_", "hf_", "akia", "xoxa-", "xoxb-", "xoxp-", "xoxs-",
)  # fmt: skip
"""What every key begins with, in small letters: a text without any needs no closer look."""
_SHOWN = 6
_UNMISTAKABLE = 8
"""Characters from which a secret cannot be an ordinary word of a consult."""
_INSIDE_WORDS = 6
"""Characters from which a secret is removed inside longer words too."""


def looks_like_key(text: str) -> str | None:
    """The start of the first thing in the text that looks like a key, never all of it."""
    small = text.lower()
    found = _KEY.search(text) if any(start in small for start in _STARTS) else None
    return f"{found[0][:_SHOWN]}…" if found else None


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
    forms = {form for value in values for form in _forms(value) if form}
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile("|".join(map(_exactly, ordered)))


def _forms(value: str) -> tuple[str, ...]:
    """How a value comes back from a server: as it is, or escaped for an address or a file."""
    plain = unquote(value)
    in_json = [json.dumps(plain, ensure_ascii=ascii_)[1:-1] for ascii_ in (True, False)]
    return (
        value,
        plain,
        quote(plain),
        quote(plain, safe=""),
        quote(plain, safe="").lower(),
        quote_plus(plain),
        *in_json,
        *(text.replace("/", r"\/") for text in in_json),
        html.escape(plain),
        repr(plain)[1:-1],
    )


def _exactly(form: str) -> str:
    """A short form counts as a word of its own only."""
    escaped = re.escape(form)
    return escaped if len(form) >= _INSIDE_WORDS else rf"(?<!\w){escaped}(?!\w)"
