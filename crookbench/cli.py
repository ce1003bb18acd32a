"""The commands: each parses, calls one function and prints.

Everything heavy is imported inside the command that needs it, so that --help is quick.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crookbench import __version__
from crookbench.cli_options import (
    FOUND_FAULTS,
    Commands,
    casebook_of,
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    json_option,
    path_option,
    patient_option,
    quiet_option,
    results_option,
    runs_of,
)
from crookbench.errors import UsageFault
from crookbench.inspect_ai.commands import import_
from crookbench.paths import in_checkout
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.casebook.casebook import Casebook
    from crookbench.figures.command import Shelves

    F = TypeVar("F", bound=Callable[..., Any])

MOST_REPS = 1000
"""As in run.json: every consult of a run is listed in memory."""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="crookbench")
def main() -> None:
    """Play, score and publish GP consultations of the game Crook.

    A benchmark of a game, not of medical competence.
    """


@main.command()
@click.argument("doctors", nargs=-1, required=True, metavar="DOCTOR...")
@click.option("--cases", default="free", show_default=True, help="free, all, or ID,ID.")
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


@main.command()
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


@main.command()
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


@main.command()
@click.argument("run_id", required=False, metavar="[RUN]")
@click.option("--format", "form", type=click.Choice(["csv", "parquet", "inspect"]), default="csv",
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
    """Write consults, items and moves of RUN (default: the featured run), with a dictionary.

    `--format inspect` writes a log for each doctor instead, which `inspect view` shows.
    """
    from crookbench.records.results import featured

    run = featured(runs_of(results, run_id))
    if form == "inspect":
        from crookbench.inspect_ai.log_export import export_logs

        paths = export_logs(run, casebook_of(cases_dir, catalogue), out)
    else:
        from crookbench.figures.command import export_command

        paths = export_command(run, out, form, _shelves(cases_dir, catalogue))
    for path in paths:
        click.echo(str(path))


main.add_command(import_)


def _shelves(cases_dir: Path | None, catalogue: Path | None) -> Shelves:
    from crookbench.figures.command import Shelves

    given = cases_dir is not None
    return Shelves(cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue), given)


@main.command()
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


@main.command()
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


@main.command()
@click.argument("cases", nargs=-1, metavar="[CASE]...")
@cases_option
@catalogue_option
@click.option("--play", is_flag=True, help="Also let every baseline play, and tell how it fared.")
@click.option("--write-generated", is_flag=True,
              help="First write case.schema.json and the README's points table anew.")  # fmt: skip
@quiet_option
def check(
    cases: tuple[str, ...],
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    play: bool,
    write_generated: bool,
    quiet: bool,
) -> None:
    """Check CASEs (default: all) and the catalogue: file, line, field, what was expected."""
    from crookbench.casebook.check import check as check_all
    from crookbench.casebook.generated import write_generated as write

    folder, shelf = cases_folder(cases_dir), _authors_catalogue(cases_dir, catalogue)
    if write_generated:
        write(folder)
    faults = check_all(folder, shelf, cases or None)
    for fault in faults:
        click.echo(printable(str(fault)))
    if faults:
        sys.exit(FOUND_FAULTS)
    if play:
        _rehearse(casebook_of(folder, shelf, cases or None))
    if not quiet:
        click.echo("Nothing to mend.")


def _authors_catalogue(cases_dir: Path | None, given: Path | None) -> Path:
    """The catalogue that a new case is written for: that of its folder, else the one shipped."""
    found = catalogue_folder(cases_dir, given)
    return found if given or found.is_dir() else catalogue_folder(None, None)


def _rehearse(book: Casebook) -> None:
    from rich.console import Console

    from crookbench.casebook.baseline_check import baseline_sheets, print_sheets

    for case in book.cases.values():
        print_sheets(baseline_sheets(case, book.catalogue), Console())


@main.command("new-case")
@click.argument("case_id", metavar="ID")
@cases_option
@catalogue_option
def new_case(case_id: str, cases_dir: Path | None, catalogue: Path | None) -> None:
    """Begin the case file ID.yaml with everything it needs, and tell what is to be written."""
    from crookbench.casebook.check import check_cases
    from crookbench.casebook.new_case import begin_case

    if cases_dir is None and not in_checkout():
        raise UsageFault("expected a folder to write into, saw none; name one with --cases-dir")
    path = begin_case(case_id, cases_folder(cases_dir))
    click.echo(f"{path} is begun. Still to be written:")
    for fault in check_cases(path.parent, _authors_catalogue(cases_dir, catalogue), [case_id]):
        if fault.where == str(path):
            click.echo(f"  line {fault.line}: {fault.key}")
    click.echo(f"Write, and run `crookbench check {case_id}` until it has nothing to say.")


@main.command("eval-patient")
@click.argument("cases", nargs=-1, metavar="[CASE]...")
@patient_option
@click.option("--concurrency", default=4, show_default=True, type=click.IntRange(1),
              help="Sentences at once.")  # fmt: skip
@click.option("--misses", is_flag=True, help="List each sentence that was misunderstood.")
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Recorded consults instead: a log, or a folder of MODEL/CASE-REP.log.json.",
)
@click.option(
    "--labels",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="What each of their utterances asks and says; may be given several times.",
)
@cases_option
@catalogue_option
@json_option
def eval_patient(**options: Any) -> None:  # noqa: ANN401  click's options by name
    """Measure how well patient and marker understand the labelled sentences of CASEs (all)."""
    from crookbench.runs.eval_patient import EvaluationOptions, evaluation_command

    if not evaluation_command(EvaluationOptions(**options)):
        sys.exit(FOUND_FAULTS)


@main.command("build-site")
@results_option
@path_option("--out", Path("site"), "Folder to build into.")
@click.option("--base-url", default="", help="Address the site is served from.")
@click.option("--issues-url", default="", help="Address where readers report a wrong mark.")
@click.option("--plotly", type=click.Path(path_type=Path), metavar="FILE",
              help="Smaller build of plotly.js to ship: plotly-basic.min.js from npm.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Fail on gaps in planned consults too.")
@click.option("--cards", is_flag=True, help="Draw the pictures that shared links unfurl with.")
@click.option("--search/--no-search", default=None,
              help="Make an index to search [default: where pagefind is installed].")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=None,
              help="Processes that write pages [default: one a core].")  # fmt: skip
@cases_option
@catalogue_option
@quiet_option
def build_site(
    results: Path,
    out: Path,
    base_url: str,
    issues_url: str,
    plotly: Path | None,
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    strict: bool,
    cards: bool,
    search: bool | None,
    jobs: int | None,
    quiet: bool,
) -> None:
    """Build the static site from the results; a site of the same things is left as it is."""
    from crookbench.website.build import build_site as build

    cases = cases_folder(cases_dir)
    built = build(
        results,
        out,
        cases_dir=cases,
        catalogue_dir=catalogue_folder(cases_dir, catalogue),
        base_url=base_url,
        issues_url=issues_url,
        plotly=plotly,
        strict=strict,
        cards=cards,
        search=search,
        jobs=jobs,
    )
    if not quiet:
        click.echo(str(built))


@main.command()
@path_option("--out", Path("site"), "Folder of the built site.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
              help="Port on 127.0.0.1; 0 takes a free one.")  # fmt: skip
def serve(out: Path, port: int) -> None:
    """Serve the built site on this machine only."""
    from crookbench.website.serve import serve as serve_site

    serve_site(out, port)
