"""Commands about runs that are there: `report`, `export`, `rescore` and `verify`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crookbench.commands.options import (
    FOUND_FAULTS,
    casebook_of,
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    json_option,
    path_option,
    quiet_option,
    results_option,
    runs_of,
)
from crookbench.terminal import printable

if TYPE_CHECKING:
    from crookbench.figures.command import Shelves


@click.command()
@click.argument("run_id", required=False, metavar="[RUN]")
@click.option("--format", "form", type=click.Choice(["table", "md", "csv", "json"]),
              default="table", show_default=True, help="How to print it.")  # fmt: skip
@click.option(
    "--compare", nargs=2, metavar="A B", help="Compare two models of the run, or two runs, by case."
)
@results_option
@cases_option
@catalogue_option
def report(
    run_id: str | None,
    form: str,
    compare: tuple[str, str] | None,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
) -> None:
    """Print the leaderboard of RUN (default: the featured run) and write LEADERBOARD.md."""
    from crookbench.figures.command import compare_command, report_command
    from crookbench.records.results import featured

    run, shelves = featured(runs_of(results, run_id)), _shelves(cases_dir, catalogue)
    if compare:
        compare_command(runs_of(results, None), run, compare, form, shelves)
    else:
        report_command(run, form, shelves)


@click.command()
@click.argument("run_id", required=False, metavar="[RUN]")
@click.option("--format", "form", type=click.Choice(["csv", "parquet"]), default="csv",
              show_default=True, help="What to write.")  # fmt: skip
@path_option("--out", Path("export"), "Folder to write into.")
@results_option
@cases_option
@catalogue_option
def export(
    run_id: str | None,
    form: str,
    out: Path,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
) -> None:
    """Write consults, items and moves of RUN (default: the featured run), with a dictionary."""
    from crookbench.figures.command import export_command
    from crookbench.records.results import featured

    run, shelves = featured(runs_of(results, run_id)), _shelves(cases_dir, catalogue)
    for path in export_command(run, out, form, shelves):
        click.echo(str(path))


def _shelves(cases_dir: Path | None, catalogue: Path | None) -> Shelves:
    from crookbench.figures.command import Shelves

    given = cases_dir is not None
    return Shelves(cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue), given)


@click.command()
@click.argument("run_id", required=False, metavar="[RUN]")
@results_option
@cases_option
@catalogue_option
@click.option("--write", is_flag=True, help="Rewrite the records, keeping the old scores.")
@click.option("--reason", default="", help="Why, for the readers; needed with --write.")
@quiet_option
@json_option
def rescore(
    run_id: str | None,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    write: bool,
    reason: str,
    quiet: bool,
    as_json: bool,
) -> None:
    """Replay the logs of RUN (default: every run with words) against today's cases."""
    from crookbench.runs.command import rescore_command

    wordless_too = run_id is not None
    runs = [each for each in runs_of(results, run_id)
            if wordless_too or each.manifest.kind == "full"]  # fmt: skip
    book = casebook_of(cases_dir, catalogue)
    text = rescore_command(runs, book, reason=reason if write else None, as_json=as_json)
    if not quiet:
        click.echo(text)


@click.command()
@results_option
@cases_option
@catalogue_option
@quiet_option
@json_option
def verify(
    results: Path, cases_dir: Path | None, catalogue: Path | None, *, quiet: bool, as_json: bool
) -> None:
    """Recompute every record, log and transcript from its log, and say what does not hold."""
    import json

    from crookbench.records.verify import verify as verify_runs

    found = verify_runs(runs_of(results, None), casebook_of(cases_dir, catalogue))
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
    else:
        for fault in found.faults:
            click.echo(printable(str(fault)))
        if not quiet:
            click.echo(f"{found.verified} of {found.records} records hold.")
    if found.faults:
        sys.exit(FOUND_FAULTS)
