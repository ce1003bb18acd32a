"""Tells what a model thought from what it said."""

from __future__ import annotations

import re

FIELDS = ("reasoning", "reasoning_details", "reasoning_content")
"""Fields of a message in which servers put a model's reasoning."""

_TAG = r"(?:think|thinking|thought|reasoning)"
_CLOSED = re.compile(rf"<{_TAG}>.*?</{_TAG}>", re.DOTALL | re.IGNORECASE)
_OPENED_BEFORE = re.compile(rf"\A.*</{_TAG}>", re.DOTALL | re.IGNORECASE)
"""Some templates write the opening tag themselves, so that only the closing one comes back."""
_NEVER_CLOSED = re.compile(rf"<{_TAG}>.*\Z", re.DOTALL | re.IGNORECASE)


def spoken(text: str) -> str:
    """The text without the reasoning in it."""
    for thought in (_CLOSED, _OPENED_BEFORE, _NEVER_CLOSED):
        text = thought.sub("", text)
    return text.strip()
