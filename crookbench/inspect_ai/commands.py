"""The command `crookbench import`; `crookbench export --format inspect` calls `log_export`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crookbench.commands.group import FOUND_FAULTS, Command
from crookbench.commands.options import (
    casebook_of,
    cases_option,
    catalogue_option,
    format_option,
    quiet_option,
    results_option,
)
from crookbench.terminal import printable

if TYPE_CHECKING:
    from crookbench.inspect_ai.log_import import Imported


@click.command(
    "import",
    cls=Command,
    examples=(
        "inspect eval crookbench/consult --model openai/MODEL -T cases=cough_pneumonia -T reps=1",
        "crookbench import logs/LOG.eval --run mine",
    ),
)
@click.argument("log", type=click.Path(path_type=Path), metavar="LOG")
@click.option("--run", "run_id", required=True, help="Name of the run that its consults go to.")
@click.option("--title", help="What readers call a new run [default: its name].")
@results_option
@cases_option
@catalogue_option
@quiet_option
@format_option("text", "json")
def import_(  # noqa: PLR0913, PLR0917  a command takes as many options as it has
    log: Path,
    run_id: str,
    title: str | None,
    form: str,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    quiet: bool,
) -> None:
    """File the consults of LOG, which Inspect wrote, as a run; again files only what is missing.

    Only what was played to its end is scored. Cases must be those that it was played on.
    """
    from crookbench.inspect_ai.kept import need_inspect
    from crookbench.inspect_ai.log_import import import_log
    from crookbench.runs.command import run_name

    need_inspect("crookbench import")
    run = results / run_name(run_id)
    done = import_log(log, run, casebook_of(cases_dir, catalogue), title)
    if form == "json":
        counts = {"run": run.name, "scored": done.filed, "already_there": done.there,
                  "failed": len(done.failures), "missing": len(done.missing)}  # fmt: skip
        click.echo(json.dumps(counts))
    else:
        _tell(run.name, done, quiet=quiet)
    if done.failures or done.missing:
        sys.exit(FOUND_FAULTS)


def _tell(run: str, done: Imported, *, quiet: bool) -> None:
    """What was filed, and each consult that was not."""
    for failure in done.failures:
        message = printable(failure.message)
        click.echo(
            f"{failure.case} {failure.rep}: not scored, {failure.ending}: {message}", err=True
        )
    for _, case, rep in done.missing:
        click.echo(f"{case} {rep}: not scored, the log has no such sample", err=True)
    if not quiet:
        click.echo(
            f"Run {run}: {done.filed} scored now, {done.there} were there, "
            f"{len(done.failures)} failed, {len(done.missing)} missing."
        )
    if done.failures or done.missing:
        click.echo("`inspect eval-retry LOG` plays those; then import its log too.", err=True)
