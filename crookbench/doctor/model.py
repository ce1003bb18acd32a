"""A model in the doctor's chair: it is shown what a player sees, and calls tools."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from crookbench.chat.prompts import prompt
from crookbench.chat.reasoning import spoken
from crookbench.chat.usage import Usage
from crookbench.doctor.contract import Turn
from crookbench.doctor.conversation import Conversation
from crookbench.doctor.tools import specifications
from crookbench.errors import ContextOverflow, ModelFailure, ProviderError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.chat.client import Chat
    from crookbench.chat.completion import Completion
    from crookbench.chat.usage import Price
    from crookbench.doctor.contract import Answer

PROMPT = "doctor/system"
TRIES_WHEN_EMPTY = 3
"""How often an empty answer is asked for again before it counts as silence."""
DEFAULT_TOOL_CHOICE = "auto"
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


class ModelDoctor:
    """Plays one consult over a chat API."""

    def __init__(self, settings: DoctorSettings, chat: Chat) -> None:
        self.id = settings.model
        self._settings = settings
        self._chat = chat
        self._conversation = Conversation(prompt(PROMPT))
        self._dropped: tuple[str, ...] = ()
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
        return Turn(
            calls=calls,
            text="" if calls else spoken(completion.text),
            usage=completion.usage,
            served_by=completion.served_by,
            dropped=self._dropped,
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
            raise ProviderError(str(failure), usage + failure.usage) from None
        return replace(completion, usage=usage)

    async def _ask(self) -> Completion:
        request = {**self._request, "messages": self._conversation.messages}
        kept = {name: value for name, value in request.items() if name not in self._dropped}
        completion = await self._chat.ask(kept, self._droppable, self._settings.price)
        self._dropped = (*self._dropped, *completion.dropped)
        return completion
