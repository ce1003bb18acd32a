"""The options and arguments that several commands have, and what they stand for."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crookbench.commands import complete
from crookbench.errors import UsageFault
from crookbench.paths import shipped
from crookbench.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.results import Run

    F = TypeVar("F", bound=Callable[..., Any])

EVERY_CASE = "all"
"""Every case of the folder, of whatever set."""


def path_option(name: str, default: Path | None, text: str) -> Callable[[F], F]:
    return click.option(
        name, type=click.Path(path_type=Path), default=default, show_default=True, help=text
    )


def run_argument(*, required: bool = False) -> Callable[[F], F]:
    """RUN, as every command that reads runs has it."""
    return click.argument(
        "run_id",
        required=required,
        metavar="RUN" if required else "[RUN]",
        shell_complete=complete.runs,
    )


def format_option(first: str, *others: str) -> Callable[[F], F]:
    """--format with the first choice as its default, and --json for short where JSON is one."""
    plain = click.option(
        "--format", "form", type=click.Choice([first, *others]), default=first,
        show_default=True, help="How to print it.",
    )  # fmt: skip
    if "json" not in others:
        return plain
    short = click.option(
        "--json", "form", flag_value="json", help="The same as --format json, for a program."
    )
    return lambda function: plain(short(function))


dask_option = click.option(
    "--dask", metavar="ADDRESS",
    help="Do the work on the Dask cluster whose scheduler is there, such as tcp://host:8786.",
)  # fmt: skip
results_option = path_option("--results", Path("results"), "Folder of the runs.")
cases_option = path_option("--cases-dir", None, "Folder of the cases [default: those shipped].")
catalogue_option = path_option(
    "--catalogue",
    None,
    "Folder of the catalogue [default: inside or beside the cases, else the one shipped].",
)
cases_argument = click.argument(
    "cases", nargs=-1, metavar="[CASE]...", shell_complete=complete.cases
)
quiet_option = click.option("--quiet", is_flag=True, help="Print nothing but faults.")
patient_option = click.option(
    "--patient", type=click.Choice(["chart", "model"]), default="chart", show_default=True,
    help="Who answers, and marks what was said.",
)  # fmt: skip


def environment(*, quiet: bool = False) -> dict[str, str]:
    """The environment, with what crookbench.toml says where it has nothing.

    A file that says where models are asked is named: the keys of the environment go there.
    """
    settings = click.get_current_context().find_object(Settings) or Settings()
    added = {name: value for name, value in settings.environ.items() if name not in os.environ}
    if added and not quiet:
        click.echo(f"{', '.join(sorted(added))} as in {settings.path}.", err=True)
    return {**added, **os.environ}


def case_ids(named: Sequence[str]) -> tuple[str, ...] | None:
    """The ids and sets that CASE... or --cases names, with commas between or not; None for all."""
    ids = tuple(each.strip() for text in named for each in text.split(",") if each.strip())
    return None if not ids or EVERY_CASE in ids else ids


def cases_folder(given: Path | None) -> Path:
    return given or shipped("cases")


def catalogue_folder(cases_dir: Path | None, given: Path | None) -> Path:
    from crookbench.casebook.casebook import default_catalogue_folder

    return given or default_catalogue_folder(cases_folder(cases_dir))


def casebook_of(
    cases_dir: Path | None, catalogue: Path | None, ids: Sequence[str] | None = None
) -> Casebook:
    from crookbench.casebook.casebook import load_casebook

    return load_casebook(cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue), ids)


def runs_of(results: Path, run: str | None) -> tuple[Run, ...]:
    from crookbench.records.results import runs_named

    return runs_named(results, run)


def under_way(text: str, *, quiet: bool = False) -> None:
    """Says at a terminal what takes some seconds, so that a still screen does not look broken."""
    if sys.stderr.isatty() and not quiet:
        click.echo(text, err=True)


def check_shared(results: Path, dask: str, *, write: bool = False) -> None:
    """Refuses results that a cluster's workers cannot find.

    Raises:
        UsageFault: The folder is named from here, or is to be written by many machines at once.
    """
    if write:
        raise UsageFault("--dask: scores are rewritten by one machine; leave out --dask or --write")
    if not results.is_absolute():
        raise UsageFault(
            f"--dask {dask}: expected --results as a whole path that every worker sees too, "
            f"saw {results}"
        )
