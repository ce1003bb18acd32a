"""crook-bench's own results, cases and catalogue, as they lie there: read, verified, rescored."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from crookbench.casebook.casebook import load_casebook
from crookbench.errors import UsageFault
from crookbench.records.rescore import rescore, rescore_and_write
from crookbench.records.results import read_run, read_runs
from crookbench.records.verify import verify

THERE = Path(__file__).parent / "fixtures" / "crook-bench"
CASE = "throat_tonsillitis"
BOOK = load_casebook(THERE / "cases", THERE / "catalogue")
BEFORE = {"total": 40, "max": 130, "level": "Resident", "consequence": "acceptable"}
AFTER = {"total": 30, "max": 120, "level": "Resident", "consequence": "acceptable"}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A copy of the results folder that a test may change."""
    return Path(shutil.copytree(THERE / "results", tmp_path / "results"))


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def test_flat_folder_reads_as_one_run() -> None:
    """Its models, cases and repeats are what is there; files beside the folders are no matter."""
    (run,) = read_runs(THERE / "results")
    plan = run.manifest
    assert (plan.id, plan.date, plan.kind) == ("results", "2026-10-04", "full")
    assert (plan.played_on, plan.patient) == ("crook-bench", "lab/patient")
    assert plan.planned == (("lab/alpha", CASE, 1), ("lab/beta", CASE, 1))
    assert [record.total for record in run.records] == [98, 40]
    assert run.missing == ()


def test_flat_awards_come_from_the_log() -> None:
    """A record there has no awards, so the log's stand in, each with part, kind and move."""
    (run,) = read_runs(THERE / "results")
    seen = [(a.points, a.part, a.kind, a.move) for a in run.records[0].awards]
    assert seen == [
        (10, "history", "history", 1),
        (10, "history", "history", 1),
        (10, "examination", "exam", 2),
        (-2, "investigations", "test", 3),
        (15, "management", "ideal", 4),
        (20, "management", "diagnosis", 5),
        (5, "management", "differential", 5),
        (15, "management", "diagnosis", 5),
        (15, "management", "ideal", 6),
    ]


def test_moves_without_names_are_known_by_their_fields() -> None:
    """A log that does not name its moves reads all the same."""
    (run,) = read_runs(THERE / "results")
    assert [row["move"] for row in run.consults[1].log] == ["say", "refer", "dx", "end"]


def test_flat_verify_compares_the_fields_that_are_there() -> None:
    """A record that today's case still gives holds; one scored under another case does not."""
    found = verify(read_runs(THERE / "results"), BOOK)
    assert (found.records, found.verified) == (2, 1)
    there = THERE / "results" / "lab_beta" / CASE
    assert [str(fault) for fault in found.faults] == [
        f"{there}-1.json: total: expected 30, seen 40",
        f"{there}-1.json: max: expected 120, seen 130",
        f"{there}-1.json: domains.history: expected '10 of 35', seen '20 of 45'",
        f"{there}-1.log.json: 0.awards: expected 10, seen 20",
        f"{there}-1.log.json: 0.score: expected 10, seen 20",
        f"{there}-1.log.json: 1.score: expected 10, seen 20",
        f"{there}-1.log.json: 2.score: expected 30, seen 40",
        f"{there}-1.log.json: 3.score: expected 30, seen 40",
    ]


def test_flat_rescore_reports_and_writes_nothing(results: Path) -> None:
    """Without --write only the differences are told."""
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    assert rescore(read_run(results), BOOK).as_json() == {
        "consults": 2,
        "unchanged": 1,
        "changed": [
            {"model": "lab/beta", "case": CASE, "rep": 1, "from": BEFORE, "to": AFTER},
        ],
    }
    assert {path: path.read_bytes() for path in results.rglob("*") if path.is_file()} == before


def test_flat_rescore_written_keeps_the_old_score_and_unknown_fields(results: Path) -> None:
    """The record says when and why; what crook-bench's record held besides is still there."""
    rescore_and_write(read_run(results), BOOK, reason="The flag is absent", when="2026-10-06")
    beta = read(results / "lab_beta" / f"{CASE}-1.json")
    assert beta["rescored"] == [
        {"when": "2026-10-06", "why": "The flag is absent", "from": BEFORE, "to": AFTER}
    ]
    assert (beta["total"], beta["questions"], beta["domains"][0]["max"]) == (30, 1, 35)
    alpha = read(results / "lab_alpha" / f"{CASE}-1.json")
    assert (alpha["harness"], alpha["total"], "rescored" in alpha) == ("npm", 98, False)
    assert alpha.keys() == read(THERE / "results" / "lab_alpha" / f"{CASE}-1.json").keys()
    transcript = (results / "lab_beta" / f"{CASE}-1.md").read_text()
    assert transcript.startswith("# A raw throat: lab/beta, consult 1\n")


def test_flat_rescore_written_then_holds(results: Path) -> None:
    """After it nothing differs any more, and a second one changes nothing."""
    rescore_and_write(read_run(results), BOOK, reason="x", when="2026-10-06")
    found = verify(read_runs(results), BOOK)
    assert (found.verified, found.faults) == (2, ())
    assert rescore(read_run(results), BOOK).changes == ()


def test_rescore_for_good_wants_a_reason(results: Path) -> None:
    """Readers see why a score changed."""
    with pytest.raises(UsageFault) as caught:
        rescore_and_write(read_run(results), BOOK, reason=" ", when="2026-10-06")
    assert str(caught.value) == (
        "rescoring for good wants a reason that readers will see: --reason TEXT"
    )


def test_replaced_diagnosis_there_counts_once(results: Path) -> None:
    """Of several saved diagnoses the last one's awards stand."""
    path = results / "lab_beta" / f"{CASE}-1.log.json"
    rows = read(path)
    path.write_text(json.dumps([rows[0], rows[2], *rows[1:]]))
    awards = read_run(results).records[1].awards
    assert [(award.points, award.move) for award in awards] == [(20, 1), (5, 4), (15, 4)]
