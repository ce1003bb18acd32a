"""What is made from the code: the schema by which editors check cases, the table of points."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from crookbench.casebook.casebook import case_paths
from crookbench.casebook.generated import NAME, case_schema, points_table, with_points
from crookbench.casebook.yamlfile import read_yaml
from crookbench.paths import shipped

CASES = shipped("cases")
VALIDATOR = Draft202012Validator(json.loads(case_schema()))


def faults(data: dict[str, Any]) -> list[str]:
    """What an editor would underline, as "key path: message"."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(data)]


def test_case_schema_beside_the_cases_is_current() -> None:
    """Editors check by today's code; else run `crookbench check --write-generated`."""
    assert (CASES / NAME).read_text(encoding="utf-8") == case_schema()


def test_case_schema_is_a_schema() -> None:
    """By its own dialect."""
    Draft202012Validator.check_schema(json.loads(case_schema()))


@pytest.mark.parametrize("name", [*case_paths(CASES), "_skeleton"])
def test_shipped_case_passes_the_schema(name: str) -> None:
    """Short forms too: one word for a list, a text for a plan item."""
    assert faults(read_yaml(CASES / f"{name}.yaml").data) == []


def test_shipped_case_names_the_schema_in_its_first_line() -> None:
    """So that an editor finds it."""
    line = f"# yaml-language-server: $schema={NAME}\n"
    paths = (*case_paths(CASES).values(), CASES / "_skeleton.yaml")

    assert [path.name for path in paths if not path.read_text("utf-8").startswith(line)] == []


def test_case_schema_refuses_what_the_loader_refuses() -> None:
    """An unknown key, and a word of no closed set."""
    data = read_yaml(CASES / "_skeleton.yaml").data
    data["history"][0]["importence"] = "essential"
    data["examination"]["temperature"]["necessity"] = "vital"

    assert faults(data) == [
        "$.history[0]: Additional properties are not allowed ('importence' was unexpected)",
        "$.examination.temperature.necessity: 'vital' is not one of "
        "['essential', 'useful', 'acceptable', 'unnecessary', 'harmful']",
    ]


def test_case_schema_describes_every_field() -> None:
    """Each docstring of the code is what an editor shows, of the field or of what it refers to."""
    shapes = json.loads(case_schema())
    models = [shapes, *shapes["$defs"].values()]
    bare = [
        key
        for model in models
        for key, value in model.get("properties", {}).items()
        if not {"description", "$ref"} & value.keys()
    ]

    assert bare == []


def test_case_schema_is_the_same_where_python_drops_docstrings() -> None:
    """Under PYTHONOPTIMIZE=2 the check does not call the schema out of date, nor empty it."""
    ran = subprocess.run(
        [sys.executable, "-c",
         "from crookbench.casebook.generated import case_schema; print(case_schema(), end='')"],
        env=os.environ | {"PYTHONOPTIMIZE": "2", "PYTHONIOENCODING": "utf-8"},
        capture_output=True, check=True, encoding="utf-8",
    )  # fmt: skip

    assert ran.stdout == case_schema()


def test_points_table_of_the_authors_page_is_current() -> None:
    """What authors read is what scores; else run `crookbench check --write-generated`."""
    page = (shipped("cases") / "README.md").read_text(encoding="utf-8")

    assert with_points(page) == page


def test_points_table_has_the_numbers_of_the_rules() -> None:
    """Every row of the design's table, as numbers."""
    numbers = [worth for _, rows in points_table() for _, worth in rows]

    assert numbers == [
        (20,), (10,), (10,), (5,), (0,),
        (10,), (5,), (0,), (-2,), (-2, -4, -6), (-15,),
        (15,), (5,), (-30,), (-30,), (-30,), (-2,),
        (20,), (10,), (5,), (10,), (-20,), (-5,),
    ]  # fmt: skip


def test_points_table_replaces_what_stands_between_the_marks() -> None:
    """Nothing around them is touched, and true minus signs are written."""
    page = with_points("Before.\n<!-- points -->\nold\n<!-- /points -->\nAfter.\n")

    assert page.startswith("Before.\n<!-- points -->\n| for | points |\n| --- | ---: |\n")
    assert "| A harmful item | −30 |" in page
    assert "old" not in page
    assert page.endswith("| A saved diagnosis changed | −5 |\n<!-- /points -->\nAfter.\n")
