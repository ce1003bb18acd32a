"""The `export` command: consults, items and moves of a run as files, with their dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.errors import Fault
from crookbench.figures.export import csv_text, datasets, dictionary_csv, parquet_bytes
from crookbench.figures.items import item_analysis
from crookbench.records.jsonfile import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.records.results import Run

DICTIONARY = "dictionary.csv"


def export_run(run: Run, out: Path, form: str) -> tuple[Path, ...]:
    """Writes one file a data set (`form` is csv or parquet) and dictionary.csv; their paths.

    Raises:
        Fault: `out` is a file.
        NotAvailable: Parquet is asked for and pyarrow is not installed; nothing is written then.
    """
    if out.exists() and not out.is_dir():
        raise Fault(str(out), "expected a folder to write into, seen a file; choose another --out")
    found = datasets(run, item_analysis(run))
    contents = {
        f"{each.name}.{form}": csv_text(each).encode() if form == "csv" else parquet_bytes(each)
        for each in found
    } | {DICTIONARY: dictionary_csv(found).encode()}
    out.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        write_atomically(out / name, content)
    return tuple(out / name for name in contents)
