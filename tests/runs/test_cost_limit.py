"""The cost limit: what is counted, what is waited for, and what is never begun."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crookbench.runs.cost_limit import CostLimit

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def go(steps: Callable[[], Awaitable[None]]) -> None:
    """Runs the steps in a loop of their own."""

    async def awaited() -> None:
        await steps()

    asyncio.run(awaited())


async def settled() -> None:
    """Lets every other task go on as far as it can."""
    for _ in range(5):
        await asyncio.sleep(0)


def end(limit: CostLimit, model: str, cost: float | None) -> None:
    """A consult that was played to its end."""
    limit.learn(model, cost)
    limit.settle(model, cost or 0.0)


def test_without_a_limit_every_consult_begins() -> None:
    """Whatever it costs, and whether or not anybody knows."""

    async def steps() -> None:
        limit = CostLimit(None)
        assert [await limit.admit("m") for _ in range(3)] == [True] * 3
        end(limit, "m", None)
        assert await limit.admit("m")

    go(steps)


def test_first_consult_is_played_alone_to_learn_the_price() -> None:
    """The others wait for it, and then begin as far as the money goes."""

    async def steps() -> None:
        limit = CostLimit(3.5)
        assert await limit.admit("m")
        waiting = [asyncio.ensure_future(limit.admit("m")) for _ in range(4)]
        await settled()
        assert not any(task.done() for task in waiting)
        end(limit, "m", 1.0)
        await settled()
        begun = [task for task in waiting if task.done()]
        assert [task.result() for task in begun] == [True, True]
        for _ in begun:
            end(limit, "m", 1.0)
        assert [await task for task in waiting] == [True, True, False, False]
        assert limit.spent == 3.0

    go(steps)


def test_consults_under_way_are_counted_at_the_dearest_of_their_model() -> None:
    """A dear model's consults leave no room for another one; a cheap one's do."""

    async def steps() -> None:
        limit = CostLimit(10.0)
        for model, cost in (("dear", 4.0), ("cheap", 0.1)):
            await limit.admit(model)
            end(limit, model, cost)
        assert await limit.admit("dear")
        other = asyncio.ensure_future(limit.admit("dear"))
        await settled()
        assert not other.done()
        assert await limit.admit("cheap")
        end(limit, "dear", 1.0)
        assert await other

    go(steps)


def test_what_another_model_costs_teaches_nothing() -> None:
    """After a baseline that costs nothing, a model is not let in by the dozen."""

    async def steps() -> None:
        limit = CostLimit(3.0)
        await limit.admit("baseline/oracle")
        end(limit, "baseline/oracle", 0.0)
        waiting = [asyncio.ensure_future(limit.admit("m")) for _ in range(5)]
        await settled()
        assert [task.done() for task in waiting] == [True, False, False, False, False]
        end(limit, "m", 2.0)
        assert [await task for task in waiting] == [True, False, False, False, False]

    go(steps)


def test_dearest_consult_so_far_is_what_the_next_may_cost() -> None:
    """A mean would be passed by every second consult."""

    async def steps() -> None:
        limit = CostLimit(6.0)
        for cost in (3.0, 1.0):
            await limit.admit("m")
            end(limit, "m", cost)
        assert not await limit.admit("m")

    go(steps)


def test_refusal_tells_why_and_what_to_do() -> None:
    """Either the money is spent, or nobody knows what a consult costs."""

    async def steps() -> None:
        limit = CostLimit(5.0)
        for model, cost in (("m", 3.0), ("mute", None)):
            await limit.admit(model)
            end(limit, model, cost)
        assert limit.refusal("m") == (
            "US$ 3.00 of the limit of US$ 5.00 are spent, and a consult may cost US$ 3.00"
        )
        assert limit.refusal("other") == "US$ 3.00 of the limit of US$ 5.00 are spent"
        assert limit.refusal("mute") == (
            "nobody states what its model costs, so no cost limit can be kept; "
            "give its price in models.yaml, or leave --max-cost out"
        )

    go(steps)


def test_model_whose_cost_nobody_states_begins_once() -> None:
    """A limit that cannot be kept is not pretended to be; other models go on."""

    async def steps() -> None:
        limit = CostLimit(5.0)
        assert await limit.admit("mute")
        end(limit, "mute", None)
        assert not await limit.admit("mute")
        assert await limit.admit("other")

    go(steps)


def test_failed_consult_costs_and_teaches_nothing() -> None:
    """Its cost counts, but says nothing about a whole consult."""

    async def steps() -> None:
        limit = CostLimit(1.0)
        await limit.admit("m")
        limit.settle("m", 0.9)
        assert await limit.admit("m")
        limit.settle("m", 0.2)
        assert not await limit.admit("m")

    go(steps)
