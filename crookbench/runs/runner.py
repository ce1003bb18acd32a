"""Plays what is missing of a run, several consults at a time, and files each as it ends."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from crookbench import __version__
from crookbench.errors import InfrastructureError, PatientError
from crookbench.records.lock import locked
from crookbench.records.record import Metadata, Provenance
from crookbench.records.recording import record_consult
from crookbench.records.results import Failure, read_run
from crookbench.records.store import Journal, Store, journal_cost
from crookbench.runs.cost_limit import CostLimit
from crookbench.runs.plan import extended, to_play
from crookbench.runs.talk import Here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.manifest import Key, Manifest
    from crookbench.records.record import Record
    from crookbench.runs.talk import Participants, Place, Talk
    from crookbench.runs.turn_loop import Played as PlayedConsult


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
    """A consult was not begun: because of the cost limit, or because it was sure to fail."""

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
        place: Where consults are played; None for this process.
    """

    concurrency: int = 2
    max_cost: float | None = None
    progress: Callable[[Progress], None] = ignore
    now: Callable[[], datetime] = utc_now
    clock: Callable[[], float] = time.monotonic
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """What playing a run did.

    Attributes:
        there: Consults that the command asked for and that were there already.
        finished: Consults scored now.
        failed: Consults that an infrastructure fault ended.
        skipped: Consults not begun because of the cost limit, or because they were sure to fail.
        killed: Consults that an earlier process was killed in, with what they cost.
        spent: US$ that the whole run has cost, as far as that is known.
    """

    there: int
    finished: int
    failed: int
    skipped: int
    killed: tuple[Failure, ...] = field(default=(), compare=False)
    spent: float = field(default=0.0, compare=False)


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
    store, settings = Store(run), settings or Settings()
    with locked(run):
        manifest = extended(store.manifest(), wanted)
        store.clear_leftovers()
        store.write_manifest(manifest)
        killed = _file_killed(store, manifest, _stamp(settings.now()))
        keys = to_play(store, wanted)
        limit = CostLimit(settings.max_cost)
        there = read_run(run)
        limit.remember(there.records, sum(failure.cost for failure in there.failures))
        place = settings.place or Here(casebook, participants, manifest.questions, settings.clock)
        player = _RunPlayer(store, manifest, casebook, place, settings, limit)
        ends = await player.play_all(keys)
    kinds = [type(end) for end in ends]
    return Played(
        there=len(wanted.planned) - len(keys),
        finished=kinds.count(Finished),
        failed=kinds.count(Failed),
        skipped=kinds.count(Skipped),
        killed=tuple(killed),
        spent=round(limit.spent, 6),
    )


def _file_killed(store: Store, manifest: Manifest, when: str) -> list[Failure]:
    """Files each consult that a killed process left under way as interrupted, with its cost.

    A server may bill the answer that was under way when the process died. It is counted as dear as
    the dearest answer of that consult, or else as the model's usual one: a limit must hold even if
    a run is killed again and again.
    """
    open_ = [key for key in manifest.planned if store.consult(key).partial.is_file()]
    usual = _cost_of_an_answer(read_run(store.run).records) if open_ else {}
    found = []
    for key in open_:
        files = store.consult(key)
        earlier, cost = files.failure(), journal_cost(files.partial)
        if earlier and earlier.attempts >= cost.attempt:
            continue  # it ended by itself, and what it cost is filed
        before = earlier.cost if earlier else 0.0
        in_flight = cost.dearest or usual.get(key[0], 0.0)
        spent = round(before + cost.spent + in_flight, 6)
        message = "killed before it ended"
        failure = Failure(*key, "interrupted", message, cost.attempt, when, spent)
        files.write_failure(failure)
        found.append(failure)
    return found


def _cost_of_an_answer(records: Sequence[Record]) -> dict[str, float]:
    """US$ that one answer of each model cost on average, in the dearest of its consults."""
    found: dict[str, float] = {}
    for record in records:
        mean = record.known_cost / max(1, record.usage.calls)
        found[record.model] = max(mean, found.get(record.model, 0.0))
    return found


@dataclass
class _RunPlayer:
    """One run under way."""

    store: Store
    manifest: Manifest
    casebook: Casebook
    place: Place
    settings: Settings
    limit: CostLimit
    _free: asyncio.Semaphore = field(init=False)
    _given_up: dict[str, str] = field(init=False, default_factory=dict)
    """Why nothing more is begun: by model, by a server's address, or "" for everybody."""

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.settings.concurrency)

    async def play_all(self, keys: tuple[Key, ...]) -> list[Progress]:
        """Plays the consults; what is not an infrastructure fault ends them all."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._play_in_turn(key)) for key in keys]
        except ExceptionGroup as several:
            raise several.exceptions[0] from several
        return [task.result() for task in tasks]

    async def _play_in_turn(self, key: Key) -> Progress:
        """Waits for a free place and plays, unless that could pass the cost limit."""
        async with self._free:
            if why := self._why_given_up(key[0]):
                end: Progress = Skipped(key, why)
            elif await self.limit.admit(key[0]):
                self.settings.progress(Started(key))
                end = await self._play(key)
            else:
                end = Skipped(key, self.limit.refusal(key[0]))
            self.settings.progress(end)
            return end

    async def _play(self, key: Key) -> Finished | Failed:
        """Plays one consult with its journal open, and files how it ended."""
        model, case_id, _ = key
        files = self.store.consult(key)
        earlier = files.failure()
        started = _stamp(self.settings.now())
        case = self.casebook.case(case_id, files.record)
        spent = 0.0

        def keep_spent(total: float) -> None:
            nonlocal spent
            spent = total
            journal.keep_spent(total)

        with Journal(files.partial, attempt=earlier.attempts + 1 if earlier else 1) as journal:
            try:
                talk = await self.place.talk(key, journal.keep, keep_spent)
            except asyncio.CancelledError:
                stopped = InfrastructureError("stopped before it ended")
                self._file_failure(key, earlier, spent, stopped)
                raise
            finally:
                self.limit.settle(model, spent)
        played = talk.outcome
        if isinstance(played, InfrastructureError):
            self._give_up(model, played)
            return Failed(key, self._file_failure(key, earlier, spent, played))
        self.limit.learn(model, None if played.usage.cost is None else spent)
        about = self._metadata(key, talk, played, earlier, started)
        filed = record_consult(case, self.casebook.catalogue, played.moves, about)
        files.write(filed)
        return Finished(key, filed.record)

    def _server(self, model: str) -> str:
        """The address at which a doctor is asked; "" for a script."""
        doctor = next(each for each in self.manifest.doctors if each.id == model)
        return str(doctor.parameters.get("base_url", ""))

    def _give_up(self, model: str, error: InfrastructureError) -> None:
        """Begins no consult any more that is sure to fail as this one did."""
        if error.reach == "consult":
            return
        if isinstance(error, PatientError):
            self._given_up[""] = f"for the patient fails in every one: {error}"
        elif error.reach == "server" and (server := self._server(model)):
            self._given_up[server] = f"for its server fails in every one: {error}"
        else:
            self._given_up[model] = f"for {model} fails in every one: {error}"

    def _why_given_up(self, model: str) -> str:
        found = (self._given_up.get(each) for each in ("", model, self._server(model) or model))
        return next(filter(None, found), "")

    def _file_failure(
        self, key: Key, earlier: Failure | None, spent: float, error: InfrastructureError
    ) -> Failure:
        when = _stamp(self.settings.now())
        tries, cost = (earlier.attempts, earlier.cost) if earlier else (0, 0.0)
        cost = round(cost + spent, 6)
        failure = Failure(*key, error.ending, str(error), tries + 1, when, cost)
        self.store.consult(key).write_failure(failure)
        return failure

    def _metadata(
        self,
        key: Key,
        talk: Talk,
        played: PlayedConsult,
        earlier: Failure | None,
        started: str,
    ) -> Metadata:
        model, case_id, rep = key
        return Metadata(
            model=model,
            rep=rep,
            ending=played.ending,
            max_questions=self.manifest.questions,
            usage=played.usage,
            patient_model=talk.patient,
            marker_model=talk.marker,
            patient_usage=played.patient_usage if played.patient_usage.calls else None,
            started=started,
            attempts=earlier.attempts + 1 if earlier else 1,
            lost_cost=earlier.cost if earlier else 0.0,
            seconds=round(played.seconds, 3),
            provenance=provenance(self.manifest, model, case_id, played),
        )


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
