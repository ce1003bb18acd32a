"""Commands that play consults: `run`, `play` and `forget`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from crookbench.commands import complete
from crookbench.commands.group import FOUND_FAULTS, Command
from crookbench.commands.options import (
    case_ids,
    cases_option,
    catalogue_option,
    dask_option,
    environment,
    format_option,
    patient_option,
    quiet_option,
    results_option,
    run_argument,
)

if TYPE_CHECKING:
    from pathlib import Path

MOST_REPS = 1000
"""As in run.json: every consult of a run is listed in memory."""


@click.command(
    cls=Command,
    examples=(
        "crookbench run baselines --run mine",
        "crookbench run openai/gpt-6-astra --reps 1 --dry-run",
        "crookbench run openai/gpt-6-astra --run mine --max-cost 20",
        "DOCTOR_URL=http://localhost:8080/v1 crookbench run qwen3-8b --run mine",
    ),
)
@click.argument(
    "doctors", nargs=-1, required=True, metavar="DOCTOR...", shell_complete=complete.doctors
)
@click.option(
    "--cases", default="free", show_default=True, shell_complete=complete.cases,
    help="A set (free, extended), all, or ids with commas between.",
)  # fmt: skip
@click.option(
    "--reps", default=3, show_default=True, type=click.IntRange(1, MOST_REPS), help="Repeats."
)
@click.option("--questions", default=50, show_default=True, type=click.IntRange(0), help="Budget.")
@click.option("--concurrency", default=2, show_default=True, type=click.IntRange(1),
              help="Consults at once.")  # fmt: skip
@patient_option
@click.option(
    "--run",
    "run_id",
    shell_complete=complete.runs,
    help="Name [default: that of the same command's unfinished run, else the date].",
)
@click.option("--title", help="What readers call a new run [default: its name].")
@click.option("--description", default="", help="What a new run is, in a sentence or two.")
@click.option(
    "--dry-run", is_flag=True, help="Say what would be played and cost; play and write nothing."
)
@click.option("--max-cost", type=click.FloatRange(0), help="US$ after which no consult begins.")
@dask_option
@results_option
@cases_option
@catalogue_option
@quiet_option
@format_option("text", "json")
def run(cases: str, form: str, *, dry_run: bool, **options: Any) -> None:  # noqa: ANN401
    """Play the cases with DOCTORs; the same command again plays only what is missing.

    A DOCTOR is a model's id, such as openai/gpt-6-astra; a baseline, such as baseline/oracle; or
    `baselines` for all of these that can play the cases (baseline/brisk plays those with `brisk:`).
    A model must support tool calling.

    Models are asked at OpenRouter with OPENROUTER_API_KEY, or at DOCTOR_URL with DOCTOR_KEY;
    DOCTOR_EXTRA is JSON merged into each request. --patient model asks PATIENT_MODEL at PATIENT_URL
    with PATIENT_KEY. crookbench.toml can hold all of these but the keys.
    """
    from crookbench.runs.command import PlayOptions, play_command
    from crookbench.runs.dry_run import dry_run_command

    asked = PlayOptions(
        **options,
        cases=case_ids([cases]),
        as_json=form == "json",
        environ=environment(quiet=options["quiet"] or form == "json"),
    )
    if dry_run:
        dry_run_command(asked)
    elif not play_command(asked):
        sys.exit(FOUND_FAULTS)


@click.command(
    cls=Command,
    examples=(
        "crookbench play                  choose from a list",
        "crookbench play 3 --name kim     the third case of that list",
        "crookbench play random           one that you have not played yet",
    ),
)
@click.argument("case", required=False, metavar="[CASE]", shell_complete=complete.numbers)
@click.option("--name", default="player", show_default=True, help="Yours: you are human/NAME.")
@click.option("--run", "run_id", shell_complete=complete.runs,
              help="Name of the run [default: people].")  # fmt: skip
@click.option("--questions", default=50, show_default=True, type=click.IntRange(0), help="Budget.")
@click.option("--hints", is_flag=True,
              help="Play with /hint, to learn; filed apart as human/NAME-with-hints.")  # fmt: skip
@patient_option
@results_option
@cases_option
@catalogue_option
def play(**options: Any) -> None:  # noqa: ANN401  click's options by name
    """Play a case yourself at the terminal; leave when you like, the same command goes on.

    CASE is a number of the list that `crookbench play` shows, `random`, or a case's id (which gives
    the diagnosis away). You talk by typing; /help lists the other moves. Points are shown at the
    end. You are scored and kept like any other doctor: the run lies in the results folder, and is
    published with the site if you publish it.

    --patient model asks PATIENT_MODEL at PATIENT_URL with PATIENT_KEY; a run has one patient, so
    that wants a --run of its own.
    """
    from crookbench.runs.people import PersonOptions, person_command

    person_command(PersonOptions(**options, environ=environment()))


@click.command(cls=Command, examples=("crookbench forget mine openai/gpt-6-astra",))
@run_argument(required=True)
@click.argument("doctor", shell_complete=complete.models_of_run)
@click.option("--scored", is_flag=True, help="Delete the doctor's scored consults too.")
@results_option
@quiet_option
def forget(run_id: str, doctor: str, results: Path, *, scored: bool, quiet: bool) -> None:
    """Take a doctor out of a run, such as a model whose server failed.

    What failed is deleted, and the run no longer plans the doctor. Scored consults are kept, and
    the doctor with them, unless --scored is given.
    """
    from crookbench.runs.forget import forget_doctor

    told = forget_doctor(results, run_id, doctor, scored=scored)
    if not quiet:
        click.echo(told)
