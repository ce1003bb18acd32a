"""Tells what a model thought from what it said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FIELDS = ("reasoning", "reasoning_details", "reasoning_content", "extra_content")
"""Fields of a message in which servers put a model's reasoning, or what signs it.

OpenRouter has the first two; DeepSeek, llama.cpp and xAI the third, vLLM either; Gemini signs its
thoughts in the last, there and in each tool call, and refuses calls that come back unsigned.
"""


def carried_back(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message's reasoning as its server wants it in the next request, unchanged.

    Where there are details the plain text beside them is left out: OpenRouter takes either, and
    only the details hold what is encrypted or signed.
    """
    found = {name: message[name] for name in FIELDS if message.get(name)}
    if "reasoning_details" in found:
        found.pop("reasoning", None)
    return found


_WORD = r"(?:think|thinking|thought|reasoning)"
_OPEN = rf"(?:<{_WORD}>|\[{_WORD}\]|◁{_WORD}▷)"
_CLOSE = rf"(?:</{_WORD}>|\[/{_WORD}\]|◁/{_WORD}▷)"
"""Tags as most models write them, Mistral's [THINK], and Kimi's triangles."""
_CLOSED = re.compile(rf"{_OPEN}.*?{_CLOSE}", re.DOTALL | re.IGNORECASE)
_OPENED_BEFORE = re.compile(rf"\A.*{_CLOSE}", re.DOTALL | re.IGNORECASE)
"""Some templates write the opening tag themselves, so that only the closing one comes back."""
_NEVER_CLOSED = re.compile(rf"{_OPEN}.*\Z", re.DOTALL | re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)(?:(?!<\|message\|>).)*<\|message\|>", re.DOTALL)
"""Harmony puts what is thought and what is said into channels; only `final` is said."""
_HARMONY_TAG = re.compile(r"<\|(?:start|end|return|message|channel|constrain)\|>(?:assistant)?")


def spoken(text: str) -> str:
    """The text without the reasoning in it."""
    for thought in (_CLOSED, _OPENED_BEFORE, _NEVER_CLOSED):
        text = thought.sub("", text)
    return _final_channel(text).strip()


def _final_channel(text: str) -> str:
    """What stands in Harmony's channel `final`; a text without channels stays as it is."""
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text
    ends = [channel.start() for channel in channels[1:]] + [len(text)]
    said = [
        text[channel.end() : end]
        for channel, end in zip(channels, ends, strict=True)
        if channel[1] == "final"
    ]
    return _HARMONY_TAG.sub("", "".join(said))
