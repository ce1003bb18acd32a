"""A chat server on this machine that answers, or misbehaves, exactly as a test tells it to."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Self


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it came. `number` is 1 for the first."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.body["messages"]
        return messages


@dataclass(frozen=True, slots=True)
class Sent:
    """One response.

    Attributes:
        body: Sent as JSON, or as it is where it is bytes.
        delay: Seconds before it is sent.
        only: How many bytes of it are sent before the connection is dropped; None for all.
    """

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    only: int | None = None

    @property
    def raw(self) -> bytes:
        body = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        head = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            **self.headers,
        }
        lines = [f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in head.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body


def completion(
    text: str | None = None,
    calls: Sequence[tuple[str, object]] = (),
    **message: Any,  # noqa: ANN401  fields of a message
) -> dict[str, Any]:
    """A chat completion: text, tool calls by name and arguments, and fields of its message."""
    listed = [
        {
            "id": f"id-{place}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": given if isinstance(given, str) else json.dumps(given),
            },
        }
        for place, (name, given) in enumerate(calls)
    ]
    tools = {"tool_calls": listed} if listed else {}
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "model": "served-model",
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls" if listed else "stop",
                "message": {"role": "assistant", "content": text, **tools, **message},
            }
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def says(text: str | None = None, **message: Any) -> Sent:  # noqa: ANN401  fields of a message
    """An answer in words."""
    return Sent(completion(text, **message))


def calls(*listed: tuple[str, object], **message: Any) -> Sent:  # noqa: ANN401  as above
    """An answer that calls tools."""
    return Sent(completion(None, listed, **message))


def fails(status: int, message: str = "", *, headers: Mapping[str, str] | None = None,
          **error: Any) -> Sent:  # noqa: ANN401  fields of an error  # fmt: skip
    """An error response."""
    return Sent({"error": {"message": message, **error}}, status, headers or {})


class ChatServer:
    """Serves `answer` on a loopback port, in a thread of its own, while its `with` block lasts.

    Attributes:
        received: Every request so far.
    """

    def __init__(self, answer: Callable[[Received], Sent]) -> None:
        self.received: list[Received] = []
        self._answer = answer
        self._port = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._stop = asyncio.Event()

    @classmethod
    def of(cls, *answers: Sent) -> ChatServer:
        """A server that gives these answers in order, and the last one from then on."""
        return cls(lambda request: answers[min(request.number, len(answers)) - 1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its response; whether the connection stays open."""
        request = await _request(reader, len(self.received) + 1)
        self.received.append(request)
        sent = self._answer(request)
        if sent.delay:
            await asyncio.sleep(sent.delay)
        writer.write(sent.raw[: sent.only])
        await writer.drain()
        return sent.only is None


async def _request(reader: asyncio.StreamReader, number: int) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    pairs = (line.partition(":") for line in lines)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(number, first.split(" ")[1], headers, json.loads(body or b"{}"))
