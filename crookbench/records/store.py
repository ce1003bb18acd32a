"""The files of one run: what is there, and how each of them is written.

While a consult is played its moves go to `<case>-<rep>.partial.jsonl`, written one by one.
Finished files appear whole, the record last: a consult with a record is done.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pydantic import Field, FiniteFloat, TypeAdapter, ValidationError

from crookbench.chat.usage import Usage
from crookbench.errors import Fault
from crookbench.records.jsonfile import (
    compact,
    fields_text,
    parse_json,
    rows_text,
    validated,
    write_atomically,
)
from crookbench.records.log import MOVE, row_of, rows_of
from crookbench.records.record import Filed
from crookbench.records.results import MANIFEST, read_failure, read_manifest
from crookbench.records.slug import slug
from crookbench.redaction import without_keys

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import Literal, Self, TextIO

    from crookbench.game.moves import Move
    from crookbench.records.log import Row
    from crookbench.records.manifest import Key, Manifest
    from crookbench.records.record import Record
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Failure


_USAGE: TypeAdapter[Usage] = TypeAdapter(Usage)


@dataclass(frozen=True, slots=True)
class ConsultFiles:
    """Where the files of one consult lie."""

    folder: Path
    stem: str

    @property
    def record(self) -> Path:
        return self.folder / f"{self.stem}.json"

    @property
    def log(self) -> Path:
        return self.folder / f"{self.stem}.log.json"

    @property
    def transcript(self) -> Path:
        return self.folder / f"{self.stem}.md"

    @property
    def partial(self) -> Path:
        return self.folder / f"{self.stem}.partial.jsonl"

    @property
    def error(self) -> Path:
        return self.folder / f"{self.stem}.error.json"

    def write(self, consult: ConsultRecord) -> None:
        """Files a finished consult, the record last, and takes away what it replaces."""
        write_atomically(self.log, rows_text(rows_of(consult.moves)))
        write_atomically(self.transcript, consult.transcript)
        write_atomically(self.record, record_text(consult.record))
        self.error.unlink(missing_ok=True)
        self.partial.unlink(missing_ok=True)

    def write_failure(self, failure: Failure) -> None:
        """Files a consult that an infrastructure fault ended, without any key in its message."""
        kept = asdict(failure) | {"message": without_keys(failure.message)}
        write_atomically(self.error, fields_text(kept))

    def failure(self) -> Failure | None:
        """The failure that stands in the consult's place."""
        return read_failure(self.error) if self.error.is_file() else None


def record_text(record: Record) -> str:
    return fields_text(record.as_json())


def manifest_text(manifest: Manifest) -> str:
    return fields_text(manifest.model_dump(mode="json", by_alias=True))


@dataclass(frozen=True, slots=True)
class Store:
    """The folder of one run."""

    run: Path

    def consult(self, key: Key) -> ConsultFiles:
        model, case, rep = key
        return ConsultFiles(self.run / slug(model), f"{case}-{rep}")

    def manifest(self) -> Manifest | None:
        """What run.json holds, or None in a new run."""
        path = self.run / MANIFEST
        return read_manifest(path) if path.is_file() else None

    def write_manifest(self, manifest: Manifest) -> None:
        """Writes run.json where it changes anything."""
        if self.manifest() != manifest:
            write_atomically(self.run / MANIFEST, manifest_text(manifest))

    def clear_leftovers(self) -> None:
        """Takes away what a killed process left; only under the run's lock.

        That is halves of files, and journals and failures of consults whose record is there.
        """
        for path in (*self.run.glob(".*.tmp"), *self.run.glob("*/.*.tmp")):
            path.unlink()
        for end in (".partial.jsonl", ".error.json"):
            for path in self.run.glob(f"*/*{end}"):
                if path.with_name(f"{path.name.removesuffix(end)}.json").is_file():
                    path.unlink()


class Journal:
    """The moves of a consult under way and what it cost, each written before the next is made.

    A line is handed to the operating system at once, so it outlives the process, however that
    ends. It is not forced to the disk: a machine that loses its power may lose the last seconds,
    and waiting for the disk would hold up every other consult.

    Args:
        path: Its file.
        started: Time the consult began, kept beside its first move.
        going_on: Whether to write after the moves that are there, rather than anew.
        attempt: How often the consult was begun, this time included, where its cost is kept too.
    """

    def __init__(
        self, path: Path, *, started: str = "", going_on: bool = False, attempt: int = 0
    ) -> None:
        self._path = path
        self._attempt = attempt
        self._head = {"started": started} if started else {}
        self._going_on = going_on
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._going_on:
            _cut_to_whole_lines(self._path)
        mode: Literal["a", "w"] = "a" if self._going_on else "w"
        self._file = self._path.open(mode, encoding="utf-8", newline="\n")
        if self._attempt:
            self.keep_spent(0.0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, move: Move, patient_usage: Usage | None = None) -> None:
        """Writes a move, and what the patient's model used up to it where there is one."""
        used = {"patient_usage": asdict(patient_usage)} if patient_usage else {}
        self._write(row_of(1, move) | self._head | used)
        self._head = {}

    def keep_spent(self, spent: float) -> None:
        """Writes what the consult cost so far in US$, so that a killed one's cost is known."""
        self._write({"attempt": self._attempt, "spent": round(spent, 6)})

    def _write(self, data: Row) -> None:
        if self._file is None:
            raise RuntimeError("a journal is open between `with` and its end")
        self._file.write(compact(data) + "\n")
        self._file.flush()


@dataclass(frozen=True, slots=True)
class JournalCost:
    """What a journal says about the cost of its consult.

    Attributes:
        attempt: How often the consult was begun, this time included.
        spent: US$ up to the last answer that came.
        dearest: US$ that its dearest answer cost.
    """

    attempt: int = 1
    spent: float = 0.0
    dearest: float = 0.0


def journal_cost(path: Path) -> JournalCost:
    """What an unfinished consult cost; lines that cannot be read are left out."""
    cost = JournalCost()
    for line in _whole_lines(path):
        try:
            kept = validated(_Spent, parse_json(line, str(path)), str(path))
        except Fault:
            continue  # a move
        cost = JournalCost(kept.attempt, kept.spent, max(cost.dearest, kept.spent - cost.spent))
    return cost


class _Spent(Filed):
    """One line of a journal that is no move but a cost."""

    attempt: int = Field(ge=1)
    spent: FiniteFloat = Field(ge=0)


def read_journal(path: Path) -> tuple[Move, ...]:
    """The moves of an unfinished consult; a last line cut short is left out.

    Raises:
        Fault: A whole line is no move.
    """
    found = []
    for number, line in enumerate(_whole_lines(path), start=1):
        data = parse_json(line, f"{path}:{number}")
        if isinstance(data, dict) and "spent" in data:
            continue  # no move, but what the consult cost until then
        try:
            found.append(MOVE.validate_json(compact(data), strict=True))
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            key = ".".join(str(part) for part in first["loc"][1:])
            message = f"expected a move, saw one whose {key or 'name'} does not fit"
            raise Fault(str(path), message, line=number) from None
    return tuple(found)


def journal_start(path: Path) -> str:
    """When the consult of a journal began, "" where its first move does not say."""
    data = next((parse_json(line, f"{path}:1") for line in _whole_lines(path)), None)
    started = data.get("started") if isinstance(data, dict) else None
    return started if isinstance(started, str) else ""


def journal_usage(path: Path) -> Usage:
    """What the patient's model used up to the last move of a journal.

    Raises:
        Fault: What stands there is no usage.
    """
    rows = [parse_json(line, f"{path}:{n}") for n, line in enumerate(_whole_lines(path), start=1)]
    last = rows[-1] if rows else None
    kept = last.get("patient_usage") if isinstance(last, dict) else None
    if kept is None:
        return Usage()
    try:
        return _USAGE.validate_python(kept)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        key = ".".join(("patient_usage", *(str(part) for part in first["loc"])))
        raise Fault(f"{path}:{len(rows)}", f"{first['msg'].lower()}", key=key) from None


def _cut_to_whole_lines(path: Path) -> None:
    """Takes away a last line that a killed process left half written."""
    with path.open("rb+") as file:
        file.truncate(file.read().rfind(b"\n") + 1)


def _whole_lines(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8", "replace")
    whole, _, _ = text.rpartition("\n")
    return whole.split("\n") if whole else []
