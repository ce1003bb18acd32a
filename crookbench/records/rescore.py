"""Scores the consults of a run again against today's cases, from their logs alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crookbench.errors import UsageFault
from crookbench.game.scoring import score
from crookbench.records import crook_bench
from crookbench.records.jsonfile import fields_text, read_json, write_atomically
from crookbench.records.lock import locked
from crookbench.records.record import Rescored, Score
from crookbench.records.replay import case_of, replay
from crookbench.records.results import read_consult
from crookbench.records.store import ConsultFiles, Store
from crookbench.records.workers import in_workers

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.record import Record
    from crookbench.records.results import Run


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


def rescore(
    run: Run, casebook: Casebook, jobs: int | None = None, dask: str | None = None
) -> Rescoring:
    """What today's cases would change; nothing is written.

    Raises:
        UsageFault: The run has no words, so there is nothing to replay.
        Fault: A case or a part of a log is missing.
    """
    if run.manifest.kind == "wordless":
        raise UsageFault(
            f"run {run.manifest.id!r} has no words, so its logs cannot be replayed; "
            "rescore it where its transcripts are"
        )
    paths = [consult.record_path for consult in run.consults]
    scores = in_workers(_score_now, casebook, paths, jobs, dask)
    changes = (
        Change(consult.record, consult.record.score, now)
        for consult, now in zip(run.consults, scores, strict=True)
    )
    return Rescoring(
        len(run.consults), tuple(change for change in changes if change.before != change.after)
    )


def _score_now(casebook: Casebook, path: Path) -> Score:
    """The score that today's case gives, without the files that would follow from it."""
    consult = read_consult(path)
    case = case_of(consult, casebook)
    now = score(case, casebook.catalogue, consult.log)
    return Score(total=now.total, max=now.maximum, level=now.level, consequence=now.outcome)


def rescore_and_write(
    run: Run, casebook: Casebook, *, reason: str, when: str, jobs: int | None = None
) -> Rescoring:
    """The same, and rewrites record, log and transcript of every consult.

    A changed score keeps its old value with the reason and the date `when` (2026-10-05).

    Raises:
        UsageFault: No reason is given, another process writes the run, or it has no words.
        Fault: A case or a part of a log is missing; nothing is written then.
    """
    if not reason.strip():
        raise UsageFault("rescoring for good wants a reason that readers will see: --reason TEXT")
    with locked(run.path):
        found = rescore(run, casebook, jobs)
        about = _Reason(casebook, reason.strip(), when)
        paths = [consult.record_path for consult in run.consults]
        for _ in in_workers(_write, about, paths, jobs):
            pass
        _write_hashes(run, casebook)
    return found


@dataclass(frozen=True, slots=True)
class _Reason:
    """What every rewritten consult is told: today's cases, and why and when it was rescored."""

    casebook: Casebook
    why: str
    when: str


def _write(about: _Reason, path: Path) -> None:
    """The three files, the record last, with the score they replace where it changed.

    A consult of the original crook-bench that scores as it did stays byte for byte.
    """
    consult = read_consult(path)
    casebook, now = about.casebook, replay(consult, about.casebook)
    before, after = consult.record.score, now.record.score
    changed = before != after
    change = Rescored(when=about.when, why=about.why, before=before, after=after)
    history = (*consult.record.rescored, change) if changed else consult.record.rescored
    record = now.record.model_copy(update={"rescored": history})
    if consult.record.version is None:
        if changed:
            text = fields_text(crook_bench.rewritten(read_json(path), record.as_json()))
            write_atomically(path, text)
        return
    versions = {
        "case": casebook.case_hashes.get(record.case, ""),
        "catalogue": casebook.catalogue_hash,
    }
    provenance = record.provenance.model_copy(update=versions)
    record = record.model_copy(update={"provenance": provenance})
    ConsultFiles(path.parent, path.stem).write(replace(now, record=record))


def _write_hashes(run: Run, casebook: Casebook) -> None:
    """run.json says which versions its records are scored against now."""
    store = Store(run.path)
    if manifest := store.manifest():
        hashes = {case: casebook.case_hashes.get(case, "") for case in manifest.cases}
        update = {"case_hashes": hashes, "catalogue_hash": casebook.catalogue_hash}
        store.write_manifest(manifest.model_copy(update=update))
