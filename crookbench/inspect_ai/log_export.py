"""Writes a run as logs of Inspect, one a doctor: what `inspect view` shows and `import` reads."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from crookbench.errors import Fault, UsageFault
from crookbench.inspect_ai.kept import KEY, SCORER, TASK, Ended, kept_consult, need_inspect
from crookbench.inspect_ai.words import conversation
from crookbench.records.replay import replay
from crookbench.records.slug import slug

if TYPE_CHECKING:
    from pathlib import Path

    from inspect_ai.log import EvalLog, EvalSample
    from inspect_ai.model import ModelUsage

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.manifest import DoctorConfig, Key
    from crookbench.records.record import Record
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Failure, Run

_MIDNIGHT = "T00:00:00+00:00"
"""A run knows its day; Inspect wants a time."""
_ID = 22
"""Characters of an id: as many as Inspect's own have."""


def export_logs(run: Run, casebook: Casebook, out: Path) -> tuple[Path, ...]:
    """Writes one log for each doctor who has played; their paths.

    Raises:
        NotAvailable: Inspect is not installed.
        UsageFault: The run is published without words.
        Fault: `out` is a file, or a consult is not what its log and today's case give.
    """
    need_inspect("--format inspect")
    if run.manifest.kind == "wordless":
        raise UsageFault(
            f"run {run.manifest.id!r} is published without words, and Inspect shows words; "
            "export it as csv or parquet"
        )
    if out.exists() and not out.is_dir():
        raise Fault(str(out), "expected a folder to write into, seen a file; choose another --out")
    logs = {
        f"{run.manifest.date or '2000-01-01'}T00-00-00_consult_{slug(doctor.id)}.eval": log
        for doctor in run.manifest.doctors
        if (log := _log(run, doctor, casebook)).samples
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, log in logs.items():
        _write(log, out / name)
    return tuple(out / name for name in logs)


def _write(log: EvalLog, path: Path) -> None:
    """Writes the whole log or leaves what is there."""
    from inspect_ai.log import write_eval_log

    half = path.with_name(f".{path.name}")
    try:
        write_eval_log(log, str(half), format="eval")
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def _log(run: Run, doctor: DoctorConfig, casebook: Casebook) -> EvalLog:
    """Everything that a run knows of one doctor."""
    from inspect_ai.log import EvalLog, recompute_metrics

    manifest = run.manifest
    consults = [_whole(each.record_path, replay(each, casebook), each.record)
                for each in run.consults if each.record.model == doctor.id]  # fmt: skip
    failures = [each for each in run.failures if each.model == doctor.id]
    samples = [
        *(_sample(each, casebook) for each in consults),
        *(_failed(each, manifest.questions, casebook) for each in failures),
    ]
    header = manifest.model_dump(mode="json", by_alias=True, exclude={"doctors"})
    clustered = {"name": "inspect_ai/stderr", "options": {"cluster": "case"}}
    metrics = [{"name": "inspect_ai/mean", "options": {}}, clustered]
    log = EvalLog.model_validate(
        {
            "status": "success" if len(samples) == len(consults) else "error",
            "eval": {
                **{
                    name: _id(manifest.id, doctor.id, name)
                    for name in ("eval_id", "run_id", "task_id")
                },
                "created": (manifest.date or "2000-01-01") + _MIDNIGHT,
                "task": TASK,
                "task_registry_name": TASK,
                "task_args": {"questions": manifest.questions, "reps": manifest.reps},
                "dataset": {
                    "name": "crookbench",
                    "samples": len(manifest.cases),
                    "sample_ids": list(manifest.cases),
                },
                "model": doctor.id,
                "config": {"epochs": manifest.reps, "epochs_reducer": ["mean"]},
                "packages": {"crookbench": consults[0].record.provenance.version}
                if consults
                else {},
                "metadata": {KEY: header},
                "scorers": [{"name": SCORER, "options": {}, "metrics": metrics, "metadata": {}}],
            },
            "plan": {"steps": [{"solver": "crookbench/gp"}]},
        }
    )
    log.samples = samples
    if consults:
        recompute_metrics(log)
    return log


def _id(*parts: object) -> str:
    """An id of Inspect's that is the same at every export."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:_ID]


def _whole(path: Path, computed: ConsultRecord, filed: Record) -> ConsultRecord:
    """The consult, which must be scored as today's case scores it.

    Raises:
        Fault: It is not.
    """
    if computed.record != filed:
        raise Fault(str(path), "differs from what its log and today's case give; see what differs "
                    "with: crookbench verify")  # fmt: skip
    return computed


def _sample(consult: ConsultRecord, casebook: Casebook) -> EvalSample:
    """A consult that was played: its words, its score and everything to file it again."""
    from inspect_ai.model import ModelOutput

    from crookbench.inspect_ai.chat import as_inspect
    from crookbench.inspect_ai.scorer import score_of

    record = consult.record
    case = casebook.cases[record.case]
    told = asyncio.run(conversation(case, casebook.catalogue, consult.moves, record))
    sample = _begun(record.key, record.max_questions, casebook)
    messages = [as_inspect(message) for message in told]
    for number, message in enumerate(messages, start=1):
        message.id = f"{record.case}-{record.rep}-{number:03d}"
    times = {}
    if record.started:
        began = datetime.fromisoformat(record.started)
        ended = began + timedelta(seconds=record.seconds or 0.0)
        times = {"started_at": began.isoformat(), "completed_at": ended.isoformat()}
    usage = _usage(record)
    return sample.model_copy(
        update={
            "messages": messages,
            "output": ModelOutput(model=record.model),
            "scores": {SCORER: score_of(record)},
            "store": {KEY: kept_consult(record, consult.moves)},
            "model_usage": {record.model: usage} if usage else {},
            "total_time": record.seconds,
            **times,
        }
    )


def _usage(record: Record) -> ModelUsage | None:
    """What the doctor's model used; a script uses none."""
    from inspect_ai.model import ModelUsage

    used = record.usage
    if not used.calls:
        return None
    return ModelUsage(
        input_tokens=used.prompt_tokens,
        output_tokens=used.completion_tokens,
        total_tokens=used.prompt_tokens + used.completion_tokens,
        total_cost=used.cost,
    )


def _failed(failure: Failure, questions: int, casebook: Casebook) -> EvalSample:
    """A consult without a score, as a sample with an error."""
    from inspect_ai.log import EvalError

    ended = Ended(ending=failure.ending, message=failure.message, cost=failure.cost)
    return _begun(failure.key, questions, casebook).model_copy(
        update={
            "error": EvalError(message=failure.message, traceback="", traceback_ansi=""),
            "store": {KEY: {"failure": ended.model_dump(mode="json")}},
            "completed_at": datetime.fromisoformat(failure.when).isoformat()
            if failure.when
            else None,
        }
    )


def _begun(key: Key, questions: int, casebook: Casebook) -> EvalSample:
    """What a sample is before it is played."""
    from inspect_ai.log import EvalSample

    from crookbench.inspect_ai.table import sample_of

    _, case, rep = key
    sample = sample_of(casebook.cases[case], casebook.catalogue, questions)
    return EvalSample(
        id=case,
        epoch=rep,
        input=sample.input,
        target=sample.target,
        metadata=sample.metadata or {},
        uuid=_id(*key),
    )
