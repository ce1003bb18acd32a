"""Reads a chat completion from whatever a server sent, believing none of its types."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crookbench.chat.json_reading import loads
from crookbench.chat.reasoning import carried_back
from crookbench.chat.usage import Usage, used

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.chat.usage import Price

_LONGEST_NAME = 100
_LONGEST_START = 60
_CUT_OFF = ("error", "content_filter")
"""How the finish reason begins of an answer that the server broke off or held back."""


@dataclass(frozen=True, slots=True)
class Called:
    """One tool call as it came.

    Attributes:
        arguments: JSON text, or an object where a server sends one.
        reasoning: What must come back with it for the sake of the model's reasoning.
    """

    id: str
    name: str
    arguments: str | dict[str, Any]
    reasoning: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer of a model.

    Attributes:
        text: What it wrote, its refusal where it wrote nothing else.
        reasoning: What of its message's reasoning is to be carried back, as it came.
        finish: Why it stopped, by the server's account.
        served_by: The model, and the provider where one is named, that the server says answered.
        usage: What it used, tries that brought nothing included.
        dropped: Parameters that the model rejected and that were left out.
        legacy: Whether it called a function as chat APIs did before there were tool calls.
    """

    text: str = ""
    calls: tuple[Called, ...] = ()
    reasoning: Mapping[str, Any] = field(default_factory=dict)
    finish: str = ""
    served_by: str = ""
    usage: Usage = field(default_factory=Usage)
    dropped: tuple[str, ...] = ()
    legacy: bool = False

    @property
    def empty(self) -> bool:
        return not self.calls and not self.text.strip() and not self.legacy


class NoCompletion(Exception):
    """A response with HTTP status 200 that holds no answer.

    Attributes:
        error: The error object that it holds instead, if it does.
        usage: What it used all the same.
    """

    def __init__(
        self, message: str, error: Mapping[str, Any] | None = None, usage: Usage | None = None
    ) -> None:
        super().__init__(message)
        self.error = error or {}
        self.usage = usage or Usage()


def read_completion(text: str, price: Price | None = None) -> Completion:
    """The completion in a response's text.

    Raises:
        NoCompletion: There is none in it.
    """
    response = _object(text)
    if error := _error(response.get("error")):
        raise NoCompletion("an error with HTTP status 200", error)
    usage = used(response, price)
    choice = _first(response.get("choices"))
    if not choice:
        raise NoCompletion("a response without choices", usage=usage)
    if error := _error(choice.get("error")):
        raise NoCompletion("an error in place of an answer", error, usage)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise NoCompletion("a choice without a message", usage=usage)
    finish = _word(choice.get("finish_reason"))
    if finish.startswith(_CUT_OFF):
        raise NoCompletion(f"an answer that ended with {finish!r}", usage=usage)
    return Completion(
        text=_text(message.get("content")) or _text(message.get("refusal")),
        calls=_calls(message.get("tool_calls")),
        reasoning=carried_back(message),
        finish=finish,
        served_by=_served_by(response),
        usage=usage,
        legacy=isinstance(message.get("function_call"), dict) and not message.get("tool_calls"),
    )


def _object(text: str) -> dict[str, Any]:
    try:
        read = loads(text)
    except ValueError:
        start = " ".join(text.split())[:_LONGEST_START]
        raise NoCompletion(f"a response that is no JSON: {start!r}") from None
    if not isinstance(read, dict):
        raise NoCompletion("a response that is no JSON object")
    return read


def _error(stated: object) -> dict[str, Any]:
    """An error object; a bare text is its message."""
    if isinstance(stated, dict):
        return stated
    return {"message": stated} if isinstance(stated, str) and stated else {}


def _first(choices: object) -> dict[str, Any]:
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _text(content: object) -> str:
    """A message's text, which some servers send in pieces."""
    if isinstance(content, list):
        pieces = [piece.get("text") for piece in content if isinstance(piece, dict)]
        return "".join(piece for piece in pieces if isinstance(piece, str))
    return content if isinstance(content, str) else ""


def _calls(stated: object) -> tuple[Called, ...]:
    """The tool calls; one without a name is kept, so that its model is told."""
    listed = stated if isinstance(stated, list) else []
    return tuple(
        Called(
            _word(each.get("id")),
            _word(function.get("name")),
            _arguments(function),
            carried_back(each),
        )
        for each in listed
        if isinstance(each, dict) and isinstance(function := each.get("function"), dict)
    )


def _arguments(function: Mapping[str, Any]) -> str | dict[str, Any]:
    arguments = function.get("arguments")
    if isinstance(arguments, str | dict):
        return arguments
    return "" if arguments is None else json.dumps(arguments)


def _served_by(response: Mapping[str, Any]) -> str:
    model, provider = _word(response.get("model")), _word(response.get("provider"))
    return f"{model} by {provider}" if model and provider else model or provider


def _word(value: object) -> str:
    """A short name, or "" for anything else."""
    return value.strip()[:_LONGEST_NAME] if isinstance(value, str) else ""
