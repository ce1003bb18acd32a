"""Tells when a model wrote a tool call as text: then its server has no parser for its calls.

Such a model plays as well as any other, but nothing that it does arrives. That says something about
how its server was started, and nothing about the doctor.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.chat.json_reading import first_object

if TYPE_CHECKING:
    from collections.abc import Collection

_MARKS = re.compile(
    r"<tool_calls?>|<\|tool_calls?(?:_begin|_start|_section_begin)?\|>|\[TOOL_CALLS\]|<function=\w"
    r"|<function_calls?>|<\|python_tag\|>|<invoke name=|<\uff5ctool\u2581calls?\u2581begin\uff5c>"
    r"|<tool_use>|\bfunctools\[",
    re.IGNORECASE,
)
"""How the templates of Hermes, Qwen, Mistral, Llama, DeepSeek, Kimi, Phi and others begin one."""
_NAME_FIELDS = ("name", "tool", "tool_name", "function", "action")


def written_call(text: str, tools: Collection[str]) -> str:
    """What the text writes a call as, such as "<tool_call>"; "" where it writes none.

    A JSON object counts only where it names one of the tools.
    """
    if mark := _MARKS.search(text):
        return mark[0]
    found = first_object(text)
    if found is None:
        return ""
    called = next((found[name] for name in _NAME_FIELDS if name in found), None)
    if isinstance(called, dict):
        called = called.get("name")
    return "a JSON object" if isinstance(called, str) and called in tools else ""
