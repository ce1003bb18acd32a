"""`crookbench eval-patient`: has the labelled sets heard and marked, and prints the figures."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from crookbench.casebook.casebook import case_paths, default_catalogue_folder, load_casebook
from crookbench.casebook.evaluation import evaluate
from crookbench.casebook.labelled import FOLDER, labelled_path, read_labelled
from crookbench.casebook.models import models_beside
from crookbench.errors import UsageFault
from crookbench.figures.conversations import (
    conversation_misses,
    conversations_json,
    conversations_table,
)
from crookbench.figures.evaluation import as_json, misses, plan_table, questions_table
from crookbench.figures.terminal import grid, terminal_width
from crookbench.paths import shipped
from crookbench.runs.eval_log import evaluate_logs
from crookbench.runs.model_config import model_config
from crookbench.runs.participants import participants
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from crookbench.casebook.evaluation import Evaluation
    from crookbench.casebook.labelled import LabelledSet
    from crookbench.figures.figure import Table
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.runs.model_config import ModelConfig

    Sets = Mapping[str, tuple[Case, LabelledSet]]


@dataclass(frozen=True, slots=True)
class EvaluationOptions:
    """The options of `crookbench eval-patient`, as the command line has them."""

    cases: tuple[str, ...]
    patient: str
    concurrency: int
    misses: bool
    cases_dir: Path | None
    catalogue: Path | None
    as_json: bool
    quiet: bool = False
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    log: Path | None = None
    labels: tuple[Path, ...] = ()


def evaluation_command(options: EvaluationOptions) -> bool:
    """Prints how well patient and marker understand the sets; whether all was answered.

    Raises:
        CrookbenchError: An option, a case or a set is not as it should be.
    """
    folder = options.cases_dir or shipped("cases")
    if options.log or options.labels:
        return _conversations_command(options, folder)
    ids = _with_sets(folder, options.cases)
    book = load_casebook(folder, options.catalogue or default_catalogue_folder(folder), ids)
    sets = {id_: (case, read_labelled(labelled_path(folder, id_), case))
            for id_, case in book.cases.items()}  # fmt: skip
    models = model_config((), options.patient, models_beside(folder), options.environ)
    with _watched(sets, quiet=options.quiet) as done:
        found = asyncio.run(_evaluated(sets, models, book.catalogue, options.concurrency, done))
    _print(found, models.patient_name, options)
    return not _tell_failures(found)


def _conversations_command(options: EvaluationOptions, folder: Path) -> bool:
    """The same of recorded consults, with their labels."""
    if not (options.log and options.labels):
        raise UsageFault("--log and --labels go together: a log, or a folder of them, and labels")
    ids = list(case_paths(folder, options.cases or None))
    book = load_casebook(folder, options.catalogue or default_catalogue_folder(folder), ids)
    seated = model_config((), options.patient, models_beside(folder), options.environ)
    found = evaluate_logs(options.log, options.labels, book.cases, book.catalogue, seated)
    if options.as_json:
        told = conversations_json(found, seated.patient_name, misses=options.misses)
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return True
    if options.quiet:
        return True
    table = conversations_table(found, seated.patient_name)
    _print_table(table)
    click.echo(f"\n{table.note}")
    for line in conversation_misses(found) if options.misses else ():
        click.echo(printable(line))
    return True


def _with_sets(folder: Path, named: tuple[str, ...]) -> list[str]:
    """The cases named, or all that have a labelled set."""
    there = case_paths(folder, named or None)
    with_sets = [id_ for id_ in there if labelled_path(folder, id_).is_file()]
    for id_ in named:
        if id_ not in with_sets:
            raise UsageFault(
                f"case {id_!r} has no labelled set; expected one in {labelled_path(folder, id_)}"
            )
    if not with_sets:
        raise UsageFault(f"expected labelled sets (*.yaml) in {folder / FOLDER}, saw none")
    return with_sets


async def _evaluated(
    sets: Sets,
    models: ModelConfig,
    catalogue: Catalogue,
    concurrency: int,
    done: Callable[[], None],
) -> dict[str, Evaluation]:
    async with participants(models, catalogue) as taking_part:
        return await evaluate(sets, taking_part, concurrency, done)


@contextmanager
def _watched(sets: Sets, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; elsewhere nothing is told before the figures."""
    if quiet or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    total = sum(len(one.questions) + len(one.plan) for _, one in sets.values())
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("sentences", total=total)
        yield lambda: progress.advance(task)


def _print(found: Mapping[str, Evaluation], patient: str, options: EvaluationOptions) -> None:
    if options.as_json:
        told = as_json(found, patient, misses=options.misses)
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    if options.quiet:
        return
    _print_table(questions_table(found, patient))
    click.echo()
    _print_table(plan_table(found, patient))
    click.echo()
    click.echo(questions_table(found, patient).note)
    if options.misses:
        click.echo()
        for line in misses(found):
            click.echo(printable(line))


def _print_table(table: Table) -> None:
    click.echo(f"{table.reading}\n")
    click.echo(grid(table).text(terminal_width()), nl=False)


def _tell_failures(found: Mapping[str, Evaluation]) -> bool:
    """Tells why sentences went unanswered, each reason once; whether any did."""
    reasons = Counter(
        answer.failure
        for each in found.values()
        for answer in (*each.questions, *each.plan)
        if answer.failure
    )
    for reason, count in reasons.items():
        click.echo(printable(f"{count} unanswered: {reason}"), err=True)
    return bool(reasons)
