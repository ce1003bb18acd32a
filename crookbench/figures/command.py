"""`crookbench report`: prints the leaderboard or two doctors, and writes LEADERBOARD.md."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rich.console import Console

from crookbench.casebook.casebook import load_cases, load_catalogue
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
)
from crookbench.figures.terminal import console, grid, leaderboard_grid
from crookbench.figures.traps import traps
from crookbench.figures.versus import runs_table, versus_table
from crookbench.game.catalogue import Catalogue
from crookbench.records.jsonfile import write_atomically
from crookbench.records.results import MANIFEST
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.figures.figure import Table
    from crookbench.figures.findings import Finding
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.game.case import Case
    from crookbench.records.results import Run

FILE = "LEADERBOARD.md"


def compare_command(
    runs: Sequence[Run], run: Run, pair: tuple[str, str], form: str, cases_dir: Path
) -> None:
    """Prints two runs compared, where both names are runs', else two doctors of `run`."""
    names = _names(cases_dir, {} if run.manifest.played_on else load_cases(cases_dir))
    by_id = {each.manifest.id: each for each in runs}
    if all(name in by_id for name in pair):
        _print_table(runs_table(by_id[pair[0]], by_id[pair[1]], names), form)
    else:
        _print_table(versus_table(run, *pair, names), form)


def report_command(run: Run, form: str, cases_dir: Path, catalogue_dir: Path) -> None:
    """Prints `form` (table, md, csv or json) of the leaderboard.

    LEADERBOARD.md is written beside run.json; results that have none are another program's, and
    so is the file there.
    """
    others = bool(run.manifest.played_on)
    cases = {} if others else load_cases(cases_dir)
    catalogue = Catalogue() if others else load_catalogue(catalogue_dir)
    names = _names(cases_dir, cases)
    board = leaderboard(run)
    told = findings(run, board, traps(run, cases, catalogue), names)
    page = leaderboard_markdown(run, board, told, names)
    _print_leaderboard(board, told, names, form, page)
    if (run.path / MANIFEST).is_file():
        write_atomically(run.path / FILE, page)


def _names(cases_dir: Path, cases: Mapping[str, Case]) -> Names:
    models = cases_dir / "models.yaml"
    doctors = read_doctors(models) if models.is_file() else Doctors()
    return Names(doctors, {id_: case.title for id_, case in cases.items()})


def _print_leaderboard(
    board: Leaderboard, told: tuple[Finding, ...], names: Names, form: str, page: str
) -> None:
    match form:
        case "csv":
            _print(leaderboard_csv(board))
        case "json":
            _print(leaderboard_json(board))
        case "md":
            _print(page)
        case _:
            console().print(leaderboard_grid(board, names))
            _print(f"\n{leaderboard_note(board, names)}\n")
            _print("".join(f"\n- {finding.text}\n" for finding in told))


def _print_table(table: Table, form: str) -> None:
    match form:
        case "csv":
            _print(table_csv(table))
        case "json":
            columns = [column.name for column in table.columns]
            rows = [dict(zip(columns, row, strict=True)) for row in table.rows]
            _print(json.dumps({"reading": table.reading, "rows": rows}, ensure_ascii=False) + "\n")
        case "md":
            _print(markdown(table))
        case _:
            _print(f"{table.reading}\n\n")
            console().print(grid(table))
            _print(f"\n{table.note}\n")


def _print(text: str) -> None:
    """Text as it stands, without markup; control characters are shown, not sent."""
    Console(soft_wrap=True).print(printable(text), end="", markup=False, highlight=False)
