"""Plays what is missing of a run, several consults at a time, and files each as it ends."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

from crookbench import __version__
from crookbench.errors import InfrastructureError
from crookbench.runs.consult import Consult, play
from crookbench.runs.lock import locked
from crookbench.runs.plan import extended, to_play
from crookbench.runs.record import Provenance
from crookbench.runs.recording import Circumstances, log_rows, record_of
from crookbench.runs.results import Failure, read_run
from crookbench.runs.store import Journal, Store
from crookbench.runs.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crookbench.doctor.contract import Doctor
    from crookbench.game.case import Case
    from crookbench.patient.contract import Marker, Patient
    from crookbench.runs.casebook import Casebook
    from crookbench.runs.manifest import Key, Manifest
    from crookbench.runs.record import Record
    from crookbench.runs.store import ConsultFiles


class Cast(Protocol):
    """Makes everyone who takes part in one consult; nothing is shared between consults."""

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
    """A consult was not begun because the run has spent its money."""

    key: Key


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
        max_cost: US$ that the run's doctors may cost together, earlier consults included; once
            it is reached no consult is begun, those under way are played to their end.
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
    cast: Cast,
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
        spent = sum(record.usage.cost or 0.0 for record in read_run(run).records)
        keys = to_play(store, wanted)
        table = _Table(store, manifest, casebook, cast, settings or Settings(), spent)
        ends = await table.play_all(keys)
    kinds = [type(end) for end in ends]
    return Played(
        there=len(wanted.planned) - len(keys),
        finished=kinds.count(Finished),
        failed=kinds.count(Failed),
        skipped=kinds.count(Skipped),
    )


@dataclass
class _Table:
    """One run under way."""

    store: Store
    manifest: Manifest
    casebook: Casebook
    cast: Cast
    settings: Settings
    spent: float
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
        """Waits for a free place and plays, unless the money is spent by then."""
        async with self._free:
            if self.settings.max_cost is not None and self.spent >= self.settings.max_cost:
                end: Progress = Skipped(key)
            else:
                self.settings.progress(Started(key))
                end = await self._play(key)
            self.settings.progress(end)
            return end

    async def _play(self, key: Key) -> Finished | Failed:
        files = self.store.consult(key)
        attempts = files.attempts() + 1
        started = _stamp(self.settings.now())
        try:
            return Finished(key, await self._scored(key, files, attempts, started))
        except InfrastructureError as error:
            return Failed(key, self._failure(key, files, attempts, error.ending, str(error)))
        except asyncio.CancelledError:
            self._failure(key, files, attempts, "interrupted", "stopped before it ended")
            raise

    def _failure(
        self, key: Key, files: ConsultFiles, attempts: int, ending: str, message: str
    ) -> Failure:
        when = _stamp(self.settings.now())
        failure = Failure(*key, ending, message, attempts, when)
        files.write_failure(failure)
        return failure

    async def _scored(self, key: Key, files: ConsultFiles, attempts: int, started: str) -> Record:
        """Plays one consult with its journal open, and files its record, log and transcript."""
        model, case_id, rep = key
        case = self.casebook.case(case_id, files.record)
        catalogue = self.casebook.catalogue
        patient, marker = self.cast.patient(case), self.cast.marker(case)
        with Journal(files.partial) as journal:
            consult = Consult(
                case,
                catalogue,
                patient,
                marker,
                questions=self.manifest.questions,
                on_entry=journal.keep,
                clock=self.settings.clock,
            )
            played = await play(consult, self.cast.doctor(model, case, rep))
        self.spent += played.usage.cost or 0.0
        about = Circumstances(
            model=model,
            rep=rep,
            ending=played.ending,
            max_questions=self.manifest.questions,
            usage=played.usage,
            patient_model=patient.name,
            marker_model=marker.name,
            started=started,
            attempts=attempts,
            seconds=round(played.seconds, 3),
            provenance=provenance(self.manifest, model, case_id),
        )
        record = record_of(case, catalogue, played.entries, about)
        rows = log_rows(case, catalogue, played.entries)
        files.write(record, rows, transcript(case, catalogue, record, rows))
        return record


def provenance(manifest: Manifest, model: str, case: str) -> Provenance:
    """What a record of this run says about what made it."""
    doctor = next(each for each in manifest.doctors if each.id == model)
    return Provenance(
        version=__version__,
        case=manifest.case_hashes.get(case, ""),
        catalogue=manifest.catalogue_hash,
        prompts=manifest.prompts,
        parameters=doctor.parameters,
    )


def _stamp(moment: datetime) -> str:
    """A time in UTC to the second: 2026-10-04T03:39:16Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
