"""The messages between a model doctor and its server, as a chat API wants them back."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import TYPE_CHECKING, Any

from crookbench.chat.json_reading import loads
from crookbench.doctor.contract import ToolCall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.chat.completion import Called, Completion
    from crookbench.doctor.contract import Answer

Message = dict[str, Any]

_ID = re.compile(r"[A-Za-z0-9_\-.:]{1,80}")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_\-]")
_LONGEST_NAME = 64
_SILENCE = "…"
"""Stands for an empty answer: many servers refuse a message without content, or of blanks."""


class Conversation:
    """Grows by what is told to the model and what it answers."""

    def __init__(self, system: str) -> None:
        self.messages: list[Message] = [{"role": "system", "content": system}]
        self._ids: set[str] = set()

    @property
    def begun(self) -> bool:
        """Whether the model has answered yet."""
        return any(message["role"] == "assistant" for message in self.messages)

    def tell(self, answers: Sequence[Answer]) -> None:
        """Adds what came back from the model's calls, or words to it where it made none."""
        self.messages += [
            {"role": "user", "content": answer.text}
            if answer.call is None
            else {"role": "tool", "tool_call_id": answer.call.id, "content": answer.text}
            for answer in answers
        ]

    def keep(self, completion: Completion) -> tuple[ToolCall, ...]:
        """Adds the model's answer, and gives its calls, each with an id of its own."""
        calls = tuple(
            ToolCall(each.name, each.arguments, self._new_id(each.id)) for each in completion.calls
        )
        text = completion.text if completion.text.strip() else None
        message: Message = {
            "role": "assistant",
            "content": text or (None if calls else _SILENCE),
            **completion.reasoning,
        }
        if calls:
            message["tool_calls"] = [
                _as_sent(call, each) for call, each in zip(calls, completion.calls, strict=True)
            ]
        self.messages.append(message)
        return calls

    def _new_id(self, given: str) -> str:
        """The model's own id, unless it is unfit or was used before."""
        fits = _ID.fullmatch(given) and given not in self._ids
        numbered = (f"call{n:05d}" for n in count(len(self._ids)))
        new = given if fits else next(each for each in numbered if each not in self._ids)
        self._ids.add(new)
        return new


def _as_sent(call: ToolCall, called: Called) -> Message:
    """A call as servers take it back: a plain name, and arguments that are a JSON object."""
    name = _NOT_IN_A_NAME.sub("_", called.name)[:_LONGEST_NAME] or "unnamed"
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": name, "arguments": _object_text(called.arguments)},
        **called.reasoning,
    }


def _object_text(arguments: str | dict[str, Any]) -> str:
    if isinstance(arguments, dict):
        return json.dumps(arguments)
    try:
        fits = isinstance(loads(arguments), dict)
    except ValueError:
        fits = False
    return arguments if fits else "{}"
