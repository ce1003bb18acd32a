"""The schema by which editors check case files."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from crookbench.casebook.casebook import case_paths
from crookbench.casebook.generated import NAME, case_schema
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
