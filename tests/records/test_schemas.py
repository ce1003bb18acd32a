"""The JSON Schemas that are published with the data."""

from __future__ import annotations

import json

import pytest

from crookbench.records.record import Record
from crookbench.records.schemas import schemas


@pytest.mark.parametrize("name", ["record", "log", "run", "error"])
def test_schema_is_json_with_title_and_dialect(name: str) -> None:
    """Each kind of file has one."""
    schema = json.loads(json.dumps(schemas()[name]))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]


def test_record_schema_names_fields_as_files_do() -> None:
    """`schema`, and `from` and `to` of a rescoring, not the names inside the program."""
    schema = schemas()["record"]
    assert "schema" in schema["properties"]
    assert {"from", "to"} <= schema["$defs"]["Rescored"]["properties"].keys()
    assert len(schema["properties"]) == len(Record.model_fields)


def test_log_schema_has_every_move() -> None:
    """A log is a list of thirteen kinds of rows, told apart by `move`."""
    schema = schemas()["log"]
    assert schema["type"] == "array"
    assert sorted(schema["items"]["discriminator"]["mapping"]) == [
        "dx", "end", "exam", "look", "order", "refer", "refused", "review", "rx", "say", "stop",
        "unheard", "withdraw",
    ]  # fmt: skip
