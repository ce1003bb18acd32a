"""Commands for authors of cases: `check`, `new-case` and `eval-patient`."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crookbench.commands import complete
from crookbench.commands.group import FOUND_FAULTS, Command
from crookbench.commands.options import (
    case_ids,
    casebook_of,
    cases_argument,
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    environment,
    format_option,
    patient_option,
    quiet_option,
    under_way,
)
from crookbench.errors import UsageFault
from crookbench.paths import in_checkout
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.casebook.casebook import Casebook


@click.command(
    cls=Command,
    examples=("crookbench check", "crookbench check ankle_sprain --cases-dir mine --play"),
)
@cases_argument
@cases_option
@catalogue_option
@click.option("--play", is_flag=True, help="Also let every baseline play, and tell how it fared.")
@click.option(
    "--say",
    multiple=True,
    metavar="TEXT",
    help="Instead: what CASE's patient hears in these words, and what they earn.",
)
@click.option(
    "--understanding",
    is_flag=True,
    help="Instead: how well CASE understands lines it did not learn (minutes).",
)
@click.option("--write-generated", is_flag=True,
              help="First write case.schema.json and the README's points table anew.")  # fmt: skip
@quiet_option
@format_option("text", "json")
def check(
    cases: tuple[str, ...],
    cases_dir: Path | None,
    catalogue: Path | None,
    form: str,
    *,
    play: bool,
    say: tuple[str, ...],
    understanding: bool,
    write_generated: bool,
    quiet: bool,
) -> None:
    """Check cases and catalogue, and say what is wrong: file, line, field, what was expected.

    CASEs are ids, with spaces or commas between; without any, all are checked.
    """
    from crookbench.casebook.check import check as check_all
    from crookbench.casebook.generated import write_generated as write

    folder, shelf = cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue)
    if write_generated:
        write(folder)
    ids = case_ids(cases)
    if say or understanding:
        _try_out(casebook_of(folder, shelf, ids), say, understanding=understanding)
        return
    under_way("Checking the cases …", quiet=quiet)
    faults = check_all(folder, shelf, ids)
    if form == "json":
        click.echo(json.dumps({"faults": [*map(str, faults)]}, ensure_ascii=False, indent=2))
    else:
        for fault in faults:
            click.echo(printable(str(fault)))
    if faults:
        sys.exit(FOUND_FAULTS)
    if form == "json":
        return
    if play:
        _rehearse(casebook_of(folder, shelf, ids))
    if not quiet:
        click.echo("No problems found.")


def _try_out(book: Casebook, say: tuple[str, ...], *, understanding: bool) -> None:
    """What an author's case makes of words."""
    from crookbench.casebook.understanding import said
    from crookbench.casebook.understanding import understanding as understood
    from crookbench.figures.evaluation import understanding_table
    from crookbench.figures.terminal import grid, terminal_width

    if len(book.cases) != 1:
        raise UsageFault("expected one CASE with --say or --understanding")
    (case,) = book.cases.values()
    for message in say:
        click.echo(
            printable("\n".join((f"Doctor: {message}", *said(case, book.catalogue, message))))
        )
    if understanding:
        rows = understood(case, book.catalogue, lambda text: click.echo(text, err=True))
        table = understanding_table(rows, case.title)
        click.echo(grid(table).text(terminal_width()), nl=False)
        click.echo(f"\n{table.note}")


def _rehearse(book: Casebook) -> None:
    from rich.console import Console

    from crookbench.casebook.baseline_check import baseline_sheets, print_sheets

    for case in book.cases.values():
        print_sheets(baseline_sheets(case, book.catalogue), Console())


@click.command(
    "new-case", cls=Command, examples=("crookbench new-case ankle_sprain --cases-dir mine",)
)
@click.argument("case_id", metavar="ID")
@cases_option
@catalogue_option
@quiet_option
def new_case(case_id: str, cases_dir: Path | None, catalogue: Path | None, *, quiet: bool) -> None:
    """Begin the case file ID.yaml with everything it needs, and tell what is to be written."""
    from crookbench.casebook.check import check_cases
    from crookbench.casebook.new_case import begin_case

    if cases_dir is None and not in_checkout():
        raise UsageFault("expected a folder to write into, saw none; name one with --cases-dir")
    path = begin_case(case_id, cases_folder(cases_dir))
    if quiet:
        return
    click.echo(f"{path} is begun. Still to be written:")
    for fault in check_cases(path.parent, catalogue_folder(cases_dir, catalogue), [case_id]):
        if fault.where == str(path):
            click.echo(f"  line {fault.line}: {fault.key}")
    given = {"--cases-dir": cases_dir, "--catalogue": catalogue}
    options = [part for name, at in given.items() if at for part in (name, str(at))]
    command = shlex.join(["crookbench", "check", case_id, *options])
    click.echo(f"Write, and run `{command}` until it has nothing to say.")


@click.command(
    "eval-patient",
    cls=Command,
    examples=("crookbench eval-patient", "crookbench eval-patient cough_pneumonia --misses"),
)
@cases_argument
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
@quiet_option
@format_option("text", "json")
def eval_patient(cases: tuple[str, ...], form: str, **options: Any) -> None:  # noqa: ANN401
    """Measure how well patient and marker understand the labelled sentences of the cases.

    CASEs are ids, with spaces or commas between; without any, all that have labelled sentences.
    """
    from crookbench.runs.eval_patient import EvaluationOptions, evaluation_command

    asked = EvaluationOptions(
        **options,
        cases=case_ids(cases) or (),
        as_json=form == "json",
        environ=environment(quiet=options["quiet"] or form == "json"),
    )
    if not evaluation_command(asked):
        sys.exit(FOUND_FAULTS)


@click.command(
    cls=Command, examples=("crookbench phrases ankle_sprain --cases-dir mine --lines 20",)
)
@click.argument("case", metavar="CASE", shell_complete=complete.cases)
@click.option("--lines", default=60, show_default=True, type=click.IntRange(1, 500),
              help="Wanted of each topic, of each plan item, and of its near misses.")  # fmt: skip
@click.option("--concurrency", default=4, show_default=True, type=click.IntRange(1),
              help="Requests at once.")  # fmt: skip
@cases_option
@quiet_option
def phrases(
    case: str, lines: int, concurrency: int, cases_dir: Path | None, *, quiet: bool
) -> None:
    """Draft how doctors ask and say what CASE is about, with a chat model, for you to read.

    The model is PHRASES_MODEL at PHRASES_URL, with PHRASES_KEY. What is there already stays, and
    only what is missing is asked for.
    """
    from rich.console import Console
    from rich.progress import Progress

    from crookbench.runs.draft_phrases import draft_command

    if cases_dir is None and not in_checkout():
        raise UsageFault("expected a folder to write into, saw none; name one with --cases-dir")
    watched = sys.stderr.isatty() and not quiet
    with Progress(console=Console(stderr=True), transient=True, disable=not watched) as progress:

        def watch(total: int) -> Callable[[], None]:
            task = progress.add_task("requests", total=total)
            return lambda: progress.advance(task)

        found = draft_command(case, cases_dir, lines, concurrency, environment(quiet=quiet), watch)
    for reason, count in found.failures.items():
        click.echo(printable(f"{count} requests failed: {reason}"), err=True)
    if quiet:
        return
    for path, count in found.written.items():
        click.echo(f"{path}: {count} lines drafted.")
    if not found.written:
        click.echo(f"Each item of {case} has {lines} lines already.")
        return
    if found.claimed:
        click.echo(
            f"{found.claimed} of them read like another item; a remark above each says which."
        )
    click.echo(f"Read them, delete what no doctor would say, then run `crookbench check {case}`.")
