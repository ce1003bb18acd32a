"""Commands about runs that are there: `report`, `export`, `rescore` and `verify`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crookbench.commands import complete
from crookbench.commands.group import FOUND_FAULTS, Command
from crookbench.commands.options import (
    casebook_of,
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    check_shared,
    dask_option,
    format_option,
    path_option,
    quiet_option,
    results_option,
    run_argument,
    runs_of,
    under_way,
)
from crookbench.terminal import printable

if TYPE_CHECKING:
    from crookbench.figures.command import Shelves


@click.command(
    cls=Command,
    examples=(
        "crookbench report",
        "crookbench report mine --format csv > mine.csv",
        "crookbench report mine --compare baseline/oracle baseline/checklist",
    ),
)
@run_argument()
@format_option("table", "md", "csv", "json")
@click.option(
    "--compare", nargs=2, metavar="A B", shell_complete=complete.models_of_run,
    help="Compare two models of the run, or two runs, by case.",
)  # fmt: skip
@click.option("--write/--no-write", default=True, show_default=True,
              help="Write LEADERBOARD.md beside run.json.")  # fmt: skip
@results_option
@cases_option
@catalogue_option
@quiet_option
def report(
    run_id: str | None,
    form: str,
    compare: tuple[str, str] | None,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    write: bool,
    quiet: bool,
) -> None:
    """Print the leaderboard of RUN, and write it into the run's folder as LEADERBOARD.md.

    RUN is the featured run unless it is named. Scores of runs on other cases do not compare: the
    published run was played on crook-bench's own cases, yours are played on those here.
    """
    from crookbench.figures.command import compare_command, report_command
    from crookbench.records.results import featured

    run, shelves = featured(runs_of(results, run_id)), _shelves(cases_dir, catalogue)
    if compare:
        compare_command(runs_of(results, None), run, compare, form, shelves)
    else:
        report_command(run, form, shelves, write=write, quiet=quiet)


@click.command(
    cls=Command,
    examples=("crookbench power", "crookbench power mine baseline/brisk baseline/checklist"),
)
@run_argument()
@click.argument("pair", nargs=-1, metavar="[A B]", shell_complete=complete.models_of_run)
@format_option("table", "md", "csv", "json")
@results_option
@cases_option
@catalogue_option
def power(
    run_id: str | None,
    pair: tuple[str, ...],
    form: str,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
) -> None:
    """Tell how many cases and repeats it takes to tell doctors apart, by the variances of RUN.

    Without doctors: the smallest difference that each number of cases and repeats can resolve with
    80 % power. With two of them: how many cases would tell these two apart.
    """
    from crookbench.figures.command import power_command
    from crookbench.records.results import featured

    run = featured(runs_of(results, run_id))
    power_command(run, pair, form, _shelves(cases_dir, catalogue))


@click.command(
    cls=Command,
    examples=("crookbench export mine", "crookbench export mine --format parquet --out data"),
)
@run_argument()
@click.option("--format", "form", type=click.Choice(["csv", "parquet", "huggingface", "inspect"]),
              default="csv", show_default=True, help="What to write.")  # fmt: skip
@path_option("--out", Path("export"), "Folder to write into; files of an earlier export there are "
             "replaced.")  # fmt: skip
@results_option
@cases_option
@catalogue_option
@quiet_option
def export(
    run_id: str | None,
    form: str,
    out: Path,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    quiet: bool,
) -> None:
    """Write the consults, items and moves of RUN as tables, with a dictionary of their columns.

    RUN is the featured run unless it is named. `--format huggingface` writes a folder that
    `datasets.load_dataset` opens; `--format inspect` a log for each doctor, which `inspect view`
    shows.
    """
    from crookbench.records.results import featured

    run = featured(runs_of(results, run_id))
    there = {*out.iterdir()} if out.is_dir() else set()
    if form == "inspect":
        from crookbench.inspect_ai.log_export import export_logs

        paths = export_logs(run, casebook_of(cases_dir, catalogue), out)
    else:
        from crookbench.figures.command import export_command

        paths = export_command(run, out, form, _shelves(cases_dir, catalogue))
    for path in paths:
        if not quiet:
            click.echo(f"{path} (replaced)" if path in there else str(path))


def _shelves(cases_dir: Path | None, catalogue: Path | None) -> Shelves:
    from crookbench.figures.command import Shelves

    given = cases_dir is not None
    return Shelves(cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue), given)


@click.command(
    cls=Command,
    examples=(
        "crookbench rescore mine",
        'crookbench rescore mine --write --reason "The key of case 3 was wrong."',
    ),
)
@run_argument()
@dask_option
@click.option("--write", is_flag=True, help="Rewrite the records, keeping the old scores.")
@click.option("--reason", default="", help="Why, for the readers; needed with --write.")
@results_option
@cases_option
@catalogue_option
@quiet_option
@format_option("text", "json")
def rescore(
    run_id: str | None,
    dask: str | None,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    form: str,
    *,
    write: bool,
    reason: str,
    quiet: bool,
) -> None:
    """Replay the logs of RUN against today's cases, and say which scores change.

    RUN is every run with words unless one is named. No model is asked.
    """
    from crookbench.runs.command import rescore_command

    wordless_too = run_id is not None
    runs = [each for each in runs_of(results, run_id)
            if wordless_too or each.manifest.kind == "full"]  # fmt: skip
    under_way("Replaying the logs …", quiet=quiet)
    book = casebook_of(cases_dir, catalogue)
    if dask:
        check_shared(results, dask, write=write)
    text = rescore_command(
        runs, book, reason=reason if write else None, as_json=form == "json", dask=dask
    )
    if not quiet:
        click.echo(text)


@click.command(cls=Command, examples=("crookbench verify", "crookbench verify mine --json"))
@run_argument()
@dask_option
@results_option
@cases_option
@catalogue_option
@quiet_option
@format_option("text", "json")
def verify(
    run_id: str | None,
    dask: str | None,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    form: str,
    *,
    quiet: bool,
) -> None:
    """Recompute every record and transcript of RUN from its log, and say what does not hold.

    RUN is every run unless one is named.
    """
    from crookbench.records.verify import verify as verify_runs

    under_way("Recomputing the records …", quiet=quiet)
    if dask:
        check_shared(results, dask)
    found = verify_runs(runs_of(results, run_id), casebook_of(cases_dir, catalogue), dask=dask)
    if form == "json":
        click.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
    else:
        for fault in found.faults:
            click.echo(printable(str(fault)))
        if not quiet:
            click.echo(f"{found.verified} of {found.records} records hold.")
    if found.faults:
        sys.exit(FOUND_FAULTS)
