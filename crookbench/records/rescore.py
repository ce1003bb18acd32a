"""Scores the consults of a run again against today's cases, from their logs alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crookbench.errors import UsageFault
from crookbench.records.jsonfile import fields_text, read_json, rows_text, write_atomically
from crookbench.records.lock import locked
from crookbench.records.record import Rescored
from crookbench.records.recording import circumstances
from crookbench.records.replay import Replayed, replay
from crookbench.records.results import log_path
from crookbench.records.store import Store, record_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.record import Record, Score
    from crookbench.records.results import Consult, Run

NOT_IN_A_LOG = ("questions", "says", "seconds", "story", "missed", "schema")
"""Fields of a record that a log without our extra fields does not give."""


@dataclass(frozen=True, slots=True)
class Change:
    """One consult whose total, maximum, level or outcome is not what it was."""

    record: Record
    before: Score
    after: Score

    def as_json(self) -> dict[str, Any]:
        return {
            "model": self.record.model,
            "case": self.record.case,
            "rep": self.record.rep,
            "from": self.before.model_dump(),
            "to": self.after.model_dump(),
        }


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What rescoring a run found."""

    consults: int
    changes: tuple[Change, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "consults": self.consults,
            "unchanged": self.consults - len(self.changes),
            "changed": [change.as_json() for change in self.changes],
        }


def rescore(run: Run, casebook: Casebook) -> Rescoring:
    """What today's cases would change; nothing is written.

    Raises:
        UsageFault: The run has no words, so there is nothing to replay.
        Fault: A case or a part of a log is missing.
    """
    return _rescoring(run, _replayed(run, casebook))


def rescore_and_write(run: Run, casebook: Casebook, *, reason: str, when: str) -> Rescoring:
    """The same, and rewrites record, log and transcript of every consult.

    A changed score keeps its old value with the reason and the date `when` (2026-10-05).

    Raises:
        UsageFault: No reason is given, another process writes the run, or it has no words.
        Fault: A case or a part of a log is missing; nothing is written then.
    """
    if not reason.strip():
        raise UsageFault("rescoring for good wants a reason that readers will see: --reason TEXT")
    with locked(run.path):
        replayed = _replayed(run, casebook)
        found = _rescoring(run, replayed)
        for consult, now in zip(run.consults, replayed, strict=True):
            _write(consult, _with_history(consult, now, casebook, reason, when))
        _write_hashes(run, casebook)
    return found


def _replayed(run: Run, casebook: Casebook) -> list[Replayed]:
    if run.manifest.kind == "wordless":
        raise UsageFault(
            f"run {run.manifest.id!r} has no words, so its logs cannot be replayed; "
            "rescore it where its transcripts are"
        )
    return [replay(consult, casebook) for consult in run.consults]


def _rescoring(run: Run, replayed: Sequence[Replayed]) -> Rescoring:
    pairs = zip(run.consults, replayed, strict=True)
    changes = [Change(c.record, c.record.score, now.record.score) for c, now in pairs]
    changed = tuple(change for change in changes if change.before != change.after)
    return Rescoring(len(run.consults), changed)


def _with_history(
    consult: Consult, now: Replayed, casebook: Casebook, reason: str, when: str
) -> Replayed:
    """The replayed files with the versions they are scored against and the score they replace."""
    before, after = consult.record.score, now.record.score
    kept = consult.record.rescored
    if before != after:
        kept = (*kept, Rescored(when=when, why=reason.strip(), before=before, after=after))
    versions = {
        "case": casebook.case_hashes.get(consult.record.case, ""),
        "catalogue": casebook.catalogue_hash,
    }
    about = circumstances(consult.record)
    provenance = about.provenance.model_copy(update=versions)
    return replay(consult, casebook, replace(about, provenance=provenance, rescored=kept))


def _write(consult: Consult, now: Replayed) -> None:
    """The three files, the record last; a record without our version keeps its own fields."""
    raw = read_json(consult.record_path)
    own = consult.record.version is not None
    write_atomically(log_path(consult.record_path), rows_text(now.rows))
    write_atomically(consult.record_path.with_suffix(".md"), now.transcript)
    text = record_text(now.record) if own else fields_text(foreign_record(raw, now.record))
    write_atomically(consult.record_path, text)


def foreign_record(raw: Mapping[str, Any], now: Record) -> dict[str, Any]:
    """crook-bench's record with the scores replayed: its other fields stay as they are."""
    computed = now.as_json()
    scored = {
        name: value for name, value in computed.items() if name in raw and name not in NOT_IN_A_LOG
    }
    history = {"rescored": computed["rescored"]} if computed["rescored"] else {}
    return {**raw, **scored, **history}


def _write_hashes(run: Run, casebook: Casebook) -> None:
    """run.json says which versions its records are scored against now."""
    store = Store(run.path)
    if manifest := store.manifest():
        hashes = {case: casebook.case_hashes.get(case, "") for case in manifest.cases}
        update = {"case_hashes": hashes, "catalogue_hash": casebook.catalogue_hash}
        store.write_manifest(manifest.model_copy(update=update))
