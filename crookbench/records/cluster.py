"""A Dask cluster, for who has one: connecting to it, and doing one piece of work on many items."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from crookbench import __version__
from crookbench.errors import NotAvailable, UsageFault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from distributed import Client

    Shared = TypeVar("Shared")
    Item = TypeVar("Item")
    Done = TypeVar("Done")

PATIENCE = 10
"""Seconds in which a scheduler must answer and have a worker."""
AT_ONCE = 16
"""Items handed to a worker at once."""


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Client]:
    """The cluster whose scheduler is at `address`, with workers of this very version.

    Raises:
        NotAvailable: The extra is not installed.
        UsageFault: No scheduler answers, it has no workers, or one has another crookbench.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NotAvailable("--dask needs Dask: pip install 'crookbench[dask]'") from None
    try:
        client = await Client(address, asynchronous=True, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageFault(
            f"--dask {address}: expected a Dask scheduler, saw {_reason(error)}; "
            "start one with: dask scheduler"
        ) from None
    async with client:
        try:
            await client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise UsageFault(
                f"--dask {address}: the scheduler has no workers; "
                f"start some with: dask worker {address}"
            ) from None
        await _check_versions(client)
        yield client


def _reason(error: Exception) -> str:
    return "no answer" if isinstance(error, OSError) else str(error).splitlines()[0]


async def _check_versions(client: Client) -> None:
    """Refuses a cluster on which a record could come out otherwise than here."""

    def version() -> str:  # sent as it stands, for a worker may not have this module
        try:
            import crookbench
        except ImportError:
            return ""
        return crookbench.__version__

    for worker, found in (await client.run(version)).items():
        if found != __version__:
            saw = f"crookbench {found}" if found else "no crookbench"
            raise UsageFault(
                f"the worker {worker} has {saw}, expected {__version__}; install it there"
            )


def on_cluster(
    work: Callable[[Shared, Item], Done], shared: Shared, items: Sequence[Item], address: str
) -> list[Done]:
    """What `work(shared, item)` gives for each item, in order.

    Raises:
        NotAvailable, UsageFault: As `connected` does.
        Exception: Whatever `work` raised first.
    """
    return asyncio.run(_on_cluster(work, shared, items, address))


async def _on_cluster(
    work: Callable[[Shared, Item], Done], shared: Shared, items: Sequence[Item], address: str
) -> list[Done]:
    async with connected(address) as client:
        held = await client.scatter(shared, broadcast=True, hash=False)
        shards = [items[at : at + AT_ONCE] for at in range(0, len(items), AT_ONCE)]
        futures = [client.submit(_each, work, held, shard, pure=False) for shard in shards]
        return [done for shard in await client.gather(futures) for done in shard]


def _each(
    work: Callable[[Shared, Item], Done], shared: Shared, items: Sequence[Item]
) -> list[Done]:
    return [work(shared, item) for item in items]
