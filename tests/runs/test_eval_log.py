"""What `crookbench eval-patient --log --labels` prints of recorded consults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SAYS = ("Do you smoke?", "You must stay lying down and not walk.")


@pytest.fixture
def consult(tmp_path: Path) -> tuple[Path, Path]:
    """A folder with one log, and its labels."""
    rows = [{"move": "say", "utterance": said, "released": [], "flooded": False, "reply": ""}
            for said in SAYS]  # fmt: skip
    folder = tmp_path / "panel"
    folder.mkdir()
    (folder / "chest_pain_stemi-1.log.json").write_text(json.dumps(rows), "utf-8")
    named = {"model": "panel", "case": "chest_pain_stemi", "rep": 1}
    labels = [
        {**named, "say": 0, "due": ["smoking"]},
        {**named, "say": 1, "due": []},
        {**named, "plan": {}},
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in labels), "utf-8")
    return tmp_path, path


def test_turns_are_counted_with_their_faults(consult: tuple[Path, Path]) -> None:
    """The words are heard again, in their order."""
    log, labels = consult
    told = CliRunner().invoke(
        main, ["eval-patient", "--log", str(log), "--labels", str(labels), "--json"]
    )
    found = json.loads(told.stdout)["conversations"]["chest_pain_stemi"]
    assert found["turns"] == 2
    assert (found["faultless"]["hits"], found["topics_recall"]["hits"]) == (2, 1)


def test_a_log_without_labels_is_refused(consult: tuple[Path, Path]) -> None:
    """And labels without a log."""
    told = CliRunner().invoke(main, ["eval-patient", "--log", str(consult[0])])
    assert told.exit_code == 2
    assert "--log and --labels go together" in told.stderr


def test_a_line_that_is_no_label_is_named(consult: tuple[Path, Path]) -> None:
    """By file and number."""
    log, labels = consult
    labels.write_text('{"model": "panel"}\n', "utf-8")
    told = CliRunner().invoke(main, ["eval-patient", "--log", str(log), "--labels", str(labels)])
    assert told.exit_code in {1, 2}
    assert f"{labels}:1: case: expected a label" in told.stderr
