"""Checks that every file of a run is what its log and today's cases give."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.game.awards import PARTS
from crookbench.records.differences import difference, differences, line_difference
from crookbench.records.jsonfile import read_json, rows_text
from crookbench.records.log import rows_of
from crookbench.records.record import SCHEMA
from crookbench.records.replay import replay
from crookbench.records.results import log_path, read_consult
from crookbench.records.store import record_text
from crookbench.records.wordless import wordless_faults
from crookbench.records.workers import in_workers
from crookbench.redaction import looks_like_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.log import Row
    from crookbench.records.record import Record
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Consult, Run

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


def verify(
    runs: Sequence[Run], casebook: Casebook, jobs: int | None = None, dask: str | None = None
) -> Verified:
    """Recomputes every record, log and transcript and looks for keys in every file."""
    items = [
        (run.manifest.kind == "wordless", each.record_path)
        for run in runs for each in run.consults
    ]  # fmt: skip
    checked = list(in_workers(consult_faults, casebook, items, jobs, dask))
    others = [
        fault
        for run in runs
        for path in sorted((*run.path.glob("run.json"), *run.path.glob("*/*.error.json")))
        for fault in _key_faults(path)
    ]
    return Verified(
        records=len(checked),
        verified=sum(not faults for faults in checked),
        faults=(*(fault for faults in checked for fault in faults), *others),
    )


def consult_faults(casebook: Casebook, item: tuple[bool, Path]) -> list[Fault]:
    """What is wrong with the files of one consult, which is without words or not."""
    wordless, path = item
    consult = read_consult(path)
    files = (path, log_path(path), path.with_suffix(".md"))
    keys = [fault for file in files for fault in _key_faults(file)]
    if wordless:
        return [*keys, *wordless_faults(consult)]
    try:
        expected = replay(consult, casebook)
    except Fault as fault:
        return [*keys, fault]
    if consult.record.version is None:
        return [*keys, *_foreign_faults(consult, expected)]
    found = list(_own_faults(consult, expected))
    reason = _why_outdated(consult.record, casebook) if found else None
    return [*keys, *(found if reason is None else [Fault(str(path), *reason)])]


def _why_outdated(record: Record, casebook: Casebook) -> tuple[str, str] | None:
    """Why a whole record differs, with the field that says so; None where only parts of it do."""
    if record.version != SCHEMA:
        message = (
            f"has the format of version {record.version}, expected {SCHEMA}; bring it up to date "
            "with: crookbench rescore --write --reason TEXT"
        )
        return message, "schema"
    now = casebook.case_hashes.get(record.case, ""), casebook.catalogue_hash
    if (record.provenance.case, record.provenance.catalogue) != now:
        message = (
            f"case {record.case!r} or the catalogue has changed since it was scored; "
            "see what that changes with: crookbench rescore"
        )
        return message, "provenance"
    return None


def _own_faults(consult: Consult, expected: ConsultRecord) -> Iterator[Fault]:
    """Differences of the three files; a file that is what would be written is not taken apart."""
    path = consult.record_path
    if path.read_text("utf-8") != record_text(expected.record):
        yield from differences(path, expected.record.as_json(), read_json(path))
    log, rows = log_path(path), rows_of(expected.moves)
    if log.read_text("utf-8") != rows_text(rows):
        nothing: Row = {}
        pairs = zip_longest(rows, read_json(log), fillvalue=nothing)
        for number, (wanted, have) in enumerate(pairs):
            yield from differences(log, wanted, have, str(number))
    transcript = path.with_suffix(".md")
    if not transcript.is_file():
        yield Fault(str(transcript), "expected the transcript, saw no such file")
    elif fault := line_difference(transcript, expected.transcript, transcript.read_text("utf-8")):
        yield fault


def _foreign_faults(consult: Consult, expected: ConsultRecord) -> Iterator[Fault]:
    """Differences in the fields that a record of crook-bench has.

    Its texts are worded elsewhere, so lists of texts are compared by their number; its log says
    nothing of what the spoken plan earned, so the points of its rows are not compared.
    """
    path = consult.record_path
    there: Mapping[str, Any] = read_json(path)
    wanted, have = (
        _comparable(record, record.as_json()) for record in (expected.record, consult.record)
    )
    for name in wanted:
        if name.partition(".")[0] in there and wanted[name] != have[name]:
            yield Fault(str(path), difference(wanted[name], have[name]), key=name)


def _comparable(record: Record, data: Mapping[str, Any]) -> dict[str, Any]:
    """What two programs' records of one consult have in common."""
    return {
        **{name: data[name] for name in _FOREIGN},
        **{name: len(data[name]) for name in _COUNTED},
        **{
            f"domains.{part}": f"{record.domain(part).earned} of {record.domain(part).max}"
            for part in PARTS
        },
        "red_flags.elicited": [flag.elicited for flag in record.red_flags],
        "diagnoses.id": [named.id for named in record.diagnoses],
    }


def _key_faults(path: Path) -> Iterator[Fault]:
    if path.is_file() and (start := looks_like_key(path.read_text("utf-8", "replace"))):
        yield Fault(
            str(path), f"holds what looks like an API key ({start}); take it out, revoke it"
        )
