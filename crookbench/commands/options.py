"""What the commands share: how faults are told, and the options that several of them have."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crookbench.errors import CrookbenchError, NotAvailable, UsageFault
from crookbench.paths import shipped
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.results import Run

    F = TypeVar("F", bound=Callable[..., Any])

FOUND_FAULTS = 1
WRONG_USE = 2


class Commands(click.Group):
    """Prints what a user can mend as one message, never as a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  click's own signature
        """Runs a command; what the terminal's encoding lacks is replaced, for it stops no run."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  click's own signature
        try:
            return super().invoke(ctx)
        except (UsageFault, NotAvailable) as error:
            _fail(error, WRONG_USE)
        except CrookbenchError as error:
            _fail(error, FOUND_FAULTS)
        except BrokenPipeError:
            raise  # whoever read our lines has had enough of them: click ends without a word
        except OSError as error:
            _fail(f"{error.filename or 'a file'}: {error.strerror or error}", FOUND_FAULTS)


def _fail(error: object, status: int) -> None:
    click.echo(f"crookbench: {printable(str(error))}", err=True)
    sys.exit(status)


def path_option(name: str, default: Path | None, text: str) -> Callable[[F], F]:
    return click.option(
        name, type=click.Path(path_type=Path), default=default, show_default=True, help=text
    )


results_option = path_option("--results", Path("results"), "Folder of the runs.")
cases_option = path_option("--cases-dir", None, "Folder of the cases [default: those shipped].")
catalogue_option = path_option(
    "--catalogue", None, "Folder of the catalogue [default: beside or inside the cases]."
)
quiet_option = click.option("--quiet", is_flag=True, help="Print nothing but faults.")
patient_option = click.option(
    "--patient", type=click.Choice(["chart", "model"]), default="chart", show_default=True,
    help="Who answers, and marks what was said.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


def cases_folder(given: Path | None) -> Path:
    return given or shipped("cases")


def catalogue_folder(cases_dir: Path | None, given: Path | None) -> Path:
    from crookbench.casebook.casebook import default_catalogue_folder

    return given or default_catalogue_folder(cases_folder(cases_dir))


def casebook_of(
    cases_dir: Path | None, catalogue: Path | None, ids: tuple[str, ...] | None = None
) -> Casebook:
    from crookbench.casebook.casebook import load_casebook

    return load_casebook(cases_folder(cases_dir), catalogue_folder(cases_dir, catalogue), ids)


def runs_of(results: Path, run: str | None) -> tuple[Run, ...]:
    from crookbench.records.results import runs_named

    return runs_named(results, run)
