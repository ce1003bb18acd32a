"""Does the same for many consults at once, in worker processes where there are enough of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Shared = TypeVar("Shared")
    Item = TypeVar("Item")
    Done = TypeVar("Done")

WORTH_IT = 200
"""Items from which workers save more than the half second that starting them takes."""
AT_ONCE = 16
"""Items handed to a worker at once: few enough to share evenly, enough to hide the hand-over."""

_shared: object = None


def in_workers(
    work: Callable[[Shared, Item], Done],
    shared: Shared,
    items: Sequence[Item],
    jobs: int | None = None,
    dask: str | None = None,
) -> Iterator[Done]:
    """What `work(shared, item)` gives for each item, in order.

    Args:
        work: A function at the top of its module, so that a worker process finds it.
        shared: Handed to each worker once.
        items: Small things that can be pickled, such as paths.
        jobs: Worker processes; None takes one for each core, and none for few items.
        dask: The scheduler of a cluster that does it instead.

    Raises:
        Exception: Whatever `work` raised first.
    """
    if dask:
        from crookbench.records.cluster import on_cluster

        yield from on_cluster(work, shared, items, dask)
        return
    cores = (os.cpu_count() or 1) if jobs is None else jobs
    if cores == 1 or (jobs is None and len(items) < WORTH_IT):
        yield from (work(shared, item) for item in items)
        return
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial
    from multiprocessing import get_context

    # A fork of this process would copy its threads' locks; a fresh process has none.
    context = get_context("spawn")
    with ProcessPoolExecutor(cores, context, initializer=_keep, initargs=(shared,)) as pool:
        yield from pool.map(partial(_with_shared, work), items, chunksize=AT_ONCE)


def _keep(shared: object) -> None:
    global _shared  # noqa: PLW0603  a worker process has one piece of work
    _shared = shared


def _with_shared(work: Callable[[Shared, Item], Done], item: Item) -> Done:
    return work(_shared, item)  # type: ignore[arg-type]  # what `in_workers` was given
