"""Commands for authors of cases: `check`, `new-case` and `eval-patient`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crookbench.commands.options import (
    FOUND_FAULTS,
    casebook_of,
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    json_option,
    patient_option,
    quiet_option,
)
from crookbench.errors import UsageFault
from crookbench.paths import in_checkout
from crookbench.terminal import printable

if TYPE_CHECKING:
    from crookbench.casebook.casebook import Casebook


@click.command()
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


@click.command("new-case")
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


@click.command("eval-patient")
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
