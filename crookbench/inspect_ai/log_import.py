"""Files the samples of a log of Inspect as a run: records, logs and transcripts as ours are.

Everything is computed anew from the moves, and must be what the log says; a log of which anything
is not as it should be leaves the run as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from crookbench.errors import Fault
from crookbench.inspect_ai.kept import KEY, SCORER, TASK, Ended, Kept, share
from crookbench.records.differences import differences
from crookbench.records.jsonfile import validated
from crookbench.records.lock import locked
from crookbench.records.log import moves_of, read_moves
from crookbench.records.manifest import DoctorConfig, Manifest
from crookbench.records.recording import record_consult
from crookbench.records.results import Failure
from crookbench.records.store import Store
from crookbench.redaction import without_keys
from crookbench.runs.participants import doctor_ids
from crookbench.runs.plan import extended

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inspect_ai.log import EvalLog, EvalSample

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.manifest import Key
    from crookbench.records.record import Record
    from crookbench.records.recording import ConsultRecord


@dataclass(frozen=True, slots=True)
class Imported:
    """What importing a log did.

    Attributes:
        filed: How many consults were scored and filed now.
        there: How many the run had already, move for move.
        failures: Samples that an error or a limit ended: never a score.
        missing: Consults that the log planned and has no sample of.
    """

    filed: int
    there: int
    failures: tuple[Failure, ...]
    missing: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """A log's consults, all of them whole."""

    manifest: Manifest
    consults: tuple[ConsultRecord, ...]
    failures: tuple[Failure, ...]

    @property
    def missing(self) -> tuple[Key, ...]:
        have = {each.record.key for each in self.consults} | {each.key for each in self.failures}
        return tuple(key for key in self.manifest.planned if key not in have)


def import_log(path: Path, run: Path, casebook: Casebook, title: str | None = None) -> Imported:
    """Files a log's consults in the run's folder, which may hold others of the same configuration.

    Raises:
        UsageFault: Another process writes the run, or it was made under another configuration.
        Fault: The log, or a file of the run, is not as it should be.
    """
    read = _read(path, casebook)
    wanted = read.manifest.model_copy(
        update={"id": run.name, "title": title or f"Run {run.name}"},
    )
    extended(Store(run).manifest(), wanted)  # what is refused is refused before a folder is made
    with locked(run):
        store = Store(run)
        manifest = extended(store.manifest(), wanted)
        new = [each for each in read.consults if not _is_there(store, each, path)]
        store.clear_leftovers()
        store.write_manifest(manifest)
        for consult in new:
            store.consult(consult.record.key).write(consult)
        for failure in read.failures:
            files = store.consult(failure.key)
            if not files.record.is_file():
                files.write_failure(failure)
    return Imported(len(new), len(read.consults) - len(new), read.failures, read.missing)


def _is_there(store: Store, consult: ConsultRecord, path: Path) -> bool:
    """Whether the run has this consult already.

    Raises:
        Fault: In its place the run has another one.
    """
    files = store.consult(consult.record.key)
    if not files.record.is_file():
        return False
    if read_moves(files.log) == consult.moves:
        return True
    raise Fault(
        str(path),
        f"has another consult than {files.record}; import the log into a run of its own with --run",
        key=_place(consult.record.case, consult.record.rep),
    )


def _read(path: Path, casebook: Casebook) -> _Read:
    """The log's consults, computed anew.

    Raises:
        UsageFault: Its model has a name that no model can have.
        Fault: It is no whole log of our task, was played on other cases or was changed since.
    """
    log = _log(path)
    header = (log.eval.metadata or {}).get(KEY)
    if header is None:
        raise Fault(str(path), f"expected a log of the task {TASK}, saw one of {log.eval.task!r}")
    planned = validated(Manifest, header, f"{path}: eval.metadata.{KEY}")
    _check_cases(path, planned, casebook)
    samples = {f"{path}: {_place(each.id, each.epoch)}": each for each in log.samples or ()}
    kept = {
        where: validated(Kept, each.store.get(KEY) or {}, f"{where}: store.{KEY}")
        for where, each in samples.items()
    }
    whole = [where for where, each in samples.items() if kept[where].record and not each.error]
    manifest = _manifest(path, log, planned, [kept[where].record for where in whole])
    for where, each in samples.items():
        if (manifest.doctors[0].id, each.id, each.epoch) not in manifest.planned:
            raise Fault(where, "expected a case and an epoch that the log plans, saw others")
    return _Read(
        manifest,
        tuple(_consult(where, samples[where], kept[where], casebook) for where in whole),
        tuple(
            _failure(manifest.doctors[0].id, each, kept[where].failure)
            for where, each in samples.items()
            if where not in whole
        ),
    )


def _manifest(
    path: Path, log: EvalLog, planned: Manifest, records: Sequence[Record | None]
) -> Manifest:
    """The log's configuration as run.json has it; what is particular to a doctor, its records say.

    Raises:
        UsageFault: Its model has a name that no model can have.
        Fault: It has no record, or records of several doctors.
    """
    doctors = {
        record.model: DoctorConfig(id=record.model, parameters=record.provenance.parameters)
        for record in records
        if record
    }
    if len(doctors) != 1:
        seen = f"those of {', '.join(sorted(doctors))}" if doctors else "none"
        errors = [_one_line(each.error.message) for each in log.samples or () if each.error]
        why = f"; the first error: {errors[0]}" if errors else ""
        message = f"expected consults of one doctor, played to their end; saw {seen}{why}"
        raise Fault(str(path), message)
    doctor_ids((*doctors,), ())
    listed = log.eval.dataset.sample_ids or planned.cases
    changes = {
        "date": log.eval.created[:10],
        "featured": False,
        "doctors": (*doctors.values(),),
        "cases": tuple(case for case in planned.cases if case in listed),
        "reps": log.eval.config.epochs or 1,
    }
    return planned.model_copy(update=changes)


def _log(path: Path) -> EvalLog:
    from inspect_ai.log import read_eval_log

    if not path.is_file():
        raise Fault(str(path), "expected a log of Inspect (.eval or .json), saw no such file")
    try:
        return read_eval_log(str(path), resolve_attachments="full")
    except (BadZipFile, KeyError, OSError, ValueError) as problem:
        reason = str(problem).partition("\n")[0]
        message = f"expected a whole log of Inspect, saw one that it cannot read: {reason}"
        raise Fault(str(path), message) from None


def _check_cases(path: Path, planned: Manifest, casebook: Casebook) -> None:
    """Refuses a log that was played on other cases: its points would be others today."""
    for case in planned.cases:
        casebook.case(case, path)
    changed = [
        case for case in planned.cases
        if planned.case_hashes.get(case) != casebook.case_hashes.get(case)
    ]  # fmt: skip
    if planned.catalogue_hash != casebook.catalogue_hash:
        changed.append("the catalogue")
    if changed:
        raise Fault(
            str(path),
            f"was played on other versions of {', '.join(changed)}; name the folder of those with "
            "--cases-dir, and see afterwards with `crookbench rescore` what today's change",
        )


def _consult(where: str, sample: EvalSample, kept: Kept, casebook: Casebook) -> ConsultRecord:
    """A sample's consult from its moves, which must give what the log says.

    Raises:
        Fault: They give something else.
    """
    there = kept.record
    if there is None or (there.case, there.rep) != (sample.id, sample.epoch):
        seen = _place(there.case, there.rep) if there else "none"
        raise Fault(where, f"expected the record of this consult, saw {seen}")
    case, moves = casebook.cases[there.case], moves_of(kept.moves, where)
    computed = record_consult(case, casebook.catalogue, moves, there)
    for fault in differences(Path(where), computed.record.as_json(), there.as_json()):
        raise fault
    score = (sample.scores or {}).get(SCORER)
    if score is not None and score.value != share(there):
        message = f"expected {share(there)!r}, which its moves give; saw {score.value!r}"
        raise Fault(where, message, key=f"scores.{SCORER}")
    tries = max(there.attempts, 1 + len(sample.error_retries or ()))
    return record_consult(
        case, casebook.catalogue, moves, there.model_copy(update={"attempts": tries})
    )


def _failure(model: str, sample: EvalSample, ended: Ended | None) -> Failure:
    """Why a sample has no score: what ended the consult, or else what ended the sample."""
    if ended is None and sample.error:
        ended = Ended(ending="provider_error", message=sample.error.message)
    elif ended is None:
        limit = f"by its {sample.limit.type} limit " if sample.limit else ""
        message = f"the sample was stopped {limit}before the consult ended"
        ended = Ended(ending="interrupted", message=message)
    when = (
        datetime.fromisoformat(sample.completed_at).astimezone(UTC) if sample.completed_at else ""
    )
    return Failure(
        model,
        str(sample.id),
        sample.epoch,
        ended.ending,
        _one_line(ended.message),
        1 + len(sample.error_retries or ()),
        f"{when:%Y-%m-%dT%H:%M:%SZ}" if when else "",
        ended.cost,
    )


def _one_line(message: str) -> str:
    """What somebody else wrote, as it may stand in a message and in a file."""
    return without_keys(" ".join(message.split()))


def _place(case: object, rep: int) -> str:
    return f"sample {case}, epoch {rep}"
