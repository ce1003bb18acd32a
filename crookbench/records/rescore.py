"""Scores the consults of a run again against today's cases, from their logs alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crookbench.errors import UsageFault
from crookbench.records import crook_bench
from crookbench.records.jsonfile import fields_text, read_json, write_atomically
from crookbench.records.lock import locked
from crookbench.records.record import Rescored
from crookbench.records.replay import replay
from crookbench.records.store import ConsultFiles, Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.record import Record, Score
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Consult, Run


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
            _write(consult, now, casebook, Rescored(
                when=when, why=reason.strip(), before=consult.record.score, after=now.record.score
            ))  # fmt: skip
        _write_hashes(run, casebook)
    return found


def _replayed(run: Run, casebook: Casebook) -> list[ConsultRecord]:
    if run.manifest.kind == "wordless":
        raise UsageFault(
            f"run {run.manifest.id!r} has no words, so its logs cannot be replayed; "
            "rescore it where its transcripts are"
        )
    return [replay(consult, casebook) for consult in run.consults]


def _rescoring(run: Run, replayed: Sequence[ConsultRecord]) -> Rescoring:
    pairs = zip(run.consults, replayed, strict=True)
    changes = [Change(c.record, c.record.score, now.record.score) for c, now in pairs]
    changed = tuple(change for change in changes if change.before != change.after)
    return Rescoring(len(run.consults), changed)


def _write(consult: Consult, now: ConsultRecord, casebook: Casebook, change: Rescored) -> None:
    """The three files, the record last, with the score they replace where it changed.

    A consult of the original crook-bench that scores as it did stays byte for byte.
    """
    changed = change.before != change.after
    history = (*consult.record.rescored, change) if changed else consult.record.rescored
    record = now.record.model_copy(update={"rescored": history})
    if consult.record.version is None:
        if changed:
            raw = read_json(consult.record_path)
            text = fields_text(crook_bench.rewritten(raw, record.as_json()))
            write_atomically(consult.record_path, text)
        return
    versions = {
        "case": casebook.case_hashes.get(record.case, ""),
        "catalogue": casebook.catalogue_hash,
    }
    provenance = record.provenance.model_copy(update=versions)
    record = record.model_copy(update={"provenance": provenance})
    path = consult.record_path
    ConsultFiles(path.parent, path.stem).write(replace(now, record=record))


def _write_hashes(run: Run, casebook: Casebook) -> None:
    """run.json says which versions its records are scored against now."""
    store = Store(run.path)
    if manifest := store.manifest():
        hashes = {case: casebook.case_hashes.get(case, "") for case in manifest.cases}
        update = {"case_hashes": hashes, "catalogue_hash": casebook.catalogue_hash}
        store.write_manifest(manifest.model_copy(update=update))
