"""The environment's proxies and certificates: used, left out, or refused in one message."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from crookbench.chat.client import Chat
from crookbench.chat.endpoint import Endpoint, endpoint
from crookbench.chat.network import Proxy, proxy_for
from crookbench.chat.retry_policy import RetryPolicy
from crookbench.errors import ModelFailure, UsageFault
from crookbench.testing.server import ChatServer, Sent, says

if TYPE_CHECKING:
    from pathlib import Path

ASK = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}


def ask(at: Endpoint, tries: int = 1) -> str:
    """The text of one answer."""

    async def at_once(_: float) -> None:
        """A pause that takes no time."""

    async def go() -> str:
        async with Chat(at, RetryPolicy(tries, at_once)) as chat:
            return (await chat.ask(ASK)).text

    return asyncio.run(go())


def test_request_goes_through_the_proxy_with_its_login() -> None:
    """A proxy is asked for the whole address, and its login is no part of what the server gets."""
    with ChatServer.of(says("Through.")) as proxy:
        address = proxy.url.replace("http://", "http://ann:pr0xy-pass@").removesuffix("/v1")
        environ = {"DOCTOR_URL": "http://model.example/v1", "HTTP_PROXY": address}
        assert ask(endpoint("DOCTOR", environ)) == "Through."
        (request,) = proxy.received
    assert request.path == "http://model.example/v1/chat/completions"
    assert request.headers["proxy-authorization"] == "Basic YW5uOnByMHh5LXBhc3M="
    assert request.headers["authorization"] == "Bearer none"


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"])
def test_server_on_this_machine_is_asked_directly(name: str) -> None:
    """No proxy could reach it; the variable is not even looked at."""
    with ChatServer.of(says("Here.")) as server:
        environ = {"DOCTOR_URL": server.url, name: "socks://127.0.0.1:1"}
        assert ask(endpoint("DOCTOR", environ)) == "Here."


@pytest.mark.parametrize(
    ("address", "environ", "variable"),
    [
        ("https://model.example/v1", {"HTTPS_PROXY": "http://p:1", "ALL_PROXY": "http://q:1"},
         "HTTPS_PROXY"),
        ("https://model.example/v1", {"HTTP_PROXY": "http://p:1"}, None),
        ("https://model.example/v1", {"all_proxy": "p:1"}, "all_proxy"),
        ("https://model.example/v1", {"https_proxy": "", "HTTPS_PROXY": "p:1"}, "HTTPS_PROXY"),
        ("http://localhost:8080/v1", {"ALL_PROXY": "http://p:1"}, None),
        ("http://llm.localhost/v1", {"ALL_PROXY": "http://p:1"}, None),
        ("http://127.8.8.8/v1", {"ALL_PROXY": "http://p:1"}, None),
        ("http://[::1]:8080/v1", {"ALL_PROXY": "http://p:1"}, None),
        ("http://0.0.0.0:8080/v1", {"ALL_PROXY": "http://p:1"}, None),
        ("http://a.lan/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": "b.lan, a.lan"}, None),
        ("http://a.lan/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": ".lan"}, None),
        ("http://a.lan/v1", {"ALL_PROXY": "http://p:1", "no_proxy": "*"}, None),
        ("http://a.lan:81/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": "a.lan:81"}, None),
        ("http://a.lan:81/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": "a.lan:80"}, "ALL_PROXY"),
        ("http://xa.lan/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": "a.lan"}, "ALL_PROXY"),
        ("http://10.1.2.3/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": "10.0.0.0/8"}, None),
        ("http://11.1.2.3/v1", {"ALL_PROXY": "http://p:1", "NO_PROXY": "10.0.0.0/8"}, "ALL_PROXY"),
    ],
)  # fmt: skip
def test_proxy_is_chosen_as_curl_does(
    address: str, environ: dict[str, str], variable: str | None
) -> None:
    """By the address's scheme, else ALL_PROXY; never for this machine or what NO_PROXY names."""
    found = proxy_for(urlsplit(address), environ)
    assert (found.variable if found else None) == variable


REFUSED = {
    "socks without a number": (
        {"ALL_PROXY": "socks://127.0.0.1:1080"},
        "ALL_PROXY: expected a proxy whose address begins with http://, https://, socks5:// or "
        "socks5h://, saw 'socks'",
    ),
    "bad port": (
        {"HTTPS_PROXY": "http://ann:s3cret-word@h:bad"},
        "HTTPS_PROXY: expected a proxy such as http://proxy.example:3128, saw something else",
    ),
    "port too large": (
        {"HTTPS_PROXY": "http://h:99999"},
        "HTTPS_PROXY: expected a proxy such as http://proxy.example:3128, saw something else",
    ),
    "no host": (
        {"https_proxy": "http://"},
        "https_proxy: expected a proxy such as http://proxy.example:3128, saw something else",
    ),
    "broken brackets": (
        {"https_proxy": "http://[::1/x"},
        "https_proxy: expected a proxy such as http://proxy.example:3128, saw something else",
    ),
    "no certificates": (
        {"SSL_CERT_FILE": "/nowhere/ca.pem"},
        "SSL_CERT_FILE: expected a file of certificates (PEM), saw '/nowhere/ca.pem': "
        "there is no such file",
    ),
    "no folder of certificates": (
        {"SSL_CERT_DIR": "/nowhere"},
        "SSL_CERT_DIR: expected a folder of certificates, saw '/nowhere': there is no such folder",
    ),
}


@pytest.mark.parametrize(("environ", "told"), REFUSED.values(), ids=REFUSED)
def test_unfit_network_variable_is_one_message(environ: dict[str, str], told: str) -> None:
    """Which variable, what was expected, and never a password."""
    with pytest.raises(UsageFault) as caught:
        endpoint("DOCTOR", {"DOCTOR_URL": "https://model.example/v1", **environ})
    assert str(caught.value) == told


def test_file_that_holds_no_certificates_is_told(tmp_path: Path) -> None:
    """It is there, but it is no PEM."""
    path = tmp_path / "ca.pem"
    path.write_text("hello")
    with pytest.raises(UsageFault, match=r"^SSL_CERT_FILE: expected a file of certificates"):
        endpoint("DOCTOR", {"DOCTOR_URL": "https://model.example/v1", "SSL_CERT_FILE": str(path)})


def test_certificates_do_not_matter_without_tls() -> None:
    """A wrong variable that nothing needs stops nobody."""
    with ChatServer.of(says("Here.")) as server:
        at = endpoint("DOCTOR", {"DOCTOR_URL": server.url, "SSL_CERT_FILE": "/nowhere"})
        assert ask(at) == "Here."


@pytest.mark.skipif(find_spec("socksio") is not None, reason="SOCKS proxies can be used here")
@pytest.mark.parametrize("scheme", ["socks5", "socks5h"])
def test_socks_proxy_without_its_package_is_told(scheme: str) -> None:
    """It wants a package that not everybody has."""
    with pytest.raises(UsageFault) as caught:
        proxy_for(urlsplit("http://model.example"), {"ALL_PROXY": f"{scheme}://127.0.0.1:1080"})
    assert str(caught.value) == (
        "ALL_PROXY: a SOCKS proxy wants the package socksio, which is not installed; "
        "install it, or name this server in NO_PROXY"
    )


def test_proxy_that_is_not_there_is_told() -> None:
    """The message names its variable, not the server."""
    with ChatServer.of(says("Hm.")) as server:
        gone = server.url.removesuffix("/v1")
    at = Endpoint("http://model.example/v1", proxy=Proxy("HTTP_PROXY", gone))
    with pytest.raises(ModelFailure) as caught:
        ask(at)
    assert str(caught.value) == (
        "http://model.example/v1: cannot be reached through the proxy that HTTP_PROXY names: "
        "All connection attempts failed; is the proxy right? (tried once)"
    )


def test_password_of_the_proxy_is_shown_nowhere() -> None:
    """A proxy may repeat it in an error, with or without percent signs."""
    address = "http://ann:pr0xy%2Fpass@proxy.example:3128"
    at = endpoint("DOCTOR", {"DOCTOR_URL": "http://model.example/v1", "HTTP_PROXY": address})
    assert "pr0xy" not in repr(at)
    assert at.secrets.in_message("a pr0xy%2Fpass b pr0xy/pass") == (
        "a [key removed] b [key removed]"
    )


def test_redirection_is_told_and_not_followed() -> None:
    """The key is sent to no address that nobody chose."""
    moved = Sent(b"", 308, {"Location": "http://other.example/v1/chat/completions"})
    with ChatServer.of(moved) as server:
        with pytest.raises(ModelFailure) as caught:
            ask(Endpoint(server.url, "the-key"), tries=3)
        assert len(server.received) == 1
        assert str(caught.value) == (
            f"{server.url}: HTTP 308: it redirects to http://other.example/v1/chat/completions; "
            "is the address right?"
        )


def test_cookies_are_not_sent_back() -> None:
    """A request carries the key and nothing else that a server could follow a run by."""
    with ChatServer.of(
        Sent(says("One.").body, headers={"Set-Cookie": "follow=me; Path=/"})
    ) as server:

        async def go() -> None:
            async with Chat(Endpoint(server.url)) as chat:
                await chat.ask(ASK)
                await chat.ask(ASK)

        asyncio.run(go())
        assert [sorted(request.headers) for request in server.received] == 2 * [
            ["accept", "accept-encoding", "authorization", "content-length", "content-type",
             "host", "user-agent"],
        ]  # fmt: skip
