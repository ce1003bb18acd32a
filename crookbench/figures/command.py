"""`crookbench report` and `crookbench export`: a run's figures printed, and written as files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from crookbench.casebook.casebook import load_casebook, load_cases, load_catalogue
from crookbench.errors import Fault, UsageFault
from crookbench.figures.answer import answer
from crookbench.figures.export import (
    CARD,
    csv_text,
    dataset_card,
    datasets,
    dictionary_csv,
    parquet_bytes,
)
from crookbench.figures.findings import findings
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.models import Doctors, read_doctors
from crookbench.figures.names import Names
from crookbench.figures.render import markdown, table_csv
from crookbench.figures.report import (
    leaderboard_csv,
    leaderboard_json,
    leaderboard_markdown,
    leaderboard_note,
    leaderboard_reading,
)
from crookbench.figures.terminal import grid, leaderboard_grid, legend, terminal_width, wrapped
from crookbench.figures.traps import traps
from crookbench.figures.versus import runs_table, versus_table
from crookbench.game.catalogue import Catalogue
from crookbench.records.jsonfile import write_atomically
from crookbench.records.replay import with_bills
from crookbench.records.results import MANIFEST
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.figures.figure import Table
    from crookbench.game.case import Case
    from crookbench.records.results import Run

FILE = "LEADERBOARD.md"
DICTIONARY = "dictionary.csv"


@dataclass(frozen=True, slots=True)
class Shelves:
    """Where cases and catalogue lie; `given` if the user named a folder of cases."""

    cases: Path
    catalogue: Path
    given: bool = False


def billed(run: Run, shelves: Shelves) -> Run:
    """The run with its bills where its files have none and the user named the cases it was on."""
    if not (run.manifest.played_on and shelves.given):
        return run
    return with_bills(run, load_casebook(shelves.cases, shelves.catalogue))


def report_command(
    run: Run, form: str, shelves: Shelves, *, write: bool = True, quiet: bool = False
) -> None:
    """Prints `form` (table, md, csv or json) of the leaderboard.

    LEADERBOARD.md is written beside run.json unless `write` is false; results that have none are
    another program's, and so is the file there.
    """
    run = billed(run, shelves)
    theirs = bool(run.manifest.played_on) and not shelves.given
    cases = {} if theirs else load_cases(shelves.cases)
    catalogue = Catalogue() if theirs else load_catalogue(shelves.catalogue)
    names = _names(shelves.cases, cases)
    board = leaderboard(run)
    told = findings(run, board, traps(run, cases, catalogue), names)
    page = leaderboard_markdown(run, board, told, names)
    match form:
        case _ if quiet:
            pass
        case "csv":
            _print(leaderboard_csv(board))
        case "json":
            _print(leaderboard_json(board))
        case "md":
            _print(page)
        case _:
            width = terminal_width()
            reading = f"{leaderboard_reading(board, names)} {leaderboard_note(board, names)}"
            prose = [f"{answer(board, names).text}\n", f"{legend(board)} {reading}\n",
                     *(f"- {each.text}\n" for each in told)]  # fmt: skip
            _print(f"{run.manifest.title}, {run.manifest.date}\n\n")
            _print(leaderboard_grid(board, names).text(width))
            _print("".join(f"\n{wrapped(text, width)}" for text in prose))
    if write and (run.path / MANIFEST).is_file():
        try:
            write_atomically(run.path / FILE, page)
        except OSError as problem:
            click.echo(f"{run.path / FILE} was not written: {problem.strerror}", err=True)


def compare_command(
    runs: Sequence[Run], run: Run, pair: tuple[str, str], form: str, shelves: Shelves
) -> None:
    """Prints two runs compared, where both names are runs', else two doctors of `run`."""
    names = _names(shelves.cases, {} if run.manifest.played_on else load_cases(shelves.cases))
    by_id = {each.manifest.id: each for each in runs}
    if all(name in by_id for name in pair):
        table = runs_table(by_id[pair[0]], by_id[pair[1]], names)
    else:
        table = versus_table(run, *pair, names)
    _print_table(table, form)


def power_command(run: Run, pair: tuple[str, ...], form: str, shelves: Shelves) -> None:
    """Prints what designs can resolve by a run's variances, or how many cases a pair would take.

    Raises:
        UsageFault: The run has no such doctor, or one is named alone.
    """
    from crookbench.figures.power import design_table, pair_table

    if not pair:
        _print_table(design_table(run), form)
        return
    if len(pair) != 2:  # noqa: PLR2004  a pair
        raise UsageFault("expected two doctors of the run, or none")
    names = _names(shelves.cases, {} if run.manifest.played_on else load_cases(shelves.cases))
    _print_table(pair_table(run, *pair, names), form)


def _print_table(table: Table, form: str) -> None:
    match form:
        case "csv":
            _print(table_csv(table))
        case "json":
            columns = [column.name for column in table.columns]
            rows = [dict(zip(columns, row, strict=True)) for row in table.rows]
            told = {"reading": table.reading, "rows": rows}
            _print(json.dumps(told, ensure_ascii=False) + "\n")
        case "md":
            _print(markdown(table))
        case _:
            width = terminal_width()
            reading, note = (wrapped(f"{text}\n", width) for text in (table.reading, table.note))
            _print(f"{reading}\n{grid(table).text(width)}\n{note}")


def export_command(run: Run, out: Path, form: str, shelves: Shelves) -> tuple[Path, ...]:
    """Writes one file a data set (csv or parquet) and what explains them; their paths.

    csv and parquet come with dictionary.csv, huggingface with a dataset card.

    Raises:
        Fault: `out` is a file.
        NotAvailable: Parquet is asked for and pyarrow is not installed; nothing is written then.
    """
    if out.exists() and not out.is_dir():
        raise Fault(str(out), "expected a folder to write into, saw a file; choose another --out")
    found = datasets(billed(run, shelves))
    if form == "huggingface":
        contents = {f"data/{each.name}.parquet": parquet_bytes(each) for each in found}
        contents[CARD] = dataset_card(found, run.manifest).encode()
    else:
        contents = {
            f"{each.name}.{form}": csv_text(each).encode() if form == "csv" else parquet_bytes(each)
            for each in found
        } | {DICTIONARY: dictionary_csv(found).encode()}
    for name, content in contents.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(out / name, content)
    return tuple(out / name for name in contents)


def _names(cases_dir: Path, cases: Mapping[str, Case]) -> Names:
    models = cases_dir / "models.yaml"
    doctors = read_doctors(models) if models.is_file() else Doctors()
    titles = {id_: case.title for id_, case in cases.items()}
    return Names(doctors, titles, {id_: case.set for id_, case in cases.items()})


def _print(text: str) -> None:
    """Text as it stands; control characters are shown, not sent."""
    click.echo(printable(text), nl=False)
