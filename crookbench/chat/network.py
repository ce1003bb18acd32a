"""What the environment says about the network: which proxy to use, and whose certificates to trust.

The usual variables count: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (small letters win, as in
curl), SSL_CERT_FILE and SSL_CERT_DIR. They are checked before a run begins, so that a wrong one is
one message and not the failure of every consult.
"""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit

from crookbench.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCHEMES = ("http", "https", "socks5", "socks5h")
"""Kinds of proxy that httpx2 knows; the last two want the package socksio."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy to send requests through.

    Attributes:
        variable: The environment variable that names it, for messages.
        address: Its address, login included.
    """

    variable: str
    address: str = field(repr=False)

    @property
    def uses_tls(self) -> bool:
        return self.address.lower().startswith("https:")

    @property
    def secrets(self) -> tuple[str, ...]:
        """Its password, with and without percent signs."""
        password = urlsplit(self.address).password or ""
        return (password, unquote(password))


def proxy_for(server: SplitResult, environ: Mapping[str, str]) -> Proxy | None:
    """The proxy for a server's address, or None where it is asked directly.

    A server on this machine is always asked directly: no proxy could reach it.

    Raises:
        UsageFault: The variable holds no proxy that can be used; its value is not shown.
    """
    names = [f"{server.scheme}_proxy", "all_proxy"]
    variable = next(
        (name for small in names for name in (small, small.upper()) if environ.get(name)), None
    )
    host = server.hostname or ""
    if variable is None or _is_this_machine(host) or _is_left_out(host, server.port, environ):
        return None
    given = environ[variable].strip()
    address = given if "://" in given else f"http://{given}"
    _check_proxy(variable, address)
    return Proxy(variable, address)


def _check_proxy(variable: str, address: str) -> None:
    scheme = address.partition("://")[0].lower()
    if scheme not in _SCHEMES:
        raise UsageFault(
            f"{variable}: expected a proxy whose address begins with http://, https://, "
            f"socks5:// or socks5h://, saw {scheme[:20]!r}"
        )
    try:
        parts = urlsplit(address)
        fits = bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise UsageFault(
            f"{variable}: expected a proxy such as http://proxy.example:3128, saw something else"
        )
    if scheme.startswith("socks") and find_spec("socksio") is None:
        raise UsageFault(
            f"{variable}: a SOCKS proxy wants the package socksio, which is not installed; "
            "install it, or name this server in NO_PROXY"
        )


def _is_this_machine(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _is_left_out(host: str, port: int | None, environ: Mapping[str, str]) -> bool:
    """Whether NO_PROXY names the host: by name, end of a name, address or network."""
    listed = environ.get("no_proxy") or environ.get("NO_PROXY") or ""
    for entry in (each.strip().lower() for each in listed.split(",")):
        name = entry.removesuffix(f":{port}").lstrip("*.").strip("[]")
        if entry == "*" or (name and (host == name or host.endswith(f".{name}"))):
            return True
        if "/" in entry and _is_in_network(host, entry):
            return True
    return False


def _is_in_network(host: str, network: str) -> bool:
    try:
        return ip_address(host) in ip_network(network, strict=False)
    except ValueError:
        return False


def check_certificates(environ: Mapping[str, str]) -> None:
    """Checks that the certificates which the environment names can be read.

    Raises:
        UsageFault: A variable names no file or folder of certificates.
    """
    file, folder = environ.get("SSL_CERT_FILE"), environ.get("SSL_CERT_DIR")
    if file:
        try:
            ssl.create_default_context(cafile=file)
        except OSError as problem:  # ssl.SSLError is one too
            why = problem.strerror if Path(file).is_file() else "there is no such file"
            raise UsageFault(
                f"SSL_CERT_FILE: expected a file of certificates (PEM), saw {file!r}: {why}"
            ) from None
    elif folder and not Path(folder).is_dir():
        raise UsageFault(
            f"SSL_CERT_DIR: expected a folder of certificates, saw {folder!r}: "
            "there is no such folder"
        )
