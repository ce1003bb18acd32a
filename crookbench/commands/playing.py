"""Commands that play consults: `run` and `play`."""

from __future__ import annotations

import sys
from typing import Any

import click

from crookbench.commands.options import (
    FOUND_FAULTS,
    cases_option,
    catalogue_option,
    json_option,
    patient_option,
    quiet_option,
    results_option,
)

MOST_REPS = 1000
"""As in run.json: every consult of a run is listed in memory."""


@click.command()
@click.argument("doctors", nargs=-1, required=True, metavar="DOCTOR...")
@click.option("--cases", default="free", show_default=True, help="free, extended, all, or ID,ID.")
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
    help="Name [default: that of the same command's unfinished run, else the date].",
)
@click.option("--title", help="What readers call a new run [default: its name].")
@click.option("--description", default="", help="What a new run is, in a sentence or two.")
@results_option
@cases_option
@catalogue_option
@click.option("--max-cost", type=click.FloatRange(0), help="US$ after which no consult begins.")
@quiet_option
@json_option
def run(**options: Any) -> None:  # noqa: ANN401  click's options by name
    """Play DOCTORs through the cases; the same command again plays only what is missing.

    A DOCTOR is a model's id, such as openai/gpt-6-astra; a baseline, such as baseline/oracle; or
    `baselines` for all of these that can play the cases (baseline/brisk plays those with `brisk:`).
    Models are asked at OpenRouter with OPENROUTER_API_KEY, or at
    DOCTOR_URL with DOCTOR_KEY; DOCTOR_EXTRA is JSON merged into each request. --patient model
    asks PATIENT_MODEL at PATIENT_URL with PATIENT_KEY.
    """
    from crookbench.runs.command import PlayOptions, play_command

    if not play_command(PlayOptions(**options)):
        sys.exit(FOUND_FAULTS)


@click.command()
@click.argument("case")
@click.option("--name", default="player", show_default=True, help="Yours: you are human/NAME.")
@click.option("--run", "run_id", default="people", show_default=True, help="Name of the run.")
@click.option("--questions", default=50, show_default=True, type=click.IntRange(0), help="Budget.")
@patient_option
@results_option
@cases_option
@catalogue_option
def play(**options: Any) -> None:  # noqa: ANN401  click's options by name
    """Play CASE yourself at the terminal; leave when you like, the same command goes on.

    You talk by typing; /help lists the other moves. Points are shown at the end, and you are
    scored and kept like any other doctor. --patient model asks PATIENT_MODEL at PATIENT_URL with
    PATIENT_KEY; a run has one patient, so that wants a --run of its own.
    """
    from crookbench.runs.play import PersonOptions, person_command

    person_command(PersonOptions(**options))
