"""The `run` and `rescore` commands: from options to a played or rescored run, told in lines."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crookbench.casebook.casebook import default_catalogue_folder, load_casebook
from crookbench.casebook.models import models_beside
from crookbench.errors import UsageFault
from crookbench.paths import shipped
from crookbench.records.manifest import Manifest
from crookbench.records.rescore import rescore, rescore_and_write
from crookbench.records.slug import slug
from crookbench.records.store import Store
from crookbench.runs import progress
from crookbench.runs.interrupt import until_interrupted
from crookbench.runs.model_config import model_config
from crookbench.runs.participants import ChartParticipants, doctor_ids, participants
from crookbench.runs.plan import extended, to_play, unfinished_run
from crookbench.runs.runner import Settings, play_run
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.results import Failure, Run
    from crookbench.runs.model_config import ModelConfig
    from crookbench.runs.progress import Tally
    from crookbench.runs.runner import Played


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of `crookbench run`, as the command line has them; `cases` None is all."""

    doctors: tuple[str, ...]
    cases: tuple[str, ...] | None
    reps: int
    questions: int
    concurrency: int
    patient: str
    run_id: str | None
    title: str | None
    description: str
    results: Path
    cases_dir: Path | None
    catalogue: Path | None
    max_cost: float | None
    dask: str | None
    quiet: bool
    as_json: bool
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a command asks for, found to be possible; nothing is written yet."""

    book: Casebook
    models: ModelConfig
    manifest: Manifest
    goes_on: bool


def wanted_run(options: PlayOptions) -> Wanted:
    """Reads what the options name, and finds the run that they go on with or begin.

    Raises:
        CrookbenchError: An option, a case or the run's folder is not as it should be.
    """
    folder = options.cases_dir or shipped("cases")
    catalogue = options.catalogue or default_catalogue_folder(folder)
    book = load_casebook(folder, catalogue, options.cases)
    doctors = doctor_ids(options.doctors, book.cases.values())
    models = model_config(doctors, options.patient, models_beside(folder), options.environ)
    wanted = _manifest(options, book, doctors, models)
    name = unfinished_run(options.results, wanted) if options.run_id is None else None
    if name:
        wanted = wanted.model_copy(update={"id": name})
    extended(Store(options.results / wanted.id).manifest(), wanted)
    return Wanted(book, models, wanted, bool(name))


def play_command(options: PlayOptions) -> bool:
    """Plays what is missing of a run; whether every consult asked for is scored.

    Raises:
        CrookbenchError: An option, a case or the run's folder is not as it should be.
    """
    found = wanted_run(options)
    wanted, models = found.manifest, found.models
    if found.goes_on and not (options.quiet or options.as_json):
        click.echo(f"Going on with run {wanted.id}, which this command began.", err=True)
    folder, tally = options.results / wanted.id, progress.Tally()
    total = len(to_play(Store(folder), wanted))
    with _shown(options, total, models, tally) as shown:
        settings = Settings(options.concurrency, options.max_cost, shown.step)
        playing = (
            _play_on_cluster(folder, found, options, settings)
            if options.dask
            else _play(folder, found, settings, shown.wait)
        )
        played = asyncio.run(until_interrupted(playing))
    if played is None:
        click.echo(_stopped_line(folder, tally, total), err=True)
        raise KeyboardInterrupt
    _close(played, options, wanted.id, tally, with_models=bool(models.addresses))
    return not (played.failed or played.skipped)


async def _play(
    folder: Path, found: Wanted, settings: Settings, on_wait: Callable[[str], None]
) -> Played:
    async with participants(found.models, found.book.catalogue, on_wait) as taking_part:
        return await play_run(folder, found.manifest, found.book, taking_part, settings)


async def _play_on_cluster(
    folder: Path, found: Wanted, options: PlayOptions, settings: Settings
) -> Played:
    """The same, with the consults on the workers of a cluster."""
    from crookbench.runs.cluster import Assignment, cluster

    models = models_beside(options.cases_dir or shipped("cases"))
    told = Assignment(found.manifest, found.book, options.patient, models)
    async with cluster(options.dask or "", told) as place:
        return await play_run(
            folder, found.manifest, found.book, ChartParticipants(found.book.catalogue),
            replace(settings, place=place),
        )  # fmt: skip


def _stopped_line(folder: Path, tally: Tally, total: int) -> str:
    """What Ctrl-C left, and how to go on."""
    lost = (
        " What was under way is played from its beginning then: a model's half-played consult "
        "cannot be gone on with."
    )
    return (
        f"\nStopped. {tally.scored} of {total} consults were scored and are kept in {folder}; "
        f"the same command goes on.{lost}"
    )


@contextmanager
def _shown(
    options: PlayOptions, total: int, models: ModelConfig, tally: Tally
) -> Iterator[progress.Shown]:
    """Shows the run as it is played: a bar on a terminal, lines in a log, or only what failed."""
    if options.as_json:
        yield progress.Shown(tally.count, progress.ignore)
        return
    if total and models.addresses and not options.quiet:
        consults = "1 consult" if total == 1 else f"{total} consults"
        asked = "; ".join(f"{role} asked at {base}" for role, base in models.addresses.items())
        click.echo(f"{consults} to play: {asked}.", err=True)
    if options.quiet or not sys.stderr.isatty():
        yield progress.in_lines(total, tally, quiet=options.quiet)
    else:
        from rich.console import Console

        with progress.bar(total, Console(stderr=True), tally) as shown:
            yield shown


def _manifest(
    options: PlayOptions, book: Casebook, doctors: Sequence[str], models: ModelConfig
) -> Manifest:
    """What the command asks for; a run that is there keeps its own title and date."""
    today = datetime.now(UTC).date().isoformat()
    name = run_name(options.run_id or today)
    return Manifest(
        id=name,
        title=options.title or f"Run {name}",
        description=options.description,
        date=today,
        doctors=tuple(map(models.config, doctors)),
        cases=tuple(book.cases),
        reps=options.reps,
        questions=options.questions,
        patient=models.patient_name,
        marker=models.patient_name,
        patient_parameters=models.patient_parameters,
        prompts=models.prompts,
        case_hashes=dict(book.case_hashes),
        catalogue_hash=book.catalogue_hash,
    )


def run_name(name: str) -> str:
    """A run's id is its folder's name and part of addresses, so it must be a plain one."""
    if slug(name) != name or "/" in name:
        raise UsageFault(
            f"--run {name!r}: expected lower-case letters, digits, dots and hyphens, "
            "such as 2026-11-baselines"
        )
    return name


def _close(
    played: Played, options: PlayOptions, name: str, tally: Tally, *, with_models: bool
) -> None:
    """Tells what was done, and what it cost where a model took part."""
    if options.as_json:
        counts = {
            "run": name,
            "already_there": played.there,
            "scored": played.finished,
            "failed": played.failed,
            "not_begun": played.skipped,
            "killed": len(played.killed),
            "cost": round(tally.known, 6) if tally.whole else None,
            "run_cost": played.spent,
        }
        click.echo(json.dumps(counts))
    elif options.quiet:
        if played.failed or played.skipped:
            click.echo(f"{played.failed} failed, {played.skipped} not begun.", err=True)
    else:
        cost = f" {tally.cost[0].upper()}{tally.cost[1:]}." if with_models else ""
        if played.spent > tally.known:
            cost += f" The whole run has cost US$ {played.spent:.2f} so far."
        if played.killed:
            click.echo(_killed_line(played.killed), err=True)
        click.echo(
            f"Run {name}: {played.finished} scored now, {played.there} were there, "
            f"{played.failed} failed, {played.skipped} not begun.{cost}"
        )
        for line in _next_steps(played, options, name, tally):
            click.echo(line, err=True)


def _next_steps(played: Played, options: PlayOptions, name: str, tally: Tally) -> Iterator[str]:
    """Where the results are, and what to do about what went wrong."""
    where = "" if options.results == Path("results") else f" --results {options.results}"
    for model in sorted(tally.silent):
        yield (
            f"{printable(model)} did nothing in {tally.silent[model]} of its consults, as a model "
            "does that cannot call tools. If so, take it out of the run: "
            f"crookbench forget {name} {shlex.quote(printable(model))} --scored{where}"
        )
    if played.failed or played.skipped:
        yield "The same command plays what failed or was not begun."
        for model in sorted(tally.failed_only):
            yield (
                f"Or take a model out of the run: crookbench forget {name} "
                f"{shlex.quote(printable(model))}{where}"
            )
    if played.finished:
        yield (
            f"Kept in {options.results / name}. "
            f"See the leaderboard with: crookbench report {name}{where}"
        )


def _killed_line(killed: Sequence[Failure]) -> str:
    """What an earlier process was killed in, and what that cost."""
    cost = sum(failure.cost for failure in killed)
    one = len(killed) == 1
    return (
        f"{'1 consult was' if one else f'{len(killed)} consults were'} killed under way earlier, "
        f"after US$ {cost:.2f}, and {'begins' if one else 'begin'} anew."
    )


def rescore_command(
    runs: Sequence[Run],
    casebook: Casebook,
    *,
    reason: str | None,
    as_json: bool,
    dask: str | None = None,
) -> str:
    """Rescores the runs (for good where a reason is given) and tells what changed."""
    today = datetime.now(UTC).date().isoformat()
    found = [
        rescore(run, casebook, dask=dask)
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
