"""Writes a run as logs of Inspect, one a doctor: what `inspect view` shows and `import` reads."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime, timedelta
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from crookbench.errors import Fault, UsageFault
from crookbench.inspect_ai.kept import CLUSTER, KEY, SCORER, TASK, Ended, kept_consult, need_inspect
from crookbench.inspect_ai.words import conversation
from crookbench.records.replay import replay
from crookbench.records.slug import slug

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from inspect_ai.log import EvalLog, EvalSample, EvalSpec
    from inspect_ai.model import ModelUsage

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.manifest import DoctorConfig, Key, Manifest
    from crookbench.records.record import Record
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Consult, Failure, Run

_MIDNIGHT = "T00:00:00+00:00"
_NO_DATE = "2000-01-01"
"""A run knows its day, or not even that; Inspect wants a time."""
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
        raise Fault(str(out), "expected a folder to write into, saw a file; choose another --out")
    logs = {
        f"{_date(run.manifest)}T00-00-00_consult_{slug(doctor.id)}.eval": log
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
    from inspect_ai.log import EvalLog, EvalPlan, EvalPlanStep, EvalStats, recompute_metrics

    played = [each for each in run.consults if each.record.model == doctor.id]
    samples = [_sample(_whole(each, casebook), casebook) for each in played]
    failed = [
        _failed(each, run.manifest.questions, casebook)
        for each in run.failures
        if each.model == doctor.id
    ]
    usage = [each.model_usage[doctor.id] for each in samples if each.model_usage]
    log = EvalLog(
        status="error" if failed else "success",
        eval=_spec(run.manifest, doctor.id, {each.record.provenance.version for each in played}),
        plan=EvalPlan(steps=[EvalPlanStep(solver="crookbench/gp")]),
        stats=EvalStats(
            started_at=min((each.started_at or "" for each in samples), default=""),
            completed_at=max((each.completed_at or "" for each in samples), default=""),
            model_usage={doctor.id: reduce(add, usage)} if usage else {},
        ),
        samples=[*samples, *failed],
    )
    if samples:
        recompute_metrics(log)
    return log


def _spec(manifest: Manifest, doctor: str, versions: Collection[str]) -> EvalSpec:
    """The header of a doctor's log; every id is the same at every export."""
    from inspect_ai.log import EvalSpec

    clustered = {"name": "inspect_ai/stderr", "options": {"cluster": CLUSTER}}
    metrics = [{"name": "inspect_ai/mean", "options": {}}, clustered]
    ids = {name: _id(manifest.id, doctor, name) for name in ("eval_id", "run_id", "task_id")}
    spec = {
        **ids,
        "created": _date(manifest) + _MIDNIGHT,
        "task": TASK,
        "task_registry_name": TASK,
        "task_args": {"questions": manifest.questions, "reps": manifest.reps},
        "dataset": {
            "name": KEY,
            "samples": len(manifest.cases),
            "sample_ids": list(manifest.cases),
        },
        "model": doctor,
        "config": {"epochs": manifest.reps, "epochs_reducer": ["mean"]},
        "packages": {KEY: ", ".join(sorted(versions))},
        "metadata": {KEY: manifest.model_dump(mode="json", by_alias=True, exclude={"doctors"})},
        "scorers": [{"name": SCORER, "options": {}, "metrics": metrics, "metadata": {}}],
    }
    return EvalSpec.model_validate(spec)


def _date(manifest: Manifest) -> str:
    return manifest.date or _NO_DATE


def _id(*parts: object) -> str:
    """An id of Inspect's that is the same at every export."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:_ID]


def _whole(consult: Consult, casebook: Casebook) -> ConsultRecord:
    """A consult, which must be scored as today's case scores it.

    Raises:
        Fault: It is not, or its case is not there.
    """
    computed = replay(consult, casebook)
    if computed.record != consult.record:
        path = str(consult.record_path)
        message = "is not what its log and today's case give; see with: crookbench verify"
        raise Fault(path, message)
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
