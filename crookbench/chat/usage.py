"""What a model's answers used and cost; a cost that nobody states is unknown, never 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import FiniteFloat, NonNegativeInt  # noqa: TC002  read when a record is

if TYPE_CHECKING:
    from collections.abc import Mapping

_PER = 1_000_000
"""Prices are in US$ for a million tokens."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model used. `cost` is in US$, None where nobody knows it."""

    calls: NonNegativeInt = 0
    prompt_tokens: NonNegativeInt = 0
    completion_tokens: NonNegativeInt = 0
    cost: FiniteFloat | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        known = None not in (self.cost, other.cost)
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            (self.cost or 0.0) + (other.cost or 0.0) if known else None,
        )


@dataclass(frozen=True, slots=True)
class Price:
    """US$ for a million tokens read and written."""

    input: float
    output: float


def used(response: Mapping[str, Any], price: Price | None = None) -> Usage:
    """What one response used, by its own account; without one the cost is unknown.

    OpenRouter states the cost in `usage.cost`; elsewhere it comes from the price, if there is one.
    """
    stated = response.get("usage")
    if not isinstance(stated, dict):
        return Usage(calls=1, cost=None)
    read, written = _tokens(stated, "prompt_tokens"), _written(stated)
    cost = _stated_cost(stated)
    if cost is None and price and None not in (read, written):
        cost = ((read or 0) * price.input + (written or 0) * price.output) / _PER
    return Usage(1, read or 0, written or 0, cost)


def _written(stated: Mapping[str, Any]) -> int | None:
    """Tokens written, thoughts included: Gemini and xAI count those in the total alone."""
    read, written, total = (
        _tokens(stated, name) for name in ("prompt_tokens", "completion_tokens", "total_tokens")
    )
    if read is None or written is None or total is None:
        return written
    return max(written, total - read)


def _stated_cost(stated: Mapping[str, Any]) -> float | None:
    """The cost, with what a provider asked that is paid with one's own key at OpenRouter."""
    cost, details = _number(stated.get("cost")), stated.get("cost_details")
    if not stated.get("is_byok"):
        return cost
    upstream = details.get("upstream_inference_cost") if isinstance(details, dict) else None
    paid = _number(upstream)
    return None if cost is None or paid is None else cost + paid


_MOST = 1e15
"""No response has used as many tokens, or cost as many dollars."""


def _tokens(stated: Mapping[str, Any], name: str) -> int | None:
    count = _number(stated.get(name))
    return None if count is None else int(count)


def _number(stated: object) -> float | None:
    """A number that can be a count or a cost, None for anything else."""
    if isinstance(stated, bool) or not isinstance(stated, int | float):
        return None
    return float(stated) if 0 <= stated < _MOST else None
