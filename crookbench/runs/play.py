"""A person plays one case at the terminal: goes on where they left, and is filed like any doctor.

Every move is in the journal before its answer is seen, so whatever ends the process, the same
command goes on from there. A person's run plans exactly what was played (`plan: as_played`).
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

from crookbench.doctor.terminal.bill import bill_shown
from crookbench.doctor.terminal.human_doctor import HumanDoctor
from crookbench.doctor.terminal.keyboard import Left
from crookbench.doctor.terminal.render_move import plain
from crookbench.doctor.terminal.screen import print_paged
from crookbench.errors import InfrastructureError
from crookbench.records.lock import locked
from crookbench.records.manifest import DoctorConfig, Manifest
from crookbench.records.record import Metadata
from crookbench.records.recording import record_consult
from crookbench.records.replay import again
from crookbench.records.slug import slug
from crookbench.records.store import Journal, Store, journal_start, journal_usage, read_journal
from crookbench.runs.consult import QUESTIONS, Consult
from crookbench.runs.interrupt import until_interrupted
from crookbench.runs.model_config import ModelConfig
from crookbench.runs.participants import participants
from crookbench.runs.plan import extended
from crookbench.runs.runner import provenance
from crookbench.runs.turn_loop import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from crookbench.casebook.casebook import Casebook
    from crookbench.doctor.contract import Usage
    from crookbench.doctor.terminal.keyboard import Lines
    from crookbench.game.case import Case
    from crookbench.records.manifest import Key
    from crookbench.records.record import Record
    from crookbench.records.store import ConsultFiles
    from crookbench.runs.turn_loop import Played

_DESCRIPTION = (
    "People at the keyboard, each scored like any other doctor. They choose what they play, so "
    "the run plans exactly what was played. Whoever plays a case again has seen its bill."
)
_LIMITS = {
    "say_limit": "The limit of messages is reached: the consultation is scored as it stands.",
    "tool_limit": "The limit of moves is reached: the consultation is scored as it stands.",
}


@dataclass(frozen=True, slots=True)
class Table:
    """Where one person plays: the run, who they are, the cases, the budget and who answers.

    Attributes:
        hints: Whether /hint tells.
        earlier: How often the person has played the case before, in any run.
        command: What goes on with a consult that was left, to be typed.
    """

    store: Store
    model: str
    book: Casebook
    questions: int = QUESTIONS
    models: ModelConfig = field(default_factory=ModelConfig)
    hints: bool = False
    earlier: int = 0
    command: str = ""

    def next_key(self, case: str) -> Key:
        """The first repeat of the case that has no record: one that was left, or a new one."""
        keys: Iterator[Key] = ((self.model, case, rep) for rep in count(1))
        return next(key for key in keys if not self.store.consult(key).record.is_file())

    def manifest(self, key: Key) -> Manifest:
        """The run as it is there, with this consult.

        Raises:
            UsageFault: It was made under another configuration.
        """
        return extended(self.store.manifest(), self.wanted(key))

    def wanted(self, key: Key) -> Manifest:
        """A run of this consult alone."""
        _, case, rep = key
        return Manifest(
            id=self.store.run.name,
            title="People",
            date=datetime.now(UTC).date().isoformat(),
            description=_DESCRIPTION,
            plan="as_played",
            doctors=(DoctorConfig(id=self.model),),
            cases=(case,),
            reps=rep,
            questions=self.questions,
            patient=self.models.patient_name,
            marker=self.models.patient_name,
            patient_parameters=self.models.patient_parameters,
            prompts=self.models.prompts,
            case_hashes={case: self.book.case_hashes.get(case, "")},
            catalogue_hash=self.book.catalogue_hash,
        )


def play_at(table: Table, case_id: str, typed: Lines, console: Console) -> Record | None:
    """Plays the next consult of a case; None where the person leaves before its end.

    Raises:
        KeyboardInterrupt: The person left by Ctrl-C.
        UsageFault: The same person plays elsewhere, another process writes the run, or it was
            made under another configuration.
        Fault: The journal of the consult that was left is not as it should be.
        PatientError: The patient's model gave no answer; everything until then is kept.
    """
    folder = table.store.run / slug(table.model)
    with locked(folder):
        key = table.next_key(case_id)
        with locked(table.store.run):
            manifest = table.manifest(key)
            table.store.clear_leftovers()
            table.store.write_manifest(manifest)
        session = _Session(table, key, manifest, typed, console)
        try:
            record = _played(session, live=typed.live)
        except (Left, KeyboardInterrupt) as left:
            console.print(plain(session.left_note(), "dim"), soft_wrap=True)
            if isinstance(left, KeyboardInterrupt) or left.interrupted:
                raise KeyboardInterrupt from None
            return None
        except InfrastructureError:
            console.print(plain(session.left_note(), "dim"), soft_wrap=True)
            raise
    title = table.book.cases[case_id].title
    if table.earlier:
        title += f" (try {table.earlier + 1}: the bill had been seen before)"
    print_paged(console, [bill_shown(record, title)], live=typed.live)
    console.print(plain(f"Kept in {session.files.record}", "dim"), soft_wrap=True)
    return record


def _played(session: _Session, *, live: bool) -> Record:
    """Plays the session; Ctrl-C raises KeyboardInterrupt once its journal is closed."""
    if not live:
        with _interruptible():
            return asyncio.run(session.play())
    record = asyncio.run(until_interrupted(session.play()))
    if record is None:
        raise KeyboardInterrupt
    return record


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C end a line that is awaited from a pipe: reading one holds up all else."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass
class _Session:
    """One sitting: a consult from its beginning, or from where its journal ends."""

    table: Table
    key: Key
    manifest: Manifest
    lines: Lines
    console: Console
    files: ConsultFiles = field(init=False)
    consult: Consult | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.files = self.table.store.consult(self.key)

    @property
    def case(self) -> Case:
        return self.table.book.case(self.key[1], self.files.record)

    async def play(self) -> Record:
        """Plays to the end and files the consult; raises `Left` where the person leaves."""
        path = self.files.partial
        there = path.is_file()
        kept = read_journal(path) if there else ()
        catalogue = self.table.book.catalogue
        before = [again(self.case, catalogue, move) for move in kept]
        started = (journal_start(path) if there else "") or _stamp(datetime.now(UTC))
        async with participants(self.table.models, catalogue) as taking_part:
            with Journal(path, started="" if before else started, going_on=there) as journal:
                consult = self.consult = Consult(
                    self.case,
                    catalogue,
                    taking_part.patient(self.case),
                    taking_part.marker(self.case),
                    questions=self.manifest.questions,
                    before=before,
                )
                consult.count_patient(journal_usage(path))
                consult.on_move = lambda move: journal.keep(move, self._patient_usage(consult))
                played = await self._play_person(consult)
        return self._file(consult, played, started)

    def _patient_usage(self, consult: Consult) -> Usage | None:
        """What a patient's model used; None for the chart."""
        return consult.patient_usage if consult.patient_usage.calls else None

    async def _play_person(self, consult: Consult) -> Played:
        """The person plays, unless the consult had ended and only was not filed."""
        person = HumanDoctor(self.table.model, consult, self.lines, self.console, self.table.hints)
        if not consult.over:
            person.welcome()
            if self.table.earlier:
                again = f"You have played this case before: this is try {self.table.earlier + 1}."
                self.console.print(plain(again, "dim"))
        played = await play(consult, person)
        person.catch_up()
        if played.ending in _LIMITS:
            self.console.print(plain(_LIMITS[played.ending]))
        return played

    def _file(self, consult: Consult, played: Played, started: str) -> Record:
        model, case_id, rep = self.key
        about = Metadata(
            model=model,
            rep=rep,
            ending=played.ending,
            max_questions=self.manifest.questions,
            patient_model=consult.patient.name,
            marker_model=consult.marker.name,
            usage=played.usage,
            patient_usage=self._patient_usage(consult),
            started=started,
            seconds=round(played.seconds, 3),
            provenance=provenance(self.manifest, model, case_id, played),
        )
        with locked(self.table.store.run):
            filed = record_consult(consult.case, consult.catalogue, played.moves, about)
            self.files.write(filed)
            return filed.record

    def left_note(self) -> str:
        """What is kept of a consult that the person left."""
        moves = len(self.consult.moves) if self.consult else 0
        command = f"\n  {self.table.command}" if self.table.command else ""
        if not moves:
            return f"Left before the first move; the same command starts again.{command}"
        done = "one move" if moves == 1 else f"{moves} moves"
        told = f"Left after {done}. Everything is kept: the same command goes on from here."
        return told + command


def _stamp(moment: datetime) -> str:
    """A time in UTC to the second: 2026-10-04T03:39:16Z."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
