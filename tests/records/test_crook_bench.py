"""crook-bench's own results, cases and catalogue, as they lie there: read, verified, rescored."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crookbench.casebook.casebook import load_casebook
from crookbench.errors import Fault, UsageFault
from crookbench.game.moves import End, Rx
from crookbench.records.replay import with_bills
from crookbench.records.rescore import rescore, rescore_and_write
from crookbench.records.results import read_run, read_runs
from crookbench.records.verify import verify

THERE = Path(__file__).parent / "fixtures" / "crook-bench"
CASE = "throat_tonsillitis"
BETA = "lab/beta: free_v2"
SAID = "come straight back if your mouth gets hard to open"
CANARY = "crookbench-canary-00000000-0000-4000-8000-000000000000"
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
    assert plan.planned == (("lab/alpha", CASE, 1), (BETA, CASE, 1))
    assert [record.total for record in run.records] == [98, 40]
    assert run.missing == ()


def test_flat_moves_are_read_in_our_form() -> None:
    """Each move by its name; awards of its rows, which do not add up there, are left."""
    (run,) = read_runs(THERE / "results")
    log = run.consults[0].log
    assert [move.move for move in log] == ["say", "exam", "order", "rx", "dx", "end"]
    assert log[3] == Rx("phenoxymethylpenicillin", "500 mg", "Twice daily", "10 days")
    assert log[5] == End.of(("ideal_1",), {"ideal_1": SAID})
    assert [move.awards for move in log] == [()] * 6


def test_flat_bill_is_computed_from_case_and_log() -> None:
    """Every point of the record's total stands beside a move, what was only said among them."""
    (run,) = read_runs(THERE / "results")
    (alpha, _) = with_bills(run, BOOK).consults
    seen = [(a.points, a.part, a.kind, a.move) for a in alpha.record.awards]
    assert seen == [
        (10, "history", "history", 1),
        (10, "history", "red_flag", 1),
        (10, "examination", "exam", 2),
        (-2, "investigations", "test", 3),
        (15, "management", "ideal", 4),
        (20, "management", "diagnosis", 5),
        (5, "management", "differential", 5),
        (5, "management", "differential", 5),
        (10, "management", "cant_miss", 5),
        (15, "management", "ideal", 6),
    ]
    assert sum(award.points for award in alpha.record.awards) == alpha.record.total == 98
    assert [move.score for move in alpha.log] == [20, 30, 28, 43, 83, 98]
    assert alpha.record.story == ("He was laying tiles again within the week.",)


def test_flat_consult_is_never_scored_against_our_case_of_the_same_id() -> None:
    """Another project's case with the same id is refused, and no bill is made up."""
    ours = replace(BOOK, cases={CASE: BOOK.cases[CASE].model_copy(update={"canary": CANARY})})
    (run,) = read_runs(THERE / "results")
    there = THERE / "results" / "lab_alpha" / f"{CASE}-1.json"
    with pytest.raises(Fault) as caught:
        rescore(run, ours)
    assert str(caught.value) == (
        f"{there}: case: was played on the original crook-bench's own case '{CASE}', saw this "
        "project's case of that id; name the cases it was played on with --cases-dir, and "
        "--catalogue"
    )
    assert with_bills(run, ours) == run


def test_flat_verify_compares_the_fields_that_are_there() -> None:
    """A record that today's case still gives holds; one scored under another case does not."""
    found = verify(read_runs(THERE / "results"), BOOK)
    assert (found.records, found.verified) == (2, 1)
    there = THERE / "results" / "lab_beta_free_v2" / CASE
    assert [str(fault) for fault in found.faults] == [
        f"{there}-1.json: total: expected 30, saw 40",
        f"{there}-1.json: max: expected 120, saw 130",
        f"{there}-1.json: domains.history: expected '10 of 35', saw '20 of 45'",
    ]


def test_flat_rescore_reports_and_writes_nothing(results: Path) -> None:
    """Without --write only the differences are told."""
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    assert rescore(read_run(results), BOOK).as_json() == {
        "consults": 2,
        "unchanged": 1,
        "changed": [
            {"model": BETA, "case": CASE, "rep": 1, "from": BEFORE, "to": AFTER},
        ],
    }
    assert {path: path.read_bytes() for path in results.rglob("*") if path.is_file()} == before


def test_flat_rescore_written_keeps_the_old_score_and_unknown_fields(results: Path) -> None:
    """The record says when and why; what crook-bench's record held besides is still there."""
    rescore_and_write(read_run(results), BOOK, reason="The flag is absent", when="2026-10-06")
    beta = read(results / "lab_beta_free_v2" / f"{CASE}-1.json")
    assert beta["rescored"] == [
        {"when": "2026-10-06", "why": "The flag is absent", "from": BEFORE, "to": AFTER}
    ]
    assert (beta["total"], beta["questions"], beta["domains"][0]["max"]) == (30, 1, 35)
    alpha = read(results / "lab_alpha" / f"{CASE}-1.json")
    assert (alpha["harness"], alpha["total"], "rescored" in alpha) == ("npm", 98, False)
    assert alpha.keys() == read(THERE / "results" / "lab_alpha" / f"{CASE}-1.json").keys()
    for name in ("json", "log.json", "md"):
        there = f"lab_alpha/{CASE}-1.{name}"
        assert (results / there).read_bytes() == (THERE / "results" / there).read_bytes()


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
