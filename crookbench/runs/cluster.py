"""Consults played on a Dask cluster, while this process plans, limits the cost and files them.

No key travels: each worker takes addresses and keys from its own environment, and must come to the
same configuration as the command that began the run.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.errors import InfrastructureError, UsageFault
from crookbench.records.cluster import connected
from crookbench.runs.model_config import ModelConfig, model_config
from crookbench.runs.participants import participants
from crookbench.runs.talk import Here, Talk
from crookbench.runs.turn_loop import Played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from distributed import Client, Future

    from crookbench.casebook.casebook import Casebook
    from crookbench.casebook.models import Model
    from crookbench.game.moves import Move
    from crookbench.records.manifest import Key, Manifest


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker must know to play any consult of a run; nothing in it is secret.

    Attributes:
        patient: "chart" or "model", as the command has it.
        models: What models.yaml says.
    """

    manifest: Manifest
    casebook: Casebook
    patient: str
    models: Mapping[str, Model]

    def here(self) -> ModelConfig:
        """Who sits where, by this process's environment.

        Raises:
            UsageFault: It lacks something, or says otherwise than where the run was begun.
        """
        doctors = [doctor.id for doctor in self.manifest.doctors]
        found = model_config(doctors, self.patient, self.models, os.environ)
        wanted = {doctor.id: dict(doctor.parameters) for doctor in self.manifest.doctors}
        own = {id_: dict(found.config(id_).parameters) for id_ in wanted}
        pairs = [*((id_, wanted[id_], own[id_]) for id_ in wanted),
                 ("the patient", dict(self.manifest.patient_parameters),
                  found.patient_parameters)]  # fmt: skip
        for who, expected, saw in pairs:
            if expected != saw:
                raise UsageFault(
                    f"a worker asks {who} with {saw}, expected {expected}; "
                    "give it the same DOCTOR_… and PATIENT_… variables"
                )
        return found


class OnCluster:
    """A cluster that was told of a run."""

    def __init__(self, client: Client, assignment: Future[Assignment]) -> None:
        self._client = client
        self._assignment = assignment

    async def talk(
        self, key: Key, on_move: Callable[[Move], None], on_spent: Callable[[float], None]
    ) -> Talk:
        """Plays one consult on some worker; its moves are known when it has ended.

        A consult whose worker is lost begins anew on another one.
        """
        from distributed import KilledWorker

        name = f"consult-{'-'.join(map(str, key))}-{time.monotonic_ns()}"
        future = self._client.submit(_talk, self._assignment, key, key=name, pure=False)
        try:
            done: Talk = await future
        except KilledWorker:
            lost = InfrastructureError("the workers that played it were lost, one after the other")
            return Talk(lost, 0.0, "", "")
        except asyncio.CancelledError:
            await future.cancel()
            raise
        on_spent(done.spent)
        if isinstance(done.outcome, Played):
            for move in done.outcome.moves:
                on_move(move)
        return done


@asynccontextmanager
async def cluster(address: str, assignment: Assignment) -> AsyncIterator[OnCluster]:
    """The cluster at `address`, ready to play the consults of a run.

    Raises:
        NotAvailable: The extra is not installed.
        UsageFault: The cluster is away, empty, of another version, or set up otherwise.
    """
    async with connected(address) as client:
        held = await client.scatter(assignment, broadcast=True, hash=False)
        futures = [client.submit(_fault, held, workers=[worker], pure=False)
                   for worker in client.scheduler_info(n_workers=-1)["workers"]]  # fmt: skip
        for fault in await client.gather(futures):
            if fault:
                raise UsageFault(fault)
        yield OnCluster(client, held)


def _fault(assignment: Assignment) -> str:
    """Why this worker cannot play the run; "" where it can."""
    try:
        assignment.here()
    except UsageFault as fault:
        return str(fault)
    return ""


def _talk(assignment: Assignment, key: Key) -> Talk:
    """Plays one consult, on a worker."""
    return asyncio.run(_talk_here(assignment, key))


async def _talk_here(assignment: Assignment, key: Key) -> Talk:
    catalogue = assignment.casebook.catalogue
    async with participants(assignment.here(), catalogue) as taking_part:
        here = Here(assignment.casebook, taking_part, assignment.manifest.questions, time.monotonic)
        return await here.talk(key, lambda _: None, lambda _: None)
