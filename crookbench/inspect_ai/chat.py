"""Asks a doctor's model through Inspect, so that its providers, retries, limits and logs apply."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
)
from inspect_ai.tool import ToolCall, ToolInfo

from crookbench.chat.completion import Called, Completion
from crookbench.chat.request_error import error_of_status
from crookbench.chat.usage import Usage, used
from crookbench.errors import ContextOverflow, ModelFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from inspect_ai.model import ChatMessage, Model, ModelOutput

    from crookbench.chat.usage import Price
    from crookbench.doctor.conversation import Message


class InspectChat:
    """One consult's chat with a model: the same contract as `chat.client.Chat`.

    What the model answers is given back to it as Inspect read it, reasoning included.

    Args:
        model: As Inspect made it, with the configuration of the evaluation.
        on_messages: Told of the whole conversation before and after each answer.
    """

    def __init__(self, model: Model, on_messages: Callable[[list[ChatMessage]], None]) -> None:
        self.address = str(model)
        self.messages: list[ChatMessage] = []
        self._model = model
        self._on_messages = on_messages
        self._answer: ChatMessageAssistant | None = None

    async def ask(
        self,
        request: dict[str, Any],
        droppable: Collection[str] = (),  # noqa: ARG002  Inspect knows what its providers take
        price: Price | None = None,
    ) -> Completion:
        """The model's answer to a request. What a provider raises is Inspect's to handle.

        Raises:
            ContextOverflow: The messages no longer fit the model's context.
            ModelFailure: No answer came, or it was held back.
        """
        new = request["messages"][len(self.messages) :]
        self.messages += [as_inspect(message, self._answer) for message in new]
        self._on_messages([*self.messages])
        try:
            output = await self._model.generate(
                [*self.messages],
                tools=tools_as_inspect(request["tools"]),
                tool_choice=request["tool_choice"],
            )
        except Exception as error:
            if told := _overflow(error):
                raise ContextOverflow(f"{self.address}: {told}", Usage(1, cost=None)) from error
            raise
        usage = _usage(output, price)
        if output.empty:
            raise ModelFailure(f"{self.address}: a response without choices", usage)
        if output.stop_reason == "model_length":
            raise ContextOverflow(f"{self.address}: the messages no longer fit", usage)
        if output.stop_reason == "content_filter":
            raise ModelFailure(f"{self.address}: an answer that ended with 'content_filter'", usage)
        self._answer = output.message
        self._on_messages([*self.messages, self._answer])
        return Completion(
            text=self._answer.text,
            calls=tuple(_called(call) for call in self._answer.tool_calls or ()),
            finish=output.stop_reason,
            served_by=output.model,
            usage=usage,
        )


def as_inspect(message: Message, answer: ChatMessageAssistant | None = None) -> ChatMessage:
    """A message of our conversation as Inspect's; `answer` is where a model's own came from."""
    match message["role"]:
        case "system":
            return ChatMessageSystem(content=message["content"])
        case "user":
            return ChatMessageUser(content=message["content"])
        case "tool":
            return ChatMessageTool(content=message["content"], tool_call_id=message["tool_call_id"])
    written: str = message["content"] or ""
    made = answer.model_copy() if answer else ChatMessageAssistant(content=written)
    if made.text != written:  # an empty answer, for which the conversation has a mark
        made.text = written
    calls = [_call_as_inspect(call) for call in message.get("tool_calls", ())]
    return made.model_copy(update={"tool_calls": calls or None})


def _call_as_inspect(call: dict[str, Any]) -> ToolCall:
    called = call["function"]
    return ToolCall(call["id"], called["name"], json.loads(called["arguments"]))


def tools_as_inspect(specifications: list[dict[str, Any]]) -> list[ToolInfo]:
    """The doctor's tools as Inspect takes them."""
    return [ToolInfo.model_validate(each["function"]) for each in specifications]


def _called(call: ToolCall) -> Called:
    """A call as it came; of arguments that Inspect could not read it keeps only the complaint.

    The complaint holds them, and is no JSON either: the doctor is told so.
    """
    return Called(call.id, call.function, call.parse_error or call.arguments)


def _overflow(error: BaseException) -> str:
    """What a server said whose context is full, "" for any other error.

    Inspect knows the answers of some servers and passes those of others on, llama.cpp's among them.
    """
    causes = (error, error.__cause__, error.__context__)
    for response in (getattr(cause, "response", None) for cause in causes):
        status, text = (getattr(response, name, None) for name in ("status_code", "text"))
        if isinstance(status, int) and isinstance(text, str):
            found = error_of_status(status, text, {}, lambda: datetime.now(UTC))
            return str(found) if found.kind == "context" else ""
    return ""


def _usage(output: ModelOutput, price: Price | None) -> Usage:
    stated = output.usage
    if stated is None:
        return used({}, price)
    read = (stated.input_tokens, stated.input_tokens_cache_read, stated.input_tokens_cache_write)
    counts = {
        "prompt_tokens": sum(filter(None, read)),
        "completion_tokens": stated.output_tokens,
        "cost": stated.total_cost,
    }
    return used({"usage": counts}, price)
