"""A run as data for others: its frames as CSV, JSON and Parquet, with a dictionary."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.errors import NotAvailable
from crookbench.figures.frames import CONSULTS, ITEMS, MOVES, Field, Type, frames, rows_of
from crookbench.figures.render import rows_csv

if TYPE_CHECKING:
    from crookbench.figures.figure import Cell
    from crookbench.records.manifest import Manifest
    from crookbench.records.results import Run

_ARROW: dict[Type, str] = {
    "text": "string", "integer": "int64", "number": "float64", "boolean": "bool",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dataset:
    """One table of data.

    Attributes:
        about: What one row is.
        rows: Its rows as plain values, None where one is missing.
    """

    name: str
    about: str
    fields: tuple[Field, ...]
    rows: tuple[tuple[Cell, ...], ...]


def datasets(run: Run) -> tuple[Dataset, ...]:
    """The frames of a run as plain rows: consults, items and moves."""
    found = frames(run)
    return (
        Dataset("consults", "One row per scored consult.", CONSULTS, rows_of(found.consults)),
        Dataset("items", "One row per item per consult.", ITEMS,
                rows_of(found.items)),
        Dataset("moves", "One row per move, without its words.", MOVES, rows_of(found.moves)),
    )  # fmt: skip


def csv_text(dataset: Dataset) -> str:
    """A data set as CSV: unrounded, None as an empty field, truth as true and false."""
    rows = [[str(v).lower() if isinstance(v, bool) else v for v in row] for row in dataset.rows]
    return rows_csv([field.name for field in dataset.fields], rows)


def json_text(dataset: Dataset) -> str:
    """A data set as JSON that explains itself: its fields, then its rows, unrounded."""
    fields = [
        {"name": field.name, "type": field.type, "meaning": field.meaning}
        for field in dataset.fields
    ]
    head = {"dataset": dataset.name, "about": dataset.about, "fields": fields}
    opened = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in dataset.rows)
    return f'{opened},\n "rows": [\n{rows}\n]}}\n'


def parquet_bytes(dataset: Dataset) -> bytes:
    """A data set as Parquet, with the types of its dictionary.

    Raises:
        NotAvailable: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise NotAvailable(
            f"{dataset.name}.parquet: expected pyarrow, which is not installed; "
            "install crookbench[parquet], or use the CSV, which has the same rows"
        ) from None
    fields = [(field.name, pa.type_for_alias(_ARROW[field.type])) for field in dataset.fields]
    columns = list(zip(*dataset.rows, strict=True)) or [()] * len(fields)
    table = pa.table(
        [pa.array(values, kind) for values, (_, kind) in zip(columns, fields, strict=True)],
        schema=pa.schema(fields),
    )
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


def dictionary_csv(found: tuple[Dataset, ...]) -> str:
    """The data dictionary: every column of every data set."""
    names = ("dataset", "column", "type", "meaning")
    return rows_csv(
        names,
        [(each.name, field.name, field.type, field.meaning)
         for each in found for field in each.fields],
    )  # fmt: skip


CARD = "README.md"
"""What Hugging Face shows of a dataset, and where it reads which file is which."""


_WHAT_IT_IS = (
    "A run of crookbench: language models, scripts or people play the GP in the game *Crook*. "
    "A benchmark of a game, not of medical competence."
)


def dataset_card(found: tuple[Dataset, ...], manifest: Manifest) -> str:
    """The card of a folder that `datasets.load_dataset` opens, with a configuration a data set.

    Only runs on this project's own cases are given a licence: others' are not ours to give.
    """
    head = [
        "---",
        f"pretty_name: {json.dumps(f'crookbench: {manifest.title}', ensure_ascii=False)}",
        *(["license: cc-by-4.0"] if not manifest.played_on else []),
        "language: [en]",
        "tags: [benchmark, evaluation, general-practice, simulation]",
        "configs:",
    ]
    for each in found:
        head += [f"- config_name: {each.name}", f"  data_files: data/{each.name}.parquet"]
    body = [
        "---", "", f"# {manifest.title}", "",
        _WHAT_IT_IS,
        *(["", manifest.description] if manifest.description else []),
        "", f"Run `{manifest.id}`, {manifest.date}.",
    ]  # fmt: skip
    for each in found:
        body += ["", f"## {each.name}", "", each.about, "", "| column | type | meaning |",
                 "| --- | --- | --- |"]  # fmt: skip
        body += [f"| {field.name} | {field.type} | {field.meaning} |" for field in each.fields]
    return "\n".join([*head, *body]) + "\n"
