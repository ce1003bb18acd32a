"""Rescoring our own runs: from the logs, without a model, with the old score kept."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.errors import UsageFault
from crookbench.game.moves import Exam
from crookbench.records.rescore import rescore, rescore_and_write
from crookbench.records.results import read_run
from crookbench.records.verify import verify
from crookbench.testing.runs import CASE, MODEL, casebook, file_run

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook

OLD = {"total": 108, "max": 190, "level": "Registrar", "consequence": "acceptable"}
NEW = {"total": 98, "max": 180, "level": "Registrar", "consequence": "acceptable"}


def absent_clot() -> Casebook:
    """Today's case: the clot turned out to be an absent flag, so 10 points instead of 20."""
    return replace(casebook(history__2__absent=True), case_hashes={CASE: "sha256:new"})


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def test_unchanged_case_changes_nothing(tmp_path: Path) -> None:
    """Rescored against the case it was played with, every consult keeps its score."""
    run = read_run(file_run(tmp_path, reps=2))
    assert rescore(run, casebook()).as_json() == {"consults": 2, "unchanged": 2, "changed": []}


def test_changed_case_is_reported(tmp_path: Path) -> None:
    """The consult, its score before and after."""
    run = read_run(file_run(tmp_path))
    assert rescore(run, absent_clot()).as_json() == {
        "consults": 1,
        "unchanged": 0,
        "changed": [{"model": MODEL, "case": CASE, "rep": 1, "from": OLD, "to": NEW}],
    }


def test_changed_finding_alone_is_no_change_of_score(tmp_path: Path) -> None:
    """A finding worded anew is replayed into the log; the score stays and so does its history."""
    run = read_run(file_run(tmp_path))
    book = casebook(examination__oxygen_saturation__finding="96 %.")
    assert rescore_and_write(run, book, reason="x", when="2026-10-06").changes == ()
    (consult,) = read_run(tmp_path).consults
    assert consult.log[1] == Exam("oxygen_saturation")
    assert consult.log[1].finding == "96 %."
    assert consult.record.rescored == ()


def test_written_rescore_keeps_history_and_holds(tmp_path: Path) -> None:
    """When, why, from and to are kept; record, log, transcript and run.json agree afterwards."""
    run = read_run(file_run(tmp_path))
    rescore_and_write(run, absent_clot(), reason="The clot is absent", when="2026-10-06")
    record = read(tmp_path / "lab_model-1" / f"{CASE}-1.json")
    assert record["rescored"] == [
        {"when": "2026-10-06", "why": "The clot is absent", "from": OLD, "to": NEW}
    ]
    assert record["provenance"]["case"] == "sha256:new"
    assert read(tmp_path / "run.json")["case_hashes"] == {CASE: "sha256:new"}
    found = verify([read_run(tmp_path)], absent_clot())
    assert (found.verified, found.faults) == (1, ())


def test_second_rescore_adds_to_the_history(tmp_path: Path) -> None:
    """Each change of the score is kept, in order."""
    file_run(tmp_path)
    rescore_and_write(read_run(tmp_path), absent_clot(), reason="one", when="2026-10-06")
    rescore_and_write(read_run(tmp_path), casebook(), reason="two", when="2026-10-07")
    rescore_and_write(read_run(tmp_path), casebook(), reason="three", when="2026-10-08")
    (record,) = read_run(tmp_path).records
    assert [(each.why, each.after.total) for each in record.rescored] == [("one", 98), ("two", 108)]


def test_wordless_run_cannot_be_rescored(tmp_path: Path) -> None:
    """It says so instead of computing something else."""
    run = read_run(file_run(tmp_path, kind="wordless"))
    with pytest.raises(UsageFault) as caught:
        rescore(run, casebook())
    assert str(caught.value) == (
        "run 'test-run' has no words, so its logs cannot be replayed; "
        "rescore it where its transcripts are"
    )
