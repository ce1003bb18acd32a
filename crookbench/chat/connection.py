"""The connection to one server: it carries the request, the key and nothing else.

The openai client would add what it finds in the environment (OPENAI_ORG_ID, OPENAI_PROJECT_ID,
OPENAI_CUSTOM_HEADERS), which is meant for OpenAI and not for whichever server is asked here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench import __version__

if TYPE_CHECKING:
    from httpx2 import Request
    from openai import AsyncOpenAI

    from crookbench.chat.endpoint import Endpoint

_SENT = {
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
}
"""Headers of a request; any other is taken out before it is sent."""


def connection(endpoint: Endpoint) -> AsyncOpenAI:
    """A client of the server, which tries once and keeps as many connections as are used."""
    from httpx2 import Limits, Timeout
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    # A login in the address goes as HTTP's Basic scheme, in the place of the key.
    scheme = f"Basic {endpoint.basic}" if endpoint.login else f"Bearer {endpoint.key}"
    timeout = Timeout(endpoint.timeout, connect=endpoint.connect_timeout)
    return AsyncOpenAI(
        base_url=endpoint.base,
        api_key=endpoint.key,
        default_headers={"User-Agent": f"crookbench/{__version__}", "Authorization": scheme},
        default_query=dict(endpoint.query),
        timeout=timeout,
        max_retries=0,
        http_client=DefaultAsyncHttpxClient(
            timeout=timeout,
            limits=Limits(max_connections=None, max_keepalive_connections=None),
            event_hooks={"request": [_only_ours]},
        ),
    )


async def _only_ours(request: Request) -> None:
    for name in [*request.headers]:
        if name.lower() not in _SENT:
            del request.headers[name]
