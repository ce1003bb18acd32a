"""Asks one server's model, and keeps asking until it answers or it is clear that it will not."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from crookbench import __version__
from crookbench.chat.completion import NoCompletion, read_completion
from crookbench.chat.faults import Trouble, of_answer, of_status
from crookbench.chat.reasoning import FIELDS
from crookbench.chat.usage import Usage
from crookbench.errors import ContextOverflow, ModelFailure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection
    from types import TracebackType
    from typing import Self

    from crookbench.chat.completion import Completion
    from crookbench.chat.endpoint import Endpoint
    from crookbench.chat.usage import Price

TRIES = 6
"""How often one request is sent before its server counts as failed."""
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""Seconds before a request is sent again; each pause is about twice the one before."""
LONGEST_WAIT = 120.0
"""Seconds a server may ask to wait; a run is not held up for longer."""
_LONGEST_MESSAGE = 400
_OURS = {"model", "messages", "tools"}
"""Fields of every request; all others come from the configuration."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How a failed request is tried again."""

    tries: int = TRIES
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random

    def pause(self, attempt: int, asked: float | None) -> float:
        """Seconds before the next try; by chance a little longer, so that not all come at once."""
        if asked is not None:
            return asked + self.chance()
        doubled = FIRST_PAUSE * 2.0 ** min(attempt, 30)
        return min(LONGEST_PAUSE, doubled) * (0.5 + self.chance() / 2)


class Chat:
    """One server, asked by many consults at once; close it by leaving its `with` block."""

    def __init__(self, endpoint: Endpoint, patience: Patience | None = None) -> None:
        from openai import AsyncOpenAI

        self.endpoint = endpoint
        self._patience = patience or Patience()
        self._secrets = endpoint.secrets
        self._client = AsyncOpenAI(
            base_url=endpoint.base,
            api_key=endpoint.key,
            default_headers=_headers(endpoint),
            default_query=dict(endpoint.query),
            timeout=endpoint.timeout,
            max_retries=0,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._client.close()

    async def ask(
        self,
        request: dict[str, Any],
        droppable: Collection[str] = (),
        price: Price | None = None,
    ) -> Completion:
        """The model's answer to a request.

        Args:
            request: The request's fields.
            droppable: Fields that are left out where the model rejects them.
            price: What its tokens cost, for servers that do not say.

        Raises:
            ContextOverflow: The messages no longer fit the model's context.
            ModelFailure: No answer came. Secrets are removed from both.
        """
        usage, dropped, attempt = Usage(), list[str](), 0
        while True:
            try:
                answer = await self._once(_without(request, dropped), price)
            except Trouble as trouble:
                usage += trouble.usage
                found = _rejected(trouble, request, {*droppable} - {*dropped})
                dropped += found
                if not found:
                    attempt += 1
                    await self._wait_or_fail(trouble, attempt, usage, request)
            else:
                return replace(answer, usage=usage + answer.usage, dropped=tuple(dropped))

    async def _wait_or_fail(
        self, trouble: Trouble, attempt: int, usage: Usage, request: Collection[str]
    ) -> None:
        message = self._secrets.in_message(str(trouble))[:_LONGEST_MESSAGE]
        told = f"{self.endpoint.base}: {message}"
        if trouble.kind == "context":
            raise ContextOverflow(told, usage) from None
        if trouble.kind == "rejected" and (set_ := sorted(trouble.names & {*request} - _OURS)):
            raise ModelFailure(
                f"{told} (the configuration sets {', '.join(set_)})", usage
            ) from None
        if trouble.kind != "passing":
            raise ModelFailure(told, usage) from None
        if attempt >= self._patience.tries:
            raise ModelFailure(f"{told} (tried {attempt} times)", usage) from None
        if trouble.wait is not None and trouble.wait > LONGEST_WAIT:
            raise ModelFailure(f"{told} (asks to wait {trouble.wait:.0f} s)", usage) from None
        await self._patience.sleep(self._patience.pause(attempt - 1, trouble.wait))

    async def _once(self, request: dict[str, Any], price: Price | None) -> Completion:
        """Sends a request once; no key or address is in the trouble's chain."""
        text = await self._sent(request)
        try:
            return read_completion(self._secrets.in_content(text), price)
        except NoCompletion as nothing:
            raise of_answer(nothing) from None

    async def _sent(self, request: dict[str, Any]) -> str:
        import openai

        limit = self.endpoint.timeout
        try:
            async with asyncio.timeout(limit):
                raw = await self._client.chat.completions.with_raw_response.create(
                    model=request["model"],
                    messages=[],  # the client checks and copies what stands here, at length
                    extra_body=request,
                )
                return raw.http_response.content.decode("utf-8", "replace")
        except (TimeoutError, openai.APITimeoutError):
            raise Trouble("passing", f"no whole answer within {limit:g} s") from None
        except openai.APIConnectionError:
            raise Trouble("passing", "cannot be reached, or broke off its answer") from None
        except openai.APIStatusError as error:
            response = error.response
            text = response.content.decode("utf-8", "replace")
            raise of_status(response.status_code, text, response.headers, _now) from None
        except openai.OpenAIError as error:
            raise Trouble("lasting", type(error).__name__) from None


def _now() -> datetime:
    return datetime.now(UTC)


def _headers(endpoint: Endpoint) -> dict[str, str]:
    """A login in the address goes as HTTP's Basic scheme, in the place of the key."""
    name = {"User-Agent": f"crookbench/{__version__}"}
    if endpoint.login:
        return {**name, "Authorization": f"Basic {endpoint.basic}"}
    return name


def _rejected(trouble: Trouble, request: dict[str, Any], droppable: set[str]) -> list[str]:
    """What a rejection names and may be left out: of the request, or reasoning carried back."""
    if trouble.kind != "rejected":
        return []
    carried = {name for message in request["messages"] for name in message if name in FIELDS}
    return sorted(trouble.names & ((droppable & {*request}) | (carried - {*request})))


def _without(request: dict[str, Any], dropped: Collection[str]) -> dict[str, Any]:
    if not dropped:
        return request
    kept = {name: value for name, value in request.items() if name not in dropped}
    kept["messages"] = [
        {name: value for name, value in message.items() if name not in dropped}
        for message in request["messages"]
    ]
    return kept
