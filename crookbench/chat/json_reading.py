"""Reads JSON that a model or its server wrote."""

from __future__ import annotations

import json
import math
from typing import Any

_DEEPEST = 100
"""Levels of a JSON text; nothing that a model has to say needs as many."""
_STARTS = 50
"""Brackets in a text that are tried as the start of its JSON object."""


def loads(text: str) -> Any:  # noqa: ANN401  any JSON
    """The value, such as can be sent and filed again.

    Half characters (lone surrogates) become "?", and numbers that are none (NaN, infinity) null.

    Raises:
        ValueError: The text is no JSON, or is nested too deeply.
    """
    try:
        return _plain(json.loads(text), _DEEPEST)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _plain(value: Any, deeper: int) -> Any:  # noqa: ANN401  any JSON
    if not deeper:
        raise ValueError("nested too deeply")
    match value:
        case str():
            return value if value.isascii() else value.encode("utf-8", "replace").decode()
        case float() if not math.isfinite(value):
            return None
        case list():
            return [_plain(each, deeper - 1) for each in value]
        case dict():
            return {
                _plain(name, deeper - 1): _plain(each, deeper - 1) for name, each in value.items()
            }
        case _:
            return value


def first_object(text: str) -> dict[str, Any] | None:
    """The first JSON object in a text that may hold other words too."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    for _ in range(_STARTS):
        if start < 0:
            return None
        try:
            _, end = decoder.raw_decode(text, start)
            found = loads(text[start:end])
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
        else:
            return found if isinstance(found, dict) else None
    return None
