"""Where a model is asked, and with which key: read from the environment, shown without secrets."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from crookbench.chat.network import check_certificates, proxy_for
from crookbench.errors import UsageFault
from crookbench.redaction import Secrets, looks_like_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.chat.network import Proxy

Role: TypeAlias = Literal["DOCTOR", "PATIENT", "PHRASES"]

OPENROUTER = "https://openrouter.ai/api/v1"
"""OpenRouter's API: https://openrouter.ai/docs, read in 2026."""
NO_KEY = "none"
"""Sent where no key is set: some servers want the header, whatever stands in it."""
TIMEOUT = 600.0
"""Seconds that one answer may take: models that think long need minutes."""
CONNECT_TIMEOUT = 20.0
"""Seconds until a connection must be made: a server that knows no TLS may never refuse it."""
_PATH = "/chat/completions"
RESERVED = ("model", "messages", "tools", "stream", "n")
"""Fields of a request that are not for the configuration to set."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One server.

    Attributes:
        base: The API's address without user, password and query.
        key: What it is asked with.
        query: Sent in the address of each request.
        login: "user:password" of the address, or "".
        extra: Fields merged into each request.
        timeout: Seconds that one answer may take.
        connect_timeout: Seconds until a connection must be made.
        proxy: What its requests are sent through; None where it is asked directly.
    """

    base: str
    key: str = field(default=NO_KEY, repr=False)
    query: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    login: str = field(default="", repr=False)
    extra: Mapping[str, object] = field(default_factory=dict)
    timeout: float = TIMEOUT
    connect_timeout: float = CONNECT_TIMEOUT
    proxy: Proxy | None = None

    @property
    def secrets(self) -> Secrets:
        """Everything of it that must never be shown."""
        _, _, password = self.login.partition(":")
        values = [value for _, value in self.query]
        key = () if self.key == NO_KEY else (self.key,)
        proxy = self.proxy.secrets if self.proxy else ()
        return Secrets(*key, *values, password, self.basic, *proxy)

    @property
    def basic(self) -> str:
        """The login as HTTP's Basic scheme sends it (RFC 7617, 2015), or ""."""
        return b64encode(self.login.encode()).decode() if self.login else ""

    @property
    def has_key(self) -> bool:
        """Whether a key or a login is sent."""
        return self.key != NO_KEY or bool(self.login)

    @property
    def uses_tls(self) -> bool:
        """Whether certificates are needed, the server's or the proxy's."""
        proxied = self.proxy is not None and self.proxy.uses_tls
        return proxied or self.base.startswith("https:")

    @property
    def is_openrouter(self) -> bool:
        return _is_openrouter(urlsplit(self.base))


def endpoint(role: Role, environ: Mapping[str, str], default: str | None = None) -> Endpoint:
    """The server that DOCTOR_URL, _KEY, _EXTRA and _TIMEOUT (or PATIENT_…) describe.

    The proxy and the certificates are those of the usual variables: see `network`.

    OPENROUTER_API_KEY stands in for a missing key, but is sent to OpenRouter alone.

    Raises:
        UsageFault: A variable is missing or does not fit; its value is not shown.
    """
    name = f"{role}_URL"
    address = environ.get(name, "").strip() or default
    if not address:
        raise UsageFault(
            f"{name} is not set; expected the address of an OpenAI-compatible API, "
            "such as http://localhost:8080/v1"
        )
    parts = _split(name, address)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    made = Endpoint(
        base=_bare(parts),
        key=_key(role, environ, needed=_is_openrouter(parts)),
        query=tuple(parse_qsl(parts.query, keep_blank_values=True)),
        login=f"{user}:{password}" if user or password else "",
        timeout=_timeout(role, environ),
        proxy=proxy_for(parts, environ),
    )
    if made.uses_tls:
        check_certificates(environ)
    if looks_like_key(made.base) or made.secrets.in_content(made.base) != made.base:
        raise UsageFault(f"{name}: expected no key in its path, for that is published")
    return replace(made, extra=_extra(role, environ, made.secrets))


def _split(name: str, address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise UsageFault(
            f"{name}: expected an address such as http://localhost:8080/v1, saw something else"
        )
    return parts


def _bare(parts: SplitResult) -> str:
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = f":{parts.port}" if parts.port else ""
    path = parts.path.rstrip("/").removesuffix(_PATH).rstrip("/")
    return f"{parts.scheme}://{host}{port}{path}"


def _is_openrouter(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    return parts.scheme == "https" and (host == "openrouter.ai" or host.endswith(".openrouter.ai"))


def _key(role: Role, environ: Mapping[str, str], *, needed: bool) -> str:
    names = (f"{role}_KEY", "OPENROUTER_API_KEY") if needed else (f"{role}_KEY",)
    for name in names:
        if key := environ.get(name, "").strip():
            if not (key.isascii() and key.isprintable() and " " not in key):
                raise UsageFault(f"{name}: expected a key of plain characters without spaces")
            return key
    if needed:
        raise UsageFault(
            f"{' or '.join(names)} is not set; OpenRouter wants a key. "
            f"For another server set {role}_URL, such as http://localhost:8080/v1"
        )
    return NO_KEY


def _timeout(role: Role, environ: Mapping[str, str]) -> float:
    name = f"{role}_TIMEOUT"
    given = environ.get(name, "").strip()
    try:
        seconds = float(given or TIMEOUT)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise UsageFault(f"{name}: expected seconds, such as 600, saw {given!r}")
    return seconds


def _extra(role: Role, environ: Mapping[str, str], secrets: Secrets) -> dict[str, object]:
    """The fields of the role's _EXTRA, which are published and so must hold no key."""
    name = f"{role}_EXTRA"
    text = environ.get(name, "").strip() or "{}"
    try:
        fields = json.loads(text)
        # what could not be sent as JSON: NaN, infinity, half characters
        json.dumps(fields, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise UsageFault(f'{name}: expected a JSON object, such as {{"temperature": 0}}')
    if looks_like_key(text) or secrets.in_content(text) != text:
        raise UsageFault(
            f"{name}: expected no key in it, for it is published; set {role}_KEY instead"
        )
    for field_ in RESERVED:
        if field_ in fields:
            raise UsageFault(f"{name}: {field_!r} cannot be set; take it out")
    return fields
