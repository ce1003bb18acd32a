"""Reading a results folder: runs, their consults, and what failed.

Ours holds `<run>/run.json` and `<run>/<model>/<case>-<rep>.{json,log.json,md}`. crook-bench's holds
`<model>/<case>-<rep>.{json,log.json,md}` at once; it reads as one run.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import ValidationError

from crookbench.errors import Fault, Faults, UsageFault
from crookbench.game.nearest import did_you_mean
from crookbench.records import crook_bench
from crookbench.records.jsonfile import read_json, validated
from crookbench.records.log import read_moves
from crookbench.records.manifest import Manifest
from crookbench.records.record import SCHEMA, FailedConsult, Record
from crookbench.records.slug import slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from crookbench.game.moves import Move

MANIFEST = "run.json"
_MOST_LOGS_HELD = 500
"""A run with more consults keeps no moves in memory: 60 kB a consult, 1.2 GB for 20,000. Its logs
are read where they are wanted, and a fault in one is told then."""

_RECORD = re.compile(r"[^.].*(?<!\.log)(?<!\.error)\.json")


@dataclass(frozen=True)
class Consult:
    """One scored consult of a run: its record and its log.

    Attributes:
        moves: The log's moves, or None where they are read from the file each time.
        record_path: The record's file; the log and the transcript lie beside it.
    """

    record: Record
    moves: tuple[Move, ...] | None
    record_path: Path

    @property
    def log(self) -> tuple[Move, ...]:
        """The moves, each with what it earned and the score after it."""
        return read_moves(log_path(self.record_path)) if self.moves is None else self.moves


@dataclass(frozen=True)
class Failure:
    """A consult that an infrastructure fault ended: never a score.

    Attributes:
        attempts: How often it was tried.
        when: Time of the last try, UTC.
        cost: US$ that the tries cost together, as far as that is known.
    """

    model: str
    case: str
    rep: int
    ending: str
    message: str
    attempts: int = 1
    when: str = ""
    cost: float = 0.0

    @property
    def key(self) -> tuple[str, str, int]:
        return (self.model, self.case, self.rep)


@dataclass(frozen=True)
class Run:
    """One run: its manifest and everything that was played of it.

    Consults and failures stand in the order of the plan: doctor, case, repeat.
    """

    manifest: Manifest
    consults: tuple[Consult, ...]
    failures: tuple[Failure, ...]
    path: Path

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return tuple(consult.record for consult in self.consults)

    @cached_property
    def missing(self) -> tuple[tuple[str, str, int], ...]:
        """Planned consults without a record: failed or not played yet."""
        have = {record.key for record in self.records}
        return tuple(key for key in self.manifest.planned if key not in have)


def read_runs(results: Path) -> tuple[Run, ...]:
    """Every run of a results folder, the newest first.

    Raises:
        Fault, Faults: The folder or a file in it is not as it should be.
    """
    _folder(results)
    if (results / MANIFEST).is_file():
        return (read_run(results),)
    folders = [path for path in _visible(results) if path.is_dir()]
    runs = [path for path in folders if (path / MANIFEST).is_file()]
    if not runs:
        return (read_run(results),)
    for path in folders:
        if path not in runs and any(_record_paths(path)):
            raise Fault(str(path), f"expected {MANIFEST} in it, as in {runs[0].name}; saw none")
    found = sorted((read_run(path) for path in runs), key=lambda run: run.manifest.id)
    raise_faults([fault for run in found if (fault := _misnamed(run, found)) is not None])
    return tuple(sorted(found, key=lambda run: run.manifest.date, reverse=True))


def _misnamed(run: Run, runs: Sequence[Run]) -> Fault | None:
    """Why a run cannot be named: its folder has another name, as that of a copied run has."""
    id_, folder = run.manifest.id, run.path.name
    if id_ == folder:
        return None
    first = next((each for each in runs if each.path.name == id_), None)
    whose = f", the id of {first.path / MANIFEST}" if first else ""
    return Fault(
        str(run.path / MANIFEST),
        f"expected {folder!r}, the folder's name; saw {id_!r}{whose}: "
        "change the id, or the folder's name",
        key="id",
    )


def runs_named(results: Path, name: str | None) -> tuple[Run, ...]:
    """The runs a command is about: the one it names, or all.

    Raises:
        UsageFault: There is no run of that name.
        Fault, Faults: The folder or a file in it is not as it should be.
    """
    runs = read_runs(results)
    found = tuple(each for each in runs if name in (None, each.manifest.id))
    if not found:
        known = [each.manifest.id for each in runs]
        hint = did_you_mean(name or "", known, f"it has: {', '.join(known)}")
        raise UsageFault(f"{results}: there is no run {name!r}; {hint}")
    return found


def featured(runs: Sequence[Run]) -> Run:
    """The run that the overview shows: the newest one marked so, else the newest."""
    return next((run for run in runs if run.manifest.featured), runs[0])


def read_run(folder: Path) -> Run:
    """One run: a folder with run.json, or crook-bench's results without.

    Raises:
        Fault, Faults: The folder or a file in it is not as it should be.
    """
    _folder(folder)
    path = folder / MANIFEST
    ours = path.is_file()
    paths = list(_record_paths(folder))
    hold = len(paths) <= _MOST_LOGS_HELD
    known: dict[object, object] = {}
    consults = _all(_consult(each, known, hold_log=hold) for each in paths)
    if not ours and not consults:
        raise Fault(
            str(folder), f"expected runs (folders with {MANIFEST}) or model folders; saw neither"
        )
    manifest = read_manifest(path) if ours else crook_bench.manifest_of(folder, consults)
    manifest = manifest.with_played([consult.record.key for consult in consults])
    _check_places(consults, manifest, ours=ours)
    place = {key: index for index, key in enumerate(manifest.planned)}
    have = {consult.record.key for consult in consults}
    failures = [each for each in _failures(folder) if each.key not in have]
    return Run(
        manifest=manifest,
        consults=tuple(sorted(consults, key=lambda each: place[each.record.key])),
        failures=tuple(
            sorted(failures, key=lambda each: (place.get(each.key, len(place)), each.key))
        ),
        path=folder,
    )


def read_manifest(path: Path) -> Manifest:
    data = read_json(path)
    _check_schema(data, path)
    return validated(Manifest, data, str(path))


def read_record(path: Path) -> Record:
    """One record.

    Raises:
        Fault: It is not a whole record of a version this crookbench reads.
    """
    if (record := _plain_record(path)) is not None:
        return record
    data = read_json(path)
    _check_schema(data, path)
    return validated(Record, data, str(path))


_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_HUGE = b"0" * 19
_UNLAWFUL = (b"NaN", b"Infinity", b"\\ud", b"\\uD")
"""What strict reading refuses or mends and pydantic takes: numbers that are not finite, half
characters; and integers of 19 digits, beyond 64 bits."""


def _plain_record(path: Path) -> Record | None:
    """The record of a file as ours are, read at once; None where a closer look is wanted."""
    try:
        text = path.read_bytes()
        record = Record.model_validate_json(text)
    except (OSError, ValidationError):
        return None
    known = record.version is None or 1 <= record.version <= SCHEMA
    lawful = not any(each in text for each in _UNLAWFUL) and _HUGE not in text.translate(_ZEROS)
    return record if known and lawful else None


def read_consult(path: Path) -> Consult:
    """The consult of a record's file; its log is read where it is wanted.

    Raises:
        Fault: It is not a whole record of a version this crookbench reads.
    """
    return Consult(read_record(path), None, path)


def log_path(record: Path) -> Path:
    """The log beside a record's file."""
    return record.with_name(f"{record.stem}.log.json")


def _folder(path: Path) -> None:
    if not path.exists():
        raise UsageFault(
            f"{path}: expected a results folder, saw nothing there; "
            "check --results, or play some with: crookbench run baselines"
        )
    if not path.is_dir():
        raise UsageFault(f"{path}: expected a results folder, saw a file; check --results")
    if not any(_visible(path)):
        raise UsageFault(
            f"{path}: expected results, saw an empty folder; "
            "play some with: crookbench run baselines"
        )


def _visible(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _record_paths(folder: Path) -> Iterator[Path]:
    """Every record below the folder's model folders; what lies beside those is no record."""
    for model in _visible(folder):
        if model.is_dir():
            yield from (path for path in _visible(model) if _RECORD.fullmatch(path.name))


def _all(consults: Iterable[Consult | Fault]) -> list[Consult]:
    """The consults, or every fault found among them at once."""
    found = list(consults)
    raise_faults([each for each in found if isinstance(each, Fault)])
    return [each for each in found if isinstance(each, Consult)]


def raise_faults(faults: Sequence[Fault]) -> None:
    """Raises one fault as itself and several together; none does nothing."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise Faults(faults)


def _consult(path: Path, known: dict[object, object], *, hold_log: bool) -> Consult | Fault:
    try:
        record = read_record(path)
        log = log_path(path)
        if not log.is_file():
            return Fault(str(path), f"expected its log {log.name} beside it, saw none")
        moves = read_moves(log) if hold_log else None
    except Fault as fault:
        return fault
    return Consult(_share_parts(record, known), moves, path)


_REPEATED = ("awards", "missed", "red_flags", "domains", "diagnoses", "unnecessary", "story")
"""Parts of a record that other records of a run have as well, word for word."""


def _share_parts(record: Record, known: dict[object, object]) -> Record:
    """The record with equal parts held once a run: 15 kB a record in memory instead of 55."""
    parts = {
        name: tuple(known.setdefault(each, each) for each in getattr(record, name))
        for name in _REPEATED
    }
    return record.model_copy(update=parts)


def _check_schema(data: object, path: Path) -> None:
    if not isinstance(data, dict):
        raise Fault(str(path), f"expected a JSON object, saw {type(data).__name__}")
    version = data.get("schema")
    if version is None or (version in range(1, SCHEMA + 1) and not isinstance(version, bool)):
        return
    if isinstance(version, int) and version > SCHEMA:
        advice = "it was written by a later crookbench; update this one"
    else:
        advice = "no crookbench writes that"
    raise Fault(str(path), f"expected version {SCHEMA}, saw {version!r}: {advice}", key="schema")


def _check_places(consults: Sequence[Consult], manifest: Manifest, *, ours: bool) -> None:
    """Every record lies where its contents say, once, and is one that the run plans."""
    holders = defaultdict(list)
    for consult in consults:
        holders[consult.record.key].append(consult)
    planned = set(manifest.planned)
    faults = []
    for (model, case, rep), held in holders.items():
        if len(held) > 1:
            first, second = (each.record_path for each in held[:2])
            faults.append(
                Fault(
                    str(second),
                    f"holds {model}, {case}, repeat {rep}, as {first} does; "
                    "expected one record a consult: delete the wrong one",
                )
            )
        elif fault := _misplaced(held[0], ours=ours):
            faults.append(fault)
        elif (model, case, rep) not in planned:
            faults.append(
                Fault(
                    str(held[0].record_path),
                    f"holds {model}, {case}, repeat {rep}, which {MANIFEST} does not plan; "
                    "expected one of its doctors, cases and repeats",
                )
            )
    raise_faults(faults)


def _misplaced(consult: Consult, *, ours: bool) -> Fault | None:
    record, path = consult.record, consult.record_path
    own = slug(record.model)
    folders = [own] if ours else [crook_bench.folder_name(record.model), own]
    if path.parent.name not in folders:
        return Fault(
            str(path),
            f"expected in folder {folders[0]!r}, that of model {record.model!r}; "
            f"saw it in {path.parent.name!r}",
            key="model",
        )
    name = f"{record.case}-{record.rep}.json"
    if path.name != name:
        return Fault(
            str(path),
            f"holds case {record.case!r}, repeat {record.rep}: expected file name {name!r}",
        )
    return None


def _failures(folder: Path) -> Iterator[Failure]:
    for model in _visible(folder):
        if model.is_dir():
            for path in sorted(model.glob("*.error.json")):
                yield read_failure(path)


def read_failure(path: Path) -> Failure:
    """One consult that failed."""
    filed = validated(FailedConsult, read_json(path), str(path))
    return Failure(**filed.model_dump())
