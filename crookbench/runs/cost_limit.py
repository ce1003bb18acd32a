"""Keeps a run within its cost limit: no consult begins that could pass it."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.records.record import Record


class CostLimit:
    """What a run may cost, what it has cost, and what the consults under way are going to.

    A consult is expected to cost as much as its model's dearest so far. A model's first consult is
    played without another of the same model beside it, to learn that.

    Attributes:
        limit: US$, or None where there is no limit.
        spent: US$ so far, consults without a score included.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.spent = 0.0
        self._dearest: dict[str, float] = {}
        self._unpriced: set[str] = set()
        self._under_way: Counter[str] = Counter()
        self._changed = asyncio.Event()

    def remember(self, records: Iterable[Record], lost: float) -> None:
        """Counts consults played earlier, and what consults without a score cost."""
        self.spent += lost
        for record in records:
            self.learn(record.model, None if record.usage.cost is None else record.known_cost)
            self.spent += record.known_cost + record.lost_cost

    async def admit(self, model: str) -> bool:
        """Waits until a consult of the model can begin; False if it never can."""
        while not self._fits(model):
            if not self._under_way.total():
                return False
            await self._changed.wait()
        self._under_way[model] += 1
        return True

    def refusal(self, model: str) -> str:
        """Why no further consult of a model can begin, and what to do."""
        if model in self._unpriced:
            return (
                "nobody states what its model costs, so no cost limit can be kept; "
                "give its price in models.yaml, or leave --max-cost out"
            )
        dearest = self._dearest.get(model)
        most = "" if dearest is None else f", and a consult may cost US$ {dearest:.2f}"
        return f"US$ {self.spent:.2f} of the limit of US$ {self.limit or 0.0:.2f} are spent{most}"

    def settle(self, model: str, cost: float) -> None:
        """Closes a consult with all that it cost, as far as that is known."""
        self._under_way[model] -= 1
        self.spent += cost
        self._changed.set()
        self._changed = asyncio.Event()

    def learn(self, model: str, cost: float | None) -> None:
        """Takes note of what a whole consult cost; None if nobody knows what its doctor did."""
        if cost is None:
            self._unpriced.add(model)
        else:
            self._dearest[model] = max(cost, self._dearest.get(model, 0.0))

    def _fits(self, model: str) -> bool:
        if self.limit is None:
            return True
        if model in self._unpriced:
            return False
        own = self._dearest.get(model)
        if own is None:
            return not self._under_way[model] and self._ahead < self.limit
        return self._ahead + own <= self.limit

    @property
    def _ahead(self) -> float:
        """What is spent, with what the consults under way are expected to cost."""
        under_way = (n * self._dearest.get(each, 0.0) for each, n in self._under_way.items())
        return self.spent + sum(under_way)
