"""Plays what is missing of a run, several consults at a time, and files each as it ends."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

from crookbench import __version__
from crookbench.doctor.contract import Usage
from crookbench.errors import InfrastructureError
from crookbench.records.lock import locked
from crookbench.records.record import Metadata, Provenance
from crookbench.records.recording import record_consult
from crookbench.records.results import Failure, read_run
from crookbench.records.store import Journal, Store
from crookbench.runs.consult import Consult, play
from crookbench.runs.cost_limit import CostLimit
from crookbench.runs.plan import extended, to_play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.doctor.contract import Doctor
    from crookbench.game.case import Case
    from crookbench.patient.contract import Marker, Patient
    from crookbench.records.manifest import Key, Manifest
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.records.store import ConsultFiles
    from crookbench.runs.consult import Played as PlayedConsult


class Participants(Protocol):
    """Makes everyone who takes part in one consult; only what keeps no state is shared."""

    def doctor(self, model: str, case: Case, rep: int) -> Doctor:
        """The doctor under test."""

    def patient(self, case: Case) -> Patient:
        """Who answers."""

    def marker(self, case: Case) -> Marker:
        """Who judges the spoken plan."""


@dataclass(frozen=True, slots=True)
class Started:
    """A consult begins."""

    key: Key


@dataclass(frozen=True, slots=True)
class Finished:
    """A consult was played, scored and filed."""

    key: Key
    record: Record


@dataclass(frozen=True, slots=True)
class Failed:
    """A consult ended through an infrastructure fault: it is not scored and can be retried."""

    key: Key
    failure: Failure


@dataclass(frozen=True, slots=True)
class Skipped:
    """A consult was not begun because of the cost limit."""

    key: Key
    why: str


Progress: TypeAlias = Started | Finished | Failed | Skipped


def utc_now() -> datetime:
    return datetime.now(UTC)


def ignore(_: Progress) -> None:
    """Where nobody watches."""


@dataclass(frozen=True)
class Settings:
    """How a run is played, apart from what it plays.

    Attributes:
        concurrency: How many consults are played at once.
        max_cost: US$ that the run may cost, earlier consults included; no consult is begun that
            is expected to pass it, those under way are played to their end.
        progress: Told of every consult that begins or ends.
        now: The time of day, for `started` and `when`.
        clock: Seconds, for how long things take.
    """

    concurrency: int = 2
    max_cost: float | None = None
    progress: Callable[[Progress], None] = ignore
    now: Callable[[], datetime] = utc_now
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class Played:
    """What playing a run did.

    Attributes:
        there: Consults that the command asked for and that were there already.
        finished: Consults scored now.
        failed: Consults that an infrastructure fault ended.
        skipped: Consults not begun because of the cost limit.
    """

    there: int
    finished: int
    failed: int
    skipped: int


async def play_run(
    run: Path,
    wanted: Manifest,
    casebook: Casebook,
    participants: Participants,
    settings: Settings | None = None,
) -> Played:
    """Plays every consult that `wanted` plans and the run's folder does not hold yet.

    Raises:
        UsageFault: Another process writes the run, or it was made under another configuration.
        Fault, Faults: A file of the run is not as it should be.
    """
    store = Store(run)
    with locked(run):
        manifest = extended(store.manifest(), wanted)
        store.clear_leftovers()
        store.write_manifest(manifest)
        settings = settings or Settings()
        keys = to_play(store, wanted)
        limit = _cost_limit(read_run(run), settings.max_cost)
        table = _Table(store, manifest, casebook, participants, settings, limit)
        ends = await table.play_all(keys)
    kinds = [type(end) for end in ends]
    return Played(
        there=len(wanted.planned) - len(keys),
        finished=kinds.count(Finished),
        failed=kinds.count(Failed),
        skipped=kinds.count(Skipped),
    )


def _cost_limit(run: Run, most: float | None) -> CostLimit:
    """The run's cost limit, with what it has cost so far."""
    limit = CostLimit(most)
    limit.remember(run.records, sum(failure.cost for failure in run.failures))
    return limit


@dataclass
class _Table:
    """One run under way."""

    store: Store
    manifest: Manifest
    casebook: Casebook
    participants: Participants
    settings: Settings
    limit: CostLimit
    _free: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.settings.concurrency)

    async def play_all(self, keys: tuple[Key, ...]) -> list[Progress]:
        """Plays the consults; what is not an infrastructure fault ends them all."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._seat(key)) for key in keys]
        except ExceptionGroup as several:
            raise several.exceptions[0] from several
        return [task.result() for task in tasks]

    async def _seat(self, key: Key) -> Progress:
        """Waits for a free place and plays, unless that could pass the cost limit."""
        async with self._free:
            if await self.limit.admit(key[0]):
                self.settings.progress(Started(key))
                end: Progress = await self._play(key)
            else:
                end = Skipped(key, self.limit.refusal(key[0]))
            self.settings.progress(end)
            return end

    async def _play(self, key: Key) -> Finished | Failed:
        files = self.store.consult(key)
        earlier = files.failure()
        started = _stamp(self.settings.now())
        consult = self._consult(key, files)
        try:
            return Finished(key, await self._scored(key, files, consult, earlier, started))
        except InfrastructureError as error:
            consult.count_doctor(error.usage or Usage())
            return Failed(key, self._failure(key, files, consult, earlier, error))
        except asyncio.CancelledError:
            stopped = InfrastructureError("stopped before it ended")
            self._failure(key, files, consult, earlier, stopped)
            raise
        finally:
            self.limit.settle(key[0], consult.spent)

    def _failure(
        self,
        key: Key,
        files: ConsultFiles,
        consult: Consult,
        earlier: Failure | None,
        error: InfrastructureError,
    ) -> Failure:
        when = _stamp(self.settings.now())
        tries, cost = (earlier.attempts, earlier.cost) if earlier else (0, 0.0)
        cost = round(cost + consult.spent, 6)
        failure = Failure(*key, error.ending, str(error), tries + 1, when, cost)
        files.write_failure(failure)
        return failure

    def _consult(self, key: Key, files: ConsultFiles) -> Consult:
        """A consult whose moves are journalled once the journal is open."""
        case = self.casebook.case(key[1], files.record)
        return Consult(
            case,
            self.casebook.catalogue,
            self.participants.patient(case),
            self.participants.marker(case),
            questions=self.manifest.questions,
            clock=self.settings.clock,
        )

    async def _scored(
        self,
        key: Key,
        files: ConsultFiles,
        consult: Consult,
        earlier: Failure | None,
        started: str,
    ) -> Record:
        """Plays one consult with its journal open, and files its record, log and transcript."""
        model, case_id, rep = key
        with Journal(files.partial) as journal:
            consult.on_move = journal.keep
            played = await play(consult, self.participants.doctor(model, consult.case, rep))
        self.limit.learn(model, None if played.usage.cost is None else consult.spent)
        about = Metadata(
            model=model,
            rep=rep,
            ending=played.ending,
            max_questions=self.manifest.questions,
            usage=played.usage,
            patient_model=consult.patient.name,
            marker_model=consult.marker.name,
            patient_usage=played.patient_usage if played.patient_usage.calls else None,
            started=started,
            attempts=earlier.attempts + 1 if earlier else 1,
            lost_cost=earlier.cost if earlier else 0.0,
            seconds=round(played.seconds, 3),
            provenance=provenance(self.manifest, model, case_id, played),
        )
        filed = record_consult(consult.case, consult.catalogue, played.moves, about)
        files.write(filed)
        return filed.record


def provenance(manifest: Manifest, model: str, case: str, played: PlayedConsult) -> Provenance:
    """What a record of this run says about what made it."""
    doctor = next(each for each in manifest.doctors if each.id == model)
    return Provenance(
        version=__version__,
        case=manifest.case_hashes.get(case, ""),
        catalogue=manifest.catalogue_hash,
        prompts=manifest.prompts,
        parameters=doctor.parameters,
        served_by=played.served_by or None,
        dropped=played.dropped,
    )


def _stamp(moment: datetime) -> str:
    """A time in UTC to the second: 2026-10-04T03:39:16Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
