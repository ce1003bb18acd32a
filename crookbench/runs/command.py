"""The `run` and `rescore` commands: from options to a played or rescored run, told in lines."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, get_args

import click

from crookbench.casebook.casebook import default_catalogue_folder, load_casebook
from crookbench.casebook.models import models_beside
from crookbench.errors import UsageFault
from crookbench.game.case import CaseSet
from crookbench.paths import shipped
from crookbench.records.manifest import Manifest
from crookbench.records.rescore import rescore, rescore_and_write
from crookbench.records.slug import slug
from crookbench.records.store import Store
from crookbench.runs import progress
from crookbench.runs.model_config import model_config
from crookbench.runs.participants import doctor_ids, participants
from crookbench.runs.plan import extended, to_play, unfinished_run
from crookbench.runs.runner import Settings, play_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.results import Failure, Run
    from crookbench.runs.model_config import ModelConfig
    from crookbench.runs.progress import Tally
    from crookbench.runs.runner import Played, Progress

EVERY_CASE = "all"
STOPPED = (
    "Stopped. What was scored is kept; the same command goes on, and plays what was under way "
    "from its beginning."
)


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
    title: str | None
    description: str
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
    book = _casebook(options)
    doctors = doctor_ids(options.doctors, book.cases.values())
    models = model_config(doctors, options.patient, models_beside(_cases(options)), os.environ)
    wanted = _manifest(options, book, doctors, models)
    if options.run_id is None and (name := unfinished_run(options.results, wanted)):
        wanted = wanted.model_copy(update={"id": name})
        if not (options.quiet or options.as_json):
            click.echo(f"Going on with run {name}, which this command began.", err=True)
    folder = options.results / wanted.id
    store, tally = Store(folder), progress.Tally()
    extended(store.manifest(), wanted)  # what is refused is refused before anything is shown
    try:
        with _watched(options, len(to_play(store, wanted)), models, tally) as watch:
            settings = Settings(options.concurrency, options.max_cost, progress=watch)
            played = asyncio.run(_play(folder, wanted, book, models, settings))
    except KeyboardInterrupt:
        click.echo(STOPPED, err=True)
        raise
    _close(played, options, wanted.id, tally, with_models=bool(models.addresses))
    return not (played.failed or played.skipped)


async def _play(
    folder: Path, wanted: Manifest, book: Casebook, models: ModelConfig, settings: Settings
) -> Played:
    async with participants(models, book.catalogue) as taking_part:
        return await play_run(folder, wanted, book, taking_part, settings)


@contextmanager
def _watched(
    options: PlayOptions, total: int, models: ModelConfig, tally: Tally
) -> Iterator[Callable[[Progress], None]]:
    """Shows the run as it is played: a bar on a terminal, lines in a log, or nothing."""
    with _shown(options, total, models, tally) as show:

        def watch(step: Progress) -> None:
            tally.count(step)
            show(step)

        yield watch


@contextmanager
def _shown(
    options: PlayOptions, total: int, models: ModelConfig, tally: Tally
) -> Iterator[Callable[[Progress], None]]:
    if options.quiet or options.as_json:
        yield progress.ignore
        return
    if total and models.addresses:
        consults = "1 consult" if total == 1 else f"{total} consults"
        asked = "; ".join(f"{role} asked at {base}" for role, base in models.addresses.items())
        click.echo(f"{consults} to play: {asked}.", err=True)
    if not sys.stderr.isatty():
        yield progress.tell
    else:
        from rich.console import Console

        with progress.bar(total, Console(stderr=True), tally) as watch:
            yield watch


def _cases(options: PlayOptions) -> Path:
    return options.cases_dir or shipped("cases")


def _casebook(options: PlayOptions) -> Casebook:
    folder, wanted = _cases(options), options.cases.strip()
    catalogue = options.catalogue or default_catalogue_folder(folder)
    if wanted == EVERY_CASE:
        return load_casebook(folder, catalogue)
    for name in get_args(CaseSet):
        if wanted == name:
            return load_casebook(folder, catalogue).of_set(name)
    return load_casebook(folder, catalogue, [each.strip() for each in wanted.split(",")])


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
    elif not options.quiet:
        cost = f" {tally.cost[0].upper()}{tally.cost[1:]}." if with_models else ""
        if played.spent > tally.known:
            cost += f" The whole run has cost US$ {played.spent:.2f} so far."
        if played.killed:
            click.echo(_killed_line(played.killed), err=True)
        click.echo(
            f"Run {name}: {played.finished} scored now, {played.there} were there, "
            f"{played.failed} failed, {played.skipped} not begun.{cost}"
        )
        if played.failed:
            click.echo("The same command plays what failed again.", err=True)


def _killed_line(killed: Sequence[Failure]) -> str:
    """What an earlier process was killed in, and what that cost."""
    cost = sum(failure.cost for failure in killed)
    one = len(killed) == 1
    return (
        f"{'1 consult was' if one else f'{len(killed)} consults were'} killed under way earlier, "
        f"after US$ {cost:.2f}, and {'begins' if one else 'begin'} anew."
    )


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
