"""Commands that look at what there is: `list` and `show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crookbench.commands import complete
from crookbench.commands.group import Command
from crookbench.commands.options import (
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    format_option,
    results_option,
    run_argument,
)

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("runs", "cases", "doctors", "models")


@click.command(
    "list",
    cls=Command,
    examples=(
        "crookbench list runs",
        "crookbench list cases",
        "crookbench list models --json",
    ),
)
@click.argument("what", type=click.Choice(KINDS), metavar="|".join(KINDS))
@click.option("--ids", is_flag=True, help="Of cases also the ids, which give diagnoses away.")
@results_option
@cases_option
@format_option("table", "json")
def list_(what: str, results: Path, cases_dir: Path | None, form: str, *, ids: bool) -> None:
    """List runs, cases, doctors or models.

    Cases are listed by complaint and difficulty, numbered as `crookbench play` takes them. Doctors
    are whom `crookbench run` can play without further ado: the baselines, and the models that
    models.yaml describes; any other model's id is a doctor too.
    """
    from crookbench.runs.listing import list_cases, list_doctors, list_models, list_runs, listed

    match what:
        case "runs":
            rows = list_runs(results)
        case "cases":
            rows = list_cases(cases_folder(cases_dir), ids=ids)
        case "doctors":
            rows = list_doctors(cases_folder(cases_dir))
        case _:
            rows = list_models(cases_folder(cases_dir))
    click.echo(listed(rows, form))


@click.command(
    cls=Command,
    examples=(
        "crookbench show baselines baseline/oracle cough_pneumonia 1",
        "crookbench show baselines baseline/oracle cough_pneumonia 1 --move 7",
        "crookbench show mine lab/model cough_pneumonia 1 --format md > consult.md",
    ),
)
@run_argument(required=True)
@click.argument("model", shell_complete=complete.models_of_run)
@click.argument("case", shell_complete=complete.cases)
@click.argument("rep", type=click.IntRange(1), default=1)
@click.option("--move", type=click.IntRange(1), help="Only this move, with what it earned.")
@results_option
@cases_option
@catalogue_option
@format_option("text", "md", "json")
def show(
    run_id: str,
    model: str,
    case: str,
    rep: int,
    move: int | None,
    results: Path,
    cases_dir: Path | None,
    catalogue: Path | None,
    form: str,
) -> None:
    """Show one consult: every move with what it earned, then the bill.

    REP is 1 unless it is given. A long text is shown a screen at a time at a terminal.
    """
    from crookbench.runs.showing import Places, show_command

    places = Places(results, cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue))
    show_command(places, run_id, (model, case, rep), move, form)
