"""The `run` and `rescore` commands: from options to a played or rescored run, told in lines."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from crookbench.errors import NotAvailable, UsageFault
from crookbench.paths import shipped
from crookbench.runs.casebook import load_casebook
from crookbench.runs.cast import ChartCast, doctor_ids
from crookbench.runs.library import default_catalogue_folder
from crookbench.runs.manifest import DoctorConfig, Manifest
from crookbench.runs.rescore import rescore, rescore_and_write
from crookbench.runs.runner import Failed, Finished, Settings, Skipped, play_run
from crookbench.runs.slug import slug

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crookbench.runs.casebook import Casebook
    from crookbench.runs.results import Run
    from crookbench.runs.runner import Played, Progress

EVERY_CASE = ("free", "all")
"""Both mean every case of the folder: here all cases are free to play."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of `crookbench run`, as the command line has them."""

    doctors: tuple[str, ...]
    cases: str
    reps: int
    questions: int
    concurrency: int
    patient: str
    run_id: str | None
    results: Path
    cases_dir: Path | None
    catalogue: Path | None
    max_cost: float | None
    quiet: bool
    as_json: bool


def play_command(options: PlayOptions) -> bool:
    """Plays what is missing of a run; whether every consult asked for is scored.

    Raises:
        CrookbenchError: An option, a case or the run's folder is not as it should be.
    """
    if options.patient == "model":
        raise NotAvailable("--patient model: this version has the chart patient only")
    book = _casebook(options)
    wanted = _manifest(options, book)
    silent = options.quiet or options.as_json
    settings = Settings(
        options.concurrency, options.max_cost, progress=_silence if silent else _tell
    )
    cast = ChartCast(book.catalogue)
    folder = options.results / wanted.id
    try:
        played = asyncio.run(play_run(folder, wanted, book, cast, settings))
    except KeyboardInterrupt:
        click.echo("Stopped. What was scored is kept; the same command goes on.", err=True)
        raise
    _close(played, wanted.id, options)
    return not (played.failed or played.skipped)


def _casebook(options: PlayOptions) -> Casebook:
    folder = options.cases_dir or shipped("cases")
    named = [each.strip() for each in options.cases.split(",")]
    ids = None if options.cases in EVERY_CASE else named
    return load_casebook(folder, options.catalogue or default_catalogue_folder(folder), ids)


def _manifest(options: PlayOptions, book: Casebook) -> Manifest:
    """What the command asks for; a run that is there keeps its own title and date."""
    today = datetime.now(UTC).date().isoformat()
    name = _run_name(options.run_id or today)
    return Manifest(
        id=name,
        title=f"Run {name}",
        date=today,
        doctors=tuple(DoctorConfig(id=each) for each in doctor_ids(options.doctors)),
        cases=tuple(book.cases),
        reps=options.reps,
        questions=options.questions,
        case_hashes=dict(book.case_hashes),
        catalogue_hash=book.catalogue_hash,
    )


def _run_name(name: str) -> str:
    """A run's id is its folder's name and part of addresses, so it must be a plain one."""
    if slug(name) != name or "/" in name:
        raise UsageFault(
            f"--run {name!r}: expected lower-case letters, digits, dots and hyphens, "
            "such as 2026-11-baselines"
        )
    return name


def _silence(_: Progress) -> None:
    """Where a program or nobody reads."""


def _tell(step: Progress) -> None:
    model, case, rep = step.key
    match step:
        case Finished(record=record):
            click.echo(
                f"{model} {case} {rep}: {record.total} of {record.max}, {record.consequence}"
            )
        case Failed(failure=failure):
            click.echo(f"{model} {case} {rep}: not scored, {failure.ending}", err=True)
        case Skipped():
            click.echo(f"{model} {case} {rep}: not begun, the cost limit is reached", err=True)
        case _:
            pass


def _close(played: Played, name: str, options: PlayOptions) -> None:
    if options.as_json:
        counts = {
            "run": name,
            "already_there": played.there,
            "scored": played.finished,
            "failed": played.failed,
            "not_begun": played.skipped,
        }
        click.echo(json.dumps(counts))
    elif not options.quiet:
        click.echo(
            f"Run {name}: {played.finished} scored now, {played.there} were there, "
            f"{played.failed} failed, {played.skipped} not begun."
        )
        if played.failed:
            click.echo("The same command plays what failed again.", err=True)


def rescore_command(
    runs: Sequence[Run], casebook: Casebook, *, reason: str | None, as_json: bool
) -> str:
    """Rescores the runs (for good where a reason is given) and tells what changed."""
    today = datetime.now(UTC).date().isoformat()
    found = [
        rescore(run, casebook)
        if reason is None
        else rescore_and_write(run, casebook, reason=reason, when=today)
        for run in runs
    ]
    changes = [change for each in found for change in each.changes]
    consults = sum(each.consults for each in found)
    if as_json:
        told = {
            "consults": consults,
            "unchanged": consults - len(changes),
            "changed": [change.as_json() for change in changes],
        }
        return json.dumps(told, ensure_ascii=False, indent=2)
    lines = [
        f"{c.record.model} {c.record.case} {c.record.rep}: "
        f"{c.before.total} of {c.before.max}, {c.before.consequence} -> "
        f"{c.after.total} of {c.after.max}, {c.after.consequence}"
        for c in changes
    ]
    return "\n".join([*lines, f"{consults} consults, {len(changes)} changed."])
