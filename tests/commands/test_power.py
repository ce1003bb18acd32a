"""Tests of `crookbench power` on the published run."""

from __future__ import annotations

import json

from click.testing import CliRunner

from crookbench.cli import main
from crookbench.paths import shipped

RESULTS = str(shipped("cases").parent / "results")
PUBLISHED = "2026-10-04-published"


def asked(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["power", PUBLISHED, *arguments, "--results", RESULTS])
    return found.exit_code, found.output


def test_power_tells_what_each_design_can_resolve() -> None:
    """Five cases three times, as published, find 13 points in four of five tries."""
    status, told = asked("--format", "json")
    assert status == 0
    rows = {row["cases"]: row for row in json.loads(told)["rows"]}
    assert round(rows[5]["repeats_3"], 1) == 13.0
    assert rows[10]["repeats_3"] < rows[5]["repeats_3"]


def test_power_tells_how_many_cases_would_tell_two_apart() -> None:
    """The first two of the table, whose lead could be chance."""
    status, told = asked("openai/gpt-6-astra", "openai/gpt-6.1-sol", "--format", "csv")
    assert status == 0
    assert told == "repeats,cases\n1,97\n3,34\n5,21\n10,12\n"


def test_power_wants_two_doctors_or_none() -> None:
    """One alone differs from nobody; one that is not there is named."""
    assert asked("openai/gpt-6-astra") == (
        2, "crookbench: expected two doctors of the run, or none\n",
    )  # fmt: skip
    status, told = asked("openai/gpt-6-astra", "lab/nobody")
    assert status == 2
    assert told.endswith("saw 'lab/nobody'\n")
