"""Checks that every file of a run is what its log and today's cases give."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from crookbench.errors import CrookbenchError, Fault
from crookbench.game.awards import PARTS
from crookbench.records.jsonfile import compact_repr, read_json, rows_text
from crookbench.records.log import rows_of
from crookbench.records.record import SCHEMA
from crookbench.records.replay import replay
from crookbench.records.results import log_path
from crookbench.records.store import record_text
from crookbench.records.wordless import wordless_faults
from crookbench.records.workers import in_workers
from crookbench.redaction import looks_like_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.log import Row
    from crookbench.records.record import Domain, Record
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Consult, Run

_MISSING = object()
_COUNTED = ("harmful", "unnecessary", "missed_required")
_FOREIGN = ("total", "max", "level", "consequence", "says")


@dataclass(frozen=True, slots=True)
class Verified:
    """How many records were checked, how many hold, and what is wrong with the others."""

    records: int
    verified: int
    faults: tuple[Fault, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "records": self.records,
            "verified": self.verified,
            "faults": [str(fault) for fault in self.faults],
        }


def verify(runs: Sequence[Run], casebook: Casebook, jobs: int | None = None) -> Verified:
    """Recomputes every record, log and transcript and looks for keys in every file."""
    items = [(run.manifest.kind == "wordless", each) for run in runs for each in run.consults]
    checked = list(in_workers(_consult_faults, casebook, items, jobs))
    others = [fault for run in runs for path in _other_files(run) for fault in _key_faults(path)]
    return Verified(
        records=len(checked),
        verified=sum(not faults for faults in checked),
        faults=(*(fault for faults in checked for fault in faults), *others),
    )


def _consult_faults(casebook: Casebook, item: tuple[bool, Consult]) -> list[Fault]:
    wordless, consult = item
    record, log = consult.record_path, log_path(consult.record_path)
    keys = [fault for path in (record, log, _transcript(consult)) for fault in _key_faults(path)]
    if wordless:
        return [*keys, *wordless_faults(consult)]
    try:
        expected = replay(consult, casebook)
    except CrookbenchError as error:
        return [*keys, error if isinstance(error, Fault) else Fault(str(record), str(error))]
    if consult.record.version is None:
        return [*keys, *_foreign_faults(consult, expected)]
    if consult.record.version < SCHEMA:
        return [*keys, _outdated(consult)]
    found = [*_own_faults(consult, expected)]
    stale = found and _is_stale(consult, casebook)
    return [*keys, *([_stale(consult)] if stale else found)]


def _is_stale(consult: Consult, casebook: Casebook) -> bool:
    """Whether it was scored against another version of its case or of the catalogue."""
    kept = consult.record.provenance
    now = casebook.case_hashes.get(consult.record.case, ""), casebook.catalogue_hash
    return (kept.case, kept.catalogue) != now


def _stale(consult: Consult) -> Fault:
    return Fault(
        str(consult.record_path),
        f"case {consult.record.case!r} or the catalogue has changed since it was scored; "
        "see what that changes with: crookbench rescore",
        key="provenance",
    )


def _outdated(consult: Consult) -> Fault:
    return Fault(
        str(consult.record_path),
        f"has the format of version {consult.record.version}, expected {SCHEMA}; bring it up to "
        "date with: crookbench rescore --write --reason TEXT",
        key="schema",
    )


def _own_faults(consult: Consult, expected: ConsultRecord) -> Iterator[Fault]:
    """Differences of the three files; a file that is what would be written is not taken apart."""
    path = consult.record_path
    if path.read_text("utf-8") != record_text(expected.record):
        yield from _field_faults(path, expected.record.as_json(), read_json(path))
    log, rows = log_path(path), rows_of(expected.moves)
    if log.read_text("utf-8") != rows_text(rows):
        yield from _row_faults(log, rows, read_json(log))
    yield from _transcript_faults(_transcript(consult), expected.transcript)


def _field_faults(path: Path, expected: Any, seen: Any, key: str = "") -> Iterator[Fault]:  # noqa: ANN401
    """The innermost places in which two JSON values differ."""
    if isinstance(expected, dict) and isinstance(seen, dict):
        for name in dict.fromkeys((*expected, *seen)):
            wanted, have = expected.get(name, _MISSING), seen.get(name, _MISSING)
            yield from _field_faults(path, wanted, have, f"{key}.{name}" if key else name)
    elif _comparable_lists(expected, seen):
        for index, (wanted, have) in enumerate(zip(expected, seen, strict=True)):
            yield from _field_faults(path, wanted, have, f"{key}.{index}")
    elif expected != seen:
        yield _difference(path, key, expected, seen)


def _comparable_lists(expected: Any, seen: Any) -> bool:  # noqa: ANN401  any JSON
    """Whether two values are lists that can be compared element by element."""
    both = isinstance(expected, list) and isinstance(seen, list)
    return both and len(expected) == len(seen)


def _difference(path: Path, key: str, expected: object, seen: object) -> Fault:
    return Fault(str(path), f"expected {_shown(expected)}, seen {_shown(seen)}", key=key)


def _shown(value: object) -> str:
    return "nothing" if value is _MISSING else compact_repr(value, 160)


def _row_faults(path: Path, expected: Sequence[Row], seen: Sequence[Row]) -> Iterator[Fault]:
    nothing: Row = {}
    pairs = zip_longest(expected, seen, fillvalue=nothing)
    for index, (wanted, have) in enumerate(pairs):
        yield from _field_faults(path, wanted, have, str(index))


def _transcript_faults(path: Path, expected: str) -> Iterator[Fault]:
    if not path.is_file():
        yield Fault(str(path), "expected the transcript, seen no such file")
        return
    seen = path.read_text("utf-8")
    if seen == expected:
        return
    lines = zip_longest(expected.split("\n"), seen.split("\n"), fillvalue=_MISSING)
    for number, (wanted, have) in enumerate(lines, start=1):
        if wanted != have:
            message = f"expected {_shown(wanted)}, seen {_shown(have)}"
            yield Fault(str(path), message, line=number)
            return


def _foreign_faults(consult: Consult, expected: ConsultRecord) -> Iterator[Fault]:
    """Differences in the fields that a record of crook-bench has.

    Its texts are worded elsewhere, so lists of texts are compared by their number; its log says
    nothing of what the spoken plan earned, so the points of its rows are not compared.
    """
    path = consult.record_path
    seen: Mapping[str, Any] = read_json(path)
    wanted = expected.record.as_json()
    pairs = {
        **{name: (wanted[name], seen[name]) for name in _FOREIGN if name in seen},
        **{name: (len(wanted[name]), len(seen[name])) for name in _COUNTED if name in seen},
        **_part_pairs(expected.record, consult.record),
    }
    for name, (computed, have) in pairs.items():
        if computed != have:
            yield _difference(path, name, computed, have)
    for name in ("red_flags", "diagnoses"):
        if name in seen:
            yield from _tally_faults(path, name, wanted[name], seen[name])


def _part_pairs(expected: Record, seen: Record) -> dict[str, tuple[str, str]]:
    """Each part of the bill, as "20 of 35"."""
    return {
        f"domains.{part}": (_of(expected.domain(part)), _of(seen.domain(part))) for part in PARTS
    }


def _of(part: Domain) -> str:
    return f"{part.earned} of {part.max}"


def _tally_faults(
    path: Path, name: str, expected: Sequence[Row], seen: Sequence[Row]
) -> Iterator[Fault]:
    field = "elicited" if name == "red_flags" else "id"
    wanted, have = [each.get(field) for each in expected], [each.get(field) for each in seen]
    if wanted != have:
        yield _difference(path, f"{name}.{field}", wanted, have)


def _transcript(consult: Consult) -> Path:
    return consult.record_path.with_suffix(".md")


def _other_files(run: Run) -> list[Path]:
    """run.json and what is kept of failed consults."""
    return sorted((*run.path.glob("run.json"), *run.path.glob("*/*.error.json")))


def _key_faults(path: Path) -> Iterator[Fault]:
    if path.is_file() and (start := looks_like_key(path.read_text("utf-8", "replace"))):
        yield Fault(
            str(path), f"holds what looks like an API key ({start}); take it out, revoke it"
        )
