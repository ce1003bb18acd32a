"""Tells what a server's error means: try again, another context, another request, or the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from crookbench.chat.json_reading import loads
from crookbench.chat.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crookbench.chat.completion import NoCompletion

Kind: TypeAlias = Literal["passing", "context", "rejected", "lasting"]
"""What to do about it: try again; end the consult; leave something out; give up."""

_PASSING = {408, 409, 425, 429}
_LASTING = {"insufficient_quota", "billing_hard_limit_reached"}
_CONTEXT_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_CONTEXT = re.compile(
    r"context (?:length|window|size|limit)|prompt is too long|input is too long"
    r"|(?:input|prompt) (?:length|tokens?) exceeds?|maximum (?:number of )?(?:input )?tokens"
    r"|maximum (?:input|prompt) length|`inputs` tokens",
    re.IGNORECASE,
)
_OF_A_SCHEMA = {"schema", "json_schema", "response_schema", "output_format", "grammar"}
"""What servers complain of that cannot hold an answer to the schema in `response_format`."""
_PER_MINUTE = re.compile(r"per (?:minute|hour|day)|rate limit", re.IGNORECASE)


@dataclass(eq=False)
class RequestError(Exception):
    """One try that brought no answer.

    Attributes:
        message: What happened, as the server words it.
        wait: Seconds that the server asks to wait, or None.
        names: Words of the error, among them the parameters that it may be about.
        usage: What the try used all the same.
        status: HTTP status of the response, 0 where there was none.
        most_tries: How often to try at most, where that is less than usual.
    """

    kind: Kind
    message: str
    wait: float | None = None
    names: frozenset[str] = frozenset()
    usage: Usage = field(default_factory=Usage)
    status: int = 0
    most_tries: int | None = None

    def __str__(self) -> str:
        return self.message


def error_of_status(
    status: int, text: str, headers: Mapping[str, str], now: Callable[[], datetime]
) -> RequestError:
    """The error of a response with an HTTP status that is no success."""
    error = _error_in(text)
    told = _told(error) or " ".join(text.split())
    if 300 <= status < 400 and "location" in headers:  # noqa: PLR2004  redirections
        # never followed: the key would go to an address that nobody chose
        told = f"it redirects to {headers['location']}; is the address right?"
    message = f"HTTP {status}" + (f": {told}" if told else "")
    return RequestError(
        _kind(status, error, told),
        message,
        _wait(headers, now),
        _names(error, told),
        status=status,
    )


def error_of_answer(nothing: NoCompletion) -> RequestError:
    """The error of a response with HTTP status 200 that holds no answer."""
    told = _told(nothing.error)
    message = f"{nothing}: {told}" if told else str(nothing)
    kind = _kind(_status(nothing.error), nothing.error, told)
    return RequestError(kind, message, names=_names(nothing.error, told), usage=nothing.usage)


def _error_in(text: str) -> dict[str, Any]:
    try:
        read = loads(text)
    except ValueError:
        return {}
    if isinstance(read, list) and read:
        read = read[0]  # Gemini's OpenAI endpoint lists its errors
    error = read.get("error", read) if isinstance(read, dict) else {}
    return error if isinstance(error, dict) else {"message": error}


def _status(error: Mapping[str, Any]) -> int:
    """The HTTP status that an error inside a response names; a passing one where it names none."""
    code = error.get("code")
    is_status = (
        isinstance(code, int | str) and str(code).isdecimal() and len(str(code)) == len("500")
    )
    return int(str(code)) if is_status else 500


def _told(error: Mapping[str, Any]) -> str:
    """The message, with the one that OpenRouter passes on from the provider behind it."""
    metadata = error.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    told = [each for each in (error.get("message"), raw) if isinstance(each, str) and each]
    return " ".join(" ".join(told).split())


def _kind(status: int, error: Mapping[str, Any], told: str) -> Kind:
    codes = {each for each in (error.get("code"), error.get("type")) if isinstance(each, str)}
    if codes & _CONTEXT_CODES:
        return "context"
    if codes & _LASTING:
        return "lasting"
    if status != 429 and _CONTEXT.search(told) and not _PER_MINUTE.search(told):  # noqa: PLR2004
        return "context"
    if status in _PASSING or status >= 500:  # noqa: PLR2004  server errors
        return "passing"
    return "rejected" if status in (400, 404, 422) else "lasting"


def _names(error: Mapping[str, Any], told: str) -> frozenset[str]:
    """Every word of the error that could be the name of a parameter."""
    param = error.get("param")
    words = {*re.findall(r"[a-z_]\w*", f"{told} {param if isinstance(param, str) else ''}")}
    return frozenset(words | ({"response_format"} if words & _OF_A_SCHEMA else set()))


def _wait(headers: Mapping[str, str], now: Callable[[], datetime]) -> float | None:
    """Seconds that `Retry-After` asks for, as a number or as a time (RFC 9110, 2022, 10.2.3)."""
    asked = headers.get("retry-after", "").strip()
    try:
        seconds = float(asked) if asked else None
    except ValueError:
        seconds = _until(asked, now)
    return seconds if seconds is not None and 0 <= seconds < float("inf") else None


def _until(time: str, now: Callable[[], datetime]) -> float | None:
    try:
        moment = parsedate_to_datetime(time)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now()).total_seconds())
