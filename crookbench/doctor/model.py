"""A model in the doctor's chair: it is shown what a player sees, and calls tools."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from crookbench.chat.prompts import digest, prompt
from crookbench.chat.reasoning import spoken
from crookbench.chat.usage import Usage
from crookbench.chat.written_call import written_call
from crookbench.doctor.contract import Turn
from crookbench.doctor.conversation import Conversation
from crookbench.doctor.tools import TOOLS, specifications
from crookbench.errors import ContextOverflow, ModelFailure, ProviderError, ToolFormatError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from crookbench.chat.completion import Completion
    from crookbench.chat.usage import Price
    from crookbench.doctor.contract import Answer

PROMPT = "doctor/system"
TRIES_WHEN_EMPTY = 3
"""How often an empty answer is asked for again before it counts as silence."""
DEFAULT_TOOL_CHOICE = "auto"
TURNS_WITHOUT_CALLS = 4
"""Turns in which a model that writes its calls as text may still find out how to make one.

As many as a model has that talks without a tool: three reminders, and it would be stopped.
"""
_TOO_SMALL = "(before the first move: the server's context is too small, or max_tokens too large)"


@dataclass(frozen=True, slots=True)
class DoctorSettings:
    """What is particular to one model.

    Attributes:
        model: Its id, as its server knows it.
        extra: Fields merged into each request; they win over everything but the messages.
        price: What its tokens cost, for servers that do not say.
    """

    model: str
    extra: Mapping[str, object] = field(default_factory=dict)
    price: Price | None = None

    @property
    def parameters(self) -> dict[str, object]:
        """What each request holds besides the messages and the tools."""
        return {"tool_choice": DEFAULT_TOOL_CHOICE, **self.extra}


class DoctorsChat(Protocol):
    """What a doctor's model is asked through."""

    @property
    def address(self) -> str:
        """Where it is asked, for messages."""

    async def ask(
        self, request: dict[str, Any], droppable: Collection[str], price: Price | None
    ) -> Completion:
        """The model's answer to a request.

        Raises:
            ContextOverflow: The messages no longer fit the model's context.
            ModelFailure: No answer came.
        """


def told_to_doctors() -> dict[str, object]:
    """What every model is told, by its version: the prompt and what the tools say of themselves."""
    return {
        "prompt": digest(prompt(PROMPT)),
        "tool_descriptions": digest(json.dumps(specifications(), sort_keys=True)),
    }


class ModelDoctor:
    """Plays one consult over a chat API."""

    def __init__(self, settings: DoctorSettings, chat: DoctorsChat) -> None:
        self.id = settings.model
        self._settings = settings
        self._chat = chat
        self._conversation = Conversation(prompt(PROMPT))
        self._dropped: tuple[str, ...] = ()
        self._has_called = False
        self._silent_turns = 0
        self._written = ""
        self._request = {
            "model": settings.model,
            "tools": specifications(),
            **settings.parameters,
        }
        self._droppable = {"tool_choice"} - settings.extra.keys()

    async def turn(self, answers: Sequence[Answer]) -> Turn:
        """What the model does next; an empty answer is asked for again a few times.

        Raises:
            ContextOverflow: The consult no longer fits the model's context.
            ProviderError: The model's server failed, or its context cannot hold any consult.
        """
        self._conversation.tell(answers)
        completion = await self._answer()
        calls = self._conversation.keep(completion)
        self._check_format(completion)
        return Turn(
            calls=calls,
            text="" if calls else spoken(completion.text),
            usage=completion.usage,
            served_by=completion.served_by,
            dropped=self._dropped,
        )

    def _check_format(self, completion: Completion) -> None:
        """Gives up on a server from which no call has come, although the model wrote some.

        Raises:
            ToolFormatError: It would be scored for what its server does not do.
        """
        self._has_called = self._has_called or bool(completion.calls)
        if self._has_called:
            return
        legacy = "function_call" if completion.legacy else ""
        self._written = legacy or written_call(completion.text, TOOLS) or self._written
        self._silent_turns += 1
        if self._written and self._silent_turns >= TURNS_WITHOUT_CALLS:
            raise ToolFormatError(
                f"{self._chat.address}: every tool call of the model came as text "
                f"({self._written}), so nothing that it does can be carried out; start the server "
                "with its tool parser (vLLM: --enable-auto-tool-choice --tool-call-parser, "
                "llama.cpp: --jinja), or ask the model elsewhere",
                completion.usage,
                "model",
            )

    async def _answer(self) -> Completion:
        usage = Usage()
        try:
            for _ in range(TRIES_WHEN_EMPTY):
                completion = await self._ask()
                usage += completion.usage
                if not completion.empty:
                    break
        except ContextOverflow as overflow:
            used = usage + overflow.usage
            if not self._conversation.begun:
                # nothing that the doctor did filled it: nobody could play with so little
                raise ProviderError(f"{overflow} {_TOO_SMALL}", used) from None
            raise ContextOverflow(str(overflow), used) from None
        except ModelFailure as failure:
            raise ProviderError(str(failure), usage + failure.usage, failure.reach) from None
        return replace(completion, usage=usage)

    async def _ask(self) -> Completion:
        request = {**self._request, "messages": self._conversation.messages}
        kept = {name: value for name, value in request.items() if name not in self._dropped}
        completion = await self._chat.ask(kept, self._droppable, self._settings.price)
        self._dropped = (*self._dropped, *completion.dropped)
        return completion
