"""A run as data for others."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from crookbench.errors import Fault
from crookbench.figures.command import Shelves, export_command
from crookbench.figures.export import (
    Dataset,
    csv_text,
    dataset_card,
    datasets,
    dictionary_csv,
    json_text,
    parquet_bytes,
)
from crookbench.figures.frames import Field
from crookbench.figures.render import rows_csv
from crookbench.game.moves import Say

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

CASES = Path(__file__).parents[2] / "cases"
SHELVES = Shelves(CASES, CASES / "catalogue")


def test_datasets_cover_every_consult_item_and_move(published: Run) -> None:
    """As many rows as there are."""
    sizes = {each.name: len(each.rows) for each in datasets(published)}
    assert sizes["consults"] == 195
    assert sizes["moves"] == sum(len(consult.log) for consult in published.consults)
    assert sizes["items"] == 39 * (35 + 37 + 43 + 37 + 31)


def test_every_row_has_every_column(published: Run) -> None:
    """The dictionary describes each column once."""
    found = datasets(published)
    for each in found:
        assert {len(row) for row in each.rows} == {len(each.fields)}
    rows = list(csv.DictReader(io.StringIO(dictionary_csv(found))))
    assert len(rows) == len({(row["dataset"], row["column"]) for row in rows})
    assert all(row["meaning"] for row in rows)


def test_points_of_moves_add_up_to_the_totals(published: Run) -> None:
    """The moves' points are the consult's sum."""
    consults, _, moves = datasets(published)
    points = [field.name for field in moves.fields].index("points")
    raw = [field.name for field in consults.fields].index("raw_total")
    assert sum(int(row[points] or 0) for row in moves.rows) == sum(
        int(row[raw] or 0) for row in consults.rows
    )


def test_csv_writes_truth_in_words_and_nothing_as_nothing(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """A say without questions, flooded."""
    log = [Say("Everything?", flooded=True)]
    moves = datasets(run_of(consult("m", "a", log=log), kind="wordless"))[2]
    assert csv_text(moves) == (
        "run,model,case,rep,number,move,id,side,subregion,frequency,released,flooded,questions,"
        "points,score,at\n"
        "tiny,m,a,1,1,say,,,,,,true,,0,0,\n"
    )


def test_csv_runs_no_formula() -> None:
    """A text that a spreadsheet would run gets an apostrophe; numbers stay numbers."""
    assert rows_csv(["a", "b"], [["=1+1", -2], ["@x", 0.5]]) == "a,b\n'=1+1,-2\n'@x,0.5\n"


def test_parquet_holds_the_same_rows(published: Run) -> None:
    """Typed by the dictionary, the same bytes each time."""
    parquet = pytest.importorskip("pyarrow.parquet")
    for each in datasets(published):
        data = parquet_bytes(each)
        assert data == parquet_bytes(each)
        table = parquet.read_table(io.BytesIO(data))
        types = {"text": "string", "integer": "int64", "number": "double", "boolean": "bool"}
        assert {field.name: str(field.type) for field in table.schema} == {
            field.name: types[field.type] for field in each.fields
        }
        assert [tuple(row.values()) for row in table.to_pylist()] == list(each.rows)


def test_parquet_of_no_rows_keeps_its_columns() -> None:
    """A run without consults is still a table."""
    parquet = pytest.importorskip("pyarrow.parquet")
    empty = Dataset("moves", "One row a move.", (Field("m", "integer", "Number"),), ())
    table = parquet.read_table(io.BytesIO(parquet_bytes(empty)))
    assert (table.column_names, str(table.schema[0].type), table.num_rows) == (["m"], "int64", 0)


def test_json_explains_itself_and_holds_the_same_rows(published: Run) -> None:
    """Fields with their meaning, then every row unrounded."""
    for each in datasets(published):
        data = json.loads(json_text(each))
        assert [field["name"] for field in data["fields"]] == [field.name for field in each.fields]
        assert [tuple(row) for row in data["rows"]] == list(each.rows)
        assert (data["dataset"], data["about"]) == (each.name, each.about)


def test_export_writes_every_data_set_and_the_dictionary(published: Run, tmp_path: Path) -> None:
    """One file a data set, and what its columns mean."""
    written = export_command(published, tmp_path / "out", "csv", SHELVES)
    assert [path.name for path in written] == [
        "consults.csv", "items.csv", "moves.csv", "dictionary.csv",
    ]  # fmt: skip
    consults = written[0].read_text("utf-8").splitlines()
    assert len(consults) == 1 + 195
    assert written[3].read_text("utf-8").startswith("dataset,column,type,meaning\n")


def test_export_into_a_file_is_refused(published: Run, tmp_path: Path) -> None:
    """Nothing is written over a file that stands there."""
    taken = tmp_path / "taken"
    taken.write_text("mine", "utf-8")
    with pytest.raises(Fault) as caught:
        export_command(published, taken, "csv", SHELVES)
    assert str(caught.value) == (
        f"{taken}: expected a folder to write into, saw a file; choose another --out"
    )
    assert taken.read_text("utf-8") == "mine"


def test_dataset_card_names_the_file_of_each_data_set(published: Run) -> None:
    """Hugging Face reads the head: a configuration a data set, each with its Parquet file."""
    _, head, body = dataset_card(datasets(published), published.manifest).split("---\n", 2)
    told = yaml.safe_load(head)
    assert told["configs"] == [
        {"config_name": name, "data_files": f"data/{name}.parquet"}
        for name in ("consults", "items", "moves")
    ]
    assert "# October 2026: 13 models" in body
    assert "| score | number | 100 × total / max |" in body


def test_dataset_card_gives_a_licence_to_our_own_runs_alone(published: Run) -> None:
    """The figures of another project's run are not ours to give."""
    theirs = published.manifest
    ours = theirs.model_copy(update={"played_on": ""})
    assert "license:" not in dataset_card((), theirs)
    assert "\nlicense: cc-by-4.0\n" in dataset_card((), ours)
