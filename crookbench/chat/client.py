"""Asks one server's model, and keeps asking until it answers or it is clear that it will not."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from crookbench.chat.completion import NoCompletion, read_completion
from crookbench.chat.connection import Connections
from crookbench.chat.reasoning import FIELDS
from crookbench.chat.request_error import RequestError, error_of_answer, error_of_status
from crookbench.chat.retry_policy import (
    LONGEST_WAIT,
    TRIES_WHEN_NOBODY,
    TRIES_WHEN_SLOW,
    RetryPolicy,
)
from crookbench.chat.usage import Usage
from crookbench.errors import ContextOverflow, ModelFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from types import TracebackType
    from typing import Self

    from crookbench.chat.completion import Completion
    from crookbench.chat.endpoint import Endpoint
    from crookbench.chat.usage import Price
    from crookbench.errors import Reach

_PATH = "/chat/completions"
_LONGEST_MESSAGE = 400
_OURS = {"model", "messages", "tools"}
"""Fields of every request; all others come from the configuration."""
_NOT_ALLOWED = (401, 403)
_NOT_THERE = (404, 405)
"""HTTP statuses (RFC 9110, 2022, 15.5)."""
_FOR_GOOD = (0, 401, 402, 429)
"""Statuses of refusals that every request would meet: no trusted certificate (no status at all),
no valid key, no money, no quota left."""


_PAUSE_TOLD = 2.0
"""Seconds of waiting that are told: the first pause is shorter, and mostly enough."""


def _unheard(_: str) -> None:
    """Where nobody watches."""


class Chat:
    """One server, asked by many consults at once; close it by leaving its `with` block.

    Args:
        endpoint: The server.
        retry: How a failed request is tried again.
        on_wait: Told why a request waits before it is sent again, and how long.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        retry: RetryPolicy | None = None,
        on_wait: Callable[[str], None] = _unheard,
    ) -> None:
        self.endpoint = endpoint
        self._on_wait = on_wait
        self._retry = retry or RetryPolicy()
        self._secrets = endpoint.secrets
        self._connections = Connections(endpoint, _PATH)
        self._has_answered = False
        self._refuses_null = False
        self._accounts = {"usage": {"include": True}} if endpoint.is_openrouter else {}

    @property
    def address(self) -> str:
        """Where it asks, for messages."""
        return self.endpoint.base

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._connections.close()

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
        droppable = {*droppable} | (self._accounts.keys() - request.keys())
        request = self._accounts | request
        usage, dropped, attempt = Usage(), list[str](), 0
        while True:
            try:
                sent = _without(request, dropped)
                answer = await self._once(self._without_null(sent), price)
            except RequestError as error:
                usage += error.usage
                found = _rejected(error, request, droppable - {*dropped})
                dropped += found
                self._accounts = _without_fields(self._accounts, found)
                if not found and error.kind == "rejected" and self._may_refuse_null(request):
                    self._refuses_null = True
                elif not found:
                    attempt += 1
                    await self._wait_or_fail(error, attempt, usage, request)
            else:
                return replace(answer, usage=usage + answer.usage, dropped=tuple(dropped))

    def _may_refuse_null(self, request: dict[str, Any]) -> bool:
        """Whether the server may have rejected `content: null` beside tool calls: tried once.

        The standard wants null there; some servers take nothing but a text.
        """
        contents = [message.get("content", "") for message in request["messages"]]
        return not self._refuses_null and None in contents

    def _without_null(self, request: dict[str, Any]) -> dict[str, Any]:
        if not self._refuses_null:
            return request
        messages = [
            {**message, "content": ""} if message.get("content", "") is None else message
            for message in request["messages"]
        ]
        return {**request, "messages": messages}

    async def _wait_or_fail(
        self, error: RequestError, attempt: int, usage: Usage, request: Collection[str]
    ) -> None:
        message = self._secrets.in_message(str(error))[:_LONGEST_MESSAGE]
        told = f"{self.endpoint.base}: {message}"
        if error.kind == "context":
            raise ContextOverflow(told, usage) from None
        if error.kind != "passing":
            raise ModelFailure(told + self._hint(error, request), usage, _reach(error)) from None
        if attempt >= min(self._retry.tries, error.most_tries or self._retry.tries):
            tried = "once" if attempt == 1 else f"{attempt} times"
            raise ModelFailure(f"{told} (tried {tried})", usage, _reach(error)) from None
        if error.wait is not None and error.wait > LONGEST_WAIT:
            raise ModelFailure(f"{told} (asks to wait {error.wait:.0f} s)", usage) from None
        pause = self._retry.pause(attempt - 1, error.wait)
        if pause >= _PAUSE_TOLD:
            self._on_wait(f"Waiting {pause:.0f} s before try {attempt + 1}: {told}")
        await self._retry.sleep(pause)

    def _hint(self, error: RequestError, request: Collection[str]) -> str:
        """What to look at where the server's own words may not tell."""
        if error.kind == "rejected" and (set_ := sorted(error.names & {*request} - _OURS)):
            return f" (the configuration sets {', '.join(set_)})"
        if error.status in _NOT_ALLOWED and not self.endpoint.has_key:
            return " (no key was sent; DOCTOR_KEY or PATIENT_KEY sets one)"
        if error.status in _NOT_THERE and not error.names & {"model", "models", "endpoints"}:
            return f" (is the address right? {self.endpoint.base}{_PATH} was asked)"
        return ""

    async def _once(self, request: dict[str, Any], price: Price | None) -> Completion:
        """Sends a request once; no key or address is in the error's chain."""
        text = await self._sent(request)
        try:
            return read_completion(self._secrets.in_content(text), price)
        except NoCompletion as nothing:
            raise error_of_answer(nothing) from None

    async def _sent(self, request: dict[str, Any]) -> str:
        from httpx2 import RequestError as NotAnswered

        body = json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(self.endpoint.timeout):
                response = await self._connections.post(body.encode("utf-8", "replace"))
        except TimeoutError:
            told = f"no whole answer within {self.endpoint.timeout:g} s"
            raise RequestError("passing", told, most_tries=TRIES_WHEN_SLOW) from None
        except NotAnswered as error:
            raise self._not_answered(error) from None
        self._has_answered = True
        text = response.content.decode("utf-8-sig", "replace")
        if not response.is_success:
            raise error_of_status(response.status_code, text, response.headers, _now)
        return text

    def _not_answered(self, error: Exception) -> RequestError:
        """The error of a connection that was not made, or that broke off."""
        from httpx2 import ConnectError, ConnectTimeout, ProxyError

        if not isinstance(error, ConnectError | ConnectTimeout | ProxyError):
            return RequestError("passing", "broke off its answer")
        proxy = self.endpoint.proxy
        way = f" through the proxy that {proxy.variable} names" if proxy else ""
        silence = f"no connection within {self.endpoint.connect_timeout:g} s"
        told = f"cannot be reached{way}: {str(error) or silence}"
        if "CERTIFICATE_VERIFY_FAILED" in told:
            told += "; SSL_CERT_FILE can name a file with the certificate of its authority"
            return RequestError("lasting", told)
        if self._has_answered:
            return RequestError("passing", told)
        tls = ", and with TLS" if self.endpoint.base.startswith("https:") else ""
        told += "; is the proxy right?" if proxy else f"; is it running there{tls}?"
        return RequestError("passing", told, most_tries=TRIES_WHEN_NOBODY)


def _reach(error: RequestError) -> Reach:
    """What else would fail like this: a server that is not there or wants another key fails all.

    403 does not count: providers also answer so to a single message that their filter dislikes.
    """
    is_refused = error.kind == "lasting" and error.status in _FOR_GOOD
    redirects = 300 <= error.status < 400  # noqa: PLR2004  HTTP's redirections
    if is_refused or redirects or error.most_tries == TRIES_WHEN_NOBODY:
        return "server"
    return "model" if error.status in _NOT_THERE else "consult"


def _now() -> datetime:
    return datetime.now(UTC)


def _rejected(error: RequestError, request: dict[str, Any], droppable: set[str]) -> list[str]:
    """What a rejection names and may be left out: of the request, or reasoning carried back."""
    if error.kind != "rejected":
        return []
    carried = {name for message in request["messages"] for name in message if name in FIELDS}
    return sorted(error.names & ((droppable & {*request}) | (carried - {*request})))


def _without(request: dict[str, Any], dropped: Collection[str]) -> dict[str, Any]:
    if not dropped:
        return request
    messages = [_without_fields(message, dropped) for message in request["messages"]]
    return _without_fields(request, dropped) | {"messages": messages}


def _without_fields(fields: dict[str, Any], dropped: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in dropped}
