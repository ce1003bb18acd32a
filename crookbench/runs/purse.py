"""Keeps a run within its cost limit: no consult begins that could pass it."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.runs.record import Record


class Purse:
    """What a run may cost, what it has cost, and what the consults under way are going to.

    A consult is expected to cost the mean of its model's consults so far, or of all where its
    model has none. Before any price is known one consult at a time is played, to learn it.

    Attributes:
        limit: US$, or None where there is no limit.
        spent: US$ so far, consults without a score included.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.spent = 0.0
        self._costs: defaultdict[str, list[float]] = defaultdict(list)
        self._unpriced: set[str] = set()
        self._under_way: Counter[str] = Counter()
        self._changed = asyncio.Event()

    def remember(self, records: Iterable[Record], lost: float) -> None:
        """Counts consults played earlier, and what consults without a score cost."""
        self.spent += lost
        for record in records:
            self.learn(record.model, record.usage.cost)
            self.spent += record.known_cost

    async def admit(self, model: str) -> bool:
        """Waits until a consult of the model can begin; False if it never can."""
        while not self._fits(model):
            if not self._under_way.total():
                return False
            await self._changed.wait()
        self._under_way[model] += 1
        return True

    def settle(self, model: str, cost: float) -> None:
        """Closes a consult with all that it cost, as far as that is known."""
        self._under_way[model] -= 1
        self.spent += cost
        self._changed.set()
        self._changed = asyncio.Event()

    def learn(self, model: str, cost: float | None) -> None:
        """Takes note of what a whole consult cost; None if nobody knows."""
        if cost is None:
            self._unpriced.add(model)
        else:
            self._costs[model].append(cost)

    def _fits(self, model: str) -> bool:
        if self.limit is None:
            return True
        if model in self._unpriced:
            return False
        own = self._expected(model)
        if own is None:
            return not self._under_way.total() and self.spent < self.limit
        ahead = sum(n * (self._expected(each) or 0.0) for each, n in self._under_way.items())
        return self.spent + ahead + own <= self.limit

    def _expected(self, model: str) -> float | None:
        costs = self._costs.get(model) or [cost for own in self._costs.values() for cost in own]
        return sum(costs) / len(costs) if costs else None
