"""`python -m crookbench.casebook.refit`: fits the models that ship with the cases, where stale."""

from __future__ import annotations

import sys

from crookbench.casebook.casebook import load_casebook
from crookbench.errors import CrookbenchError
from crookbench.paths import shipped
from crookbench.patient.kept import write
from crookbench.patient.phrases import FOLDER
from crookbench.terminal import printable


def main() -> None:
    """Fits every case, or those named."""
    folder = shipped("cases")
    try:
        book = load_casebook(folder, folder / "catalogue", sys.argv[1:] or None)
    except CrookbenchError as error:
        sys.exit(f"crookbench: {printable(str(error))}")
    for case in book.cases.values():
        path = write(case, folder / FOLDER)
        sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
