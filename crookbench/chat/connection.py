"""The connections to one server: they carry the request, the key and nothing else.

This is httpx2's transport without its client, and without the openai client around that: a request
needs 0.5 ms of processor this way and 1.6 ms that way (200 consults at once), and nothing of what
the two would add is wanted. They would send headers, cookies and logins that they find in the
environment, follow redirects with the key, and copy every message.
"""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from crookbench import __version__

if TYPE_CHECKING:
    from httpx2 import AsyncHTTPTransport, Proxy, Response

    from crookbench.chat.endpoint import Endpoint


class Connections:
    """As many connections to one server as there are requests at once, used again and again.

    Each transport holds one connection. One transport for all would look through every connection
    at each request, which at 200 consults at once costs as much as the request itself.
    """

    def __init__(self, endpoint: Endpoint, path: str) -> None:
        from httpx2 import URL, Proxy, create_ssl_context

        # A login in the address goes as HTTP's Basic scheme, in the place of the key.
        scheme = f"Basic {endpoint.basic}" if endpoint.login else f"Bearer {endpoint.key}"
        self._headers = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip, deflate",
            "Authorization": scheme,
            "Content-Type": "application/json",
            "User-Agent": f"crookbench/{__version__}",
        }
        address = endpoint.base + path
        self._url = URL(address, params=endpoint.query) if endpoint.query else URL(address)
        self._extensions = {"timeout": {"connect": endpoint.connect_timeout}}
        # Reading the certificates takes 20 ms, so it is done once; an unused context trusts nobody.
        self._tls = (
            create_ssl_context() if endpoint.uses_tls else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        )
        self._proxy: Proxy | None = None
        if proxy := endpoint.proxy:
            tls = self._tls if proxy.uses_tls else None
            self._proxy = Proxy(proxy.address, ssl_context=tls)
        self._all: list[AsyncHTTPTransport] = []
        self._idle: list[AsyncHTTPTransport] = []

    async def post(self, body: bytes) -> Response:
        """The whole response to a request, on a connection that no other request uses meanwhile.

        Raises:
            TransportError: No connection was made, or it broke off.
            DecodingError: The response is compressed, but not as it says.
        """
        from httpx2 import Request

        request = Request(
            "POST", self._url, headers=self._headers, content=body, extensions=self._extensions
        )
        transport = self._idle.pop() if self._idle else self._new_transport()
        try:
            response = await transport.handle_async_request(request)
            try:
                await response.aread()
            finally:
                await response.aclose()
        finally:
            self._idle.append(transport)
        return response

    async def close(self) -> None:
        for transport in self._all:
            await transport.aclose()

    def _new_transport(self) -> AsyncHTTPTransport:
        from httpx2 import AsyncHTTPTransport, Limits

        made = AsyncHTTPTransport(
            verify=self._tls,
            limits=Limits(max_connections=1),
            proxy=self._proxy,
        )
        self._all.append(made)
        return made
