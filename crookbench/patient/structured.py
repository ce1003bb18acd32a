"""One model asked for words, or for a JSON object of a given shape.

Where the server knows JSON schemas it is held to the shape; where not, the object is looked for in
what it wrote, and what does not fit is left to the caller to ignore.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crookbench.chat.json_reading import first_object
from crookbench.chat.reasoning import spoken
from crookbench.chat.usage import Usage
from crookbench.errors import ModelFailure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.chat.client import Chat
    from crookbench.chat.usage import Price

MOST_TOKENS = 2000
"""What one answer may take: enough for a little reasoning, and an end to a model that rambles."""
_ONLY_JSON = "Answer with the JSON object alone, without any other word."


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The model behind a patient or a marker.

    Attributes:
        model: Its id, as its server knows it.
        suffix: Stands at the end of whatever it is told, such as "/no_think".
        extra: Fields merged into each request.
        price: What its tokens cost, for servers that do not say.
    """

    model: str
    suffix: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)
    price: Price | None = None

    @property
    def parameters(self) -> dict[str, object]:
        """What each request holds besides the messages."""
        return {"temperature": 0, "max_tokens": MOST_TOKENS, **self.extra}


class AskedModel:
    """One model, and what it used since that was last asked."""

    def __init__(self, settings: ModelSettings, chat: Chat) -> None:
        self._settings = settings
        self._chat = chat
        self._usage = Usage()
        self._dropped: set[str] = set()

    @property
    def name(self) -> str:
        return self._settings.model

    def taken(self) -> Usage:
        """What was used since the last call of this."""
        usage, self._usage = self._usage, Usage()
        return usage

    async def words(self, system: str, told: str) -> str:
        """What the model says, without its reasoning.

        Raises:
            ModelFailure: Its server gave no answer.
        """
        return spoken(await self._ask(system, told, {}))

    async def object(self, system: str, told: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        """The object the model gives; asked once more, in other words, where it gives none.

        Raises:
            ModelFailure: Its server gave no answer, or it gave no object twice.
        """
        shape = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": schema},
        }
        for asked in (told, f"{told}\n\n{_ONLY_JSON}"):
            text = spoken(await self._ask(system, asked, {"response_format": shape}))
            if (found := first_object(text)) is not None:
                return found
        raise ModelFailure(f"{self.name} gave no JSON object when asked for one", Usage())

    async def _ask(self, system: str, told: str, more: dict[str, Any]) -> str:
        content = f"{told}\n{self._settings.suffix}" if self._settings.suffix else told
        request = {**self._settings.parameters, **more}
        droppable = request.keys() - self._settings.extra.keys()
        kept = {name: value for name, value in request.items() if name not in self._dropped}
        try:
            answer = await self._chat.ask(
                {
                    "model": self._settings.model,
                    "messages": [
                        {"role": "system", "content": system},
                        {"role": "user", "content": content},
                    ],
                    **kept,
                },
                droppable,
                self._settings.price,
            )
        except ModelFailure as failure:
            self._usage += failure.usage
            raise
        self._usage += answer.usage
        self._dropped |= {*answer.dropped}
        return answer.text
