"""Reading a results folder, and what is said about each way it can be wrong."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from crookbench.errors import Fault, Faults, UsageFault
from crookbench.records.results import featured, read_run, read_runs
from crookbench.testing.runs import CASE, MODEL, file_consult, file_run, manifest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STEM = f"lab_model-1/{CASE}-1"


def change(path: Path, edit: Callable[[dict[str, object]], object]) -> None:
    """Edits a JSON file in place."""
    data = json.loads(path.read_text())
    edit(data)
    path.write_text(json.dumps(data))


def message(folder: Path) -> str:
    """What reading the run says, with the folder's own path taken out."""
    with pytest.raises((Fault, Faults)) as caught:
        read_run(folder)
    return str(caught.value).replace(f"{folder}/", "")


def test_run_orders_consults_by_plan(tmp_path: Path) -> None:
    """Doctors stand as run.json has them, then repeats."""
    run = read_run(file_run(tmp_path, "z/late", "a/early", reps=2))
    assert [(r.model, r.rep) for r in run.records] == [
        ("z/late", 1),
        ("z/late", 2),
        ("a/early", 1),
        ("a/early", 2),
    ]
    assert run.missing == ()


def test_consult_moves_say_what_they_earned(tmp_path: Path) -> None:
    """A move has its awards, each with the move's number, and the score after it."""
    first, second = read_run(file_run(tmp_path)).consults[0].log[:2]
    assert (first.move, first.score, second.score) == ("say", 20, 30)
    assert [(each.item, each.move) for each in second.awards] == [("exam:oxygen_saturation", 2)]


def test_runs_come_newest_first(tmp_path: Path) -> None:
    """By date, and by id where dates agree; a featured run is found whatever its age."""
    file_run(tmp_path / "b", id="b", date="2026-01-01", featured=True)
    file_run(tmp_path / "c", id="c", date="2026-02-01")
    file_run(tmp_path / "a", id="a", date="2026-02-01")
    runs = read_runs(tmp_path)
    assert [run.manifest.id for run in runs] == ["a", "c", "b"]
    assert featured(runs).manifest.id == "b"
    assert featured(runs[:2]).manifest.id == "a"


def test_run_folder_reads_as_results(tmp_path: Path) -> None:
    """Pointing at one run reads that run."""
    assert [run.manifest.id for run in read_runs(file_run(tmp_path))] == ["test-run"]


def test_partial_journal_is_no_record(tmp_path: Path) -> None:
    """What is being played, and half files of a killed process, are not read."""
    file_run(tmp_path)
    (tmp_path / "lab_model-1" / f"{CASE}-2.partial.jsonl").write_text('{"move": "sa')
    (tmp_path / "lab_model-1" / f".{CASE}-2.json.x.tmp").write_text("{")
    assert len(read_run(tmp_path).consults) == 1


def test_error_file_reads_as_failure(tmp_path: Path) -> None:
    """A failed consult is kept apart and counts as missing."""
    file_run(tmp_path, reps=1)
    change(tmp_path / "run.json", lambda data: data.update(reps=2))
    error = {
        "model": MODEL, "case": CASE, "rep": 2, "ending": "provider_error",
        "message": "HTTP 500", "attempts": 3, "when": "2026-10-05T12:00:00Z",
    }  # fmt: skip
    (tmp_path / "lab_model-1" / f"{CASE}-2.error.json").write_text(json.dumps(error))
    run = read_run(tmp_path)
    assert run.missing == ((MODEL, CASE, 2),)
    assert [(f.key, f.message, f.attempts) for f in run.failures] == [
        ((MODEL, CASE, 2), "HTTP 500", 3)
    ]


def test_record_outweighs_error_file(tmp_path: Path) -> None:
    """A process killed between filing a record and clearing its error leaves a scored consult."""
    file_run(tmp_path)
    error = {"model": MODEL, "case": CASE, "rep": 1, "ending": "interrupted", "message": "x"}
    (tmp_path / "lab_model-1" / f"{CASE}-1.error.json").write_text(json.dumps(error))
    assert read_run(tmp_path).failures == ()


def test_folder_must_exist(tmp_path: Path) -> None:
    """A folder that is not there is named."""
    with pytest.raises(UsageFault) as caught:
        read_runs(tmp_path / "none")
    assert str(caught.value) == (
        f"{tmp_path}/none: expected a results folder, saw nothing there; check --results, "
        "or play some with: crookbench run baselines"
    )


def test_folder_must_be_a_folder(tmp_path: Path) -> None:
    """A file in its place is named."""
    (tmp_path / "results").write_text("")
    with pytest.raises(UsageFault) as caught:
        read_runs(tmp_path / "results")
    assert str(caught.value) == (
        f"{tmp_path}/results: expected a results folder, saw a file; check --results"
    )


def test_folder_must_hold_results(tmp_path: Path) -> None:
    """An empty folder says what to do."""
    with pytest.raises(UsageFault) as caught:
        read_runs(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: expected results, saw an empty folder; play some with: crookbench run "
        "baselines"
    )


def test_folder_of_other_things_is_no_results(tmp_path: Path) -> None:
    """A folder without runs and without model folders is not taken for an empty board."""
    (tmp_path / "photos").mkdir()
    with pytest.raises(Fault) as caught:
        read_runs(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: expected runs (folders with run.json) or model folders; saw neither"
    )


def test_run_without_manifest_beside_runs_is_a_fault(tmp_path: Path) -> None:
    """A run whose run.json was lost is not left out silently."""
    file_run(tmp_path / "a")
    file_run(tmp_path / "b")
    (tmp_path / "b" / "run.json").unlink()
    with pytest.raises(Fault) as caught:
        read_runs(tmp_path)
    assert str(caught.value) == f"{tmp_path}/b: expected run.json in it, as in a; saw none"


def _cut(path: Path) -> None:
    path.write_text(path.read_text()[:40])


def _text(text: str) -> Callable[[Path], None]:
    return lambda path: path.write_text(text) and None


def _set(**fields: object) -> Callable[[Path], None]:
    return lambda path: change(path, lambda data: data.update(fields))


BROKEN = {
    "cut": (
        _cut,
        ":4: expected whole JSON, saw something else at column 2; the file may be cut short",
    ),
    "empty": (
        _text(""),
        ": expected JSON, saw an empty file; delete it or bring the file back",
    ),
    "no object": (_text("[]"), ": expected a JSON object, saw list"),
    "NaN": (_text('{"total": NaN}'), ": expected finite numbers, saw NaN"),
    "infinity": (_text('{"total": 1e999}'), ": expected finite numbers, saw 1e999"),
    "later schema": (
        _set(schema=3),
        ": schema: expected version 2, saw 3: it was written by a later crookbench; "
        "update this one",
    ),
    "other schema": (
        _set(schema="one"),
        ": schema: expected version 2, saw 'one': no crookbench writes that",
    ),
    "missing field": (
        lambda path: change(path, lambda data: data.pop("total")),
        ": total: expected this field, saw none",
    ),
    "negative total": (
        _set(total=-3),
        ": total: input should be greater than or equal to 0; saw -3",
    ),
    "unknown level": (
        _set(level="Wizard"),
        ": level: input should be 'Intern', 'Resident', 'Registrar', 'Fellow', 'Consultant' "
        "or 'Director'; saw 'Wizard'",
    ),
    "wrong folder": (
        _set(model="lab/other"),
        ": model: expected in folder 'lab_other', that of model 'lab/other'; "
        "saw it in 'lab_model-1'",
    ),
    "wrong name": (
        _set(rep=7),
        f": holds case '{CASE}', repeat 7: expected file name '{CASE}-7.json'",
    ),
    "path as case": (
        _set(case="../../etc"),
        ": case: string should match pattern '^[a-z0-9_]+$'; saw '../../etc'",
    ),
}


@pytest.mark.parametrize(("spoil", "text"), BROKEN.values(), ids=BROKEN)
def test_broken_record_is_named(tmp_path: Path, spoil: Callable[[Path], None], text: str) -> None:
    """Each way a record can be wrong gets one line: file, field, expected, seen."""
    file_run(tmp_path)
    spoil(tmp_path / f"{STEM}.json")
    assert message(tmp_path) == f"{STEM}.json{text}"


def test_record_that_is_no_text_is_named(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are a fault with their place."""
    file_run(tmp_path)
    (tmp_path / f"{STEM}.json").write_bytes(b'{"a": "\xff"}')
    assert message(tmp_path) == f"{STEM}.json: expected UTF-8, saw byte 7 that is not"


def test_several_broken_records_are_told_at_once(tmp_path: Path) -> None:
    """A maintainer sees all faults in one reading."""
    file_run(tmp_path, reps=2)
    (tmp_path / f"{STEM}.json").write_text("[]")
    (tmp_path / f"lab_model-1/{CASE}-2.json").write_text("[]")
    assert message(tmp_path).splitlines() == [
        f"{STEM}.json: expected a JSON object, saw list",
        f"lab_model-1/{CASE}-2.json: expected a JSON object, saw list",
    ]


def test_duplicate_record_is_a_fault(tmp_path: Path) -> None:
    """A copied record would count a consult twice."""
    file_run(tmp_path)
    for kind in ("json", "log.json"):
        shutil.copy(tmp_path / f"{STEM}.{kind}", tmp_path / f"lab_model-1/copy-1.{kind}")
    text = message(tmp_path).replace(f"{tmp_path}/", "")
    assert text == (
        f"{STEM}.json: holds {MODEL}, {CASE}, repeat 1, as lab_model-1/copy-1.json does; "
        "expected one record a consult: delete the wrong one"
    )


def test_unplanned_record_is_a_fault(tmp_path: Path) -> None:
    """A record that run.json does not plan is not mixed in."""
    file_run(tmp_path)
    file_consult(tmp_path, model="lab/guest")
    assert message(tmp_path) == (
        f"lab_guest/{CASE}-1.json: holds lab/guest, {CASE}, repeat 1, which run.json does not "
        "plan; expected one of its doctors, cases and repeats"
    )


def test_record_without_log_is_a_fault(tmp_path: Path) -> None:
    """The log is the truth, so a record alone is not believed."""
    file_run(tmp_path)
    (tmp_path / f"{STEM}.log.json").unlink()
    assert message(tmp_path) == (
        f"{STEM}.json: expected its log {CASE}-1.log.json beside it, saw none"
    )


@pytest.mark.parametrize(
    ("log", "text"),
    [
        ("{}", ": expected a list of moves, saw dict"),
        ("[3]", ": move 1: expected a move, saw int"),
        (
            '[{"move": "dance"}]',
            ": move 1: expected a move, one of say, exam, order, rx, refer, stop, withdraw, "
            "review, dx, end, look, refused, unheard; saw 'dance'",
        ),
    ],
    ids=["object", "number", "unknown move"],
)
def test_broken_log_is_named(tmp_path: Path, log: str, text: str) -> None:
    """A log that is no list of moves is named with the row."""
    file_run(tmp_path)
    (tmp_path / f"{STEM}.log.json").write_text(log)
    assert message(tmp_path) == f"{STEM}.log.json{text}"


def test_broken_manifest_is_named(tmp_path: Path) -> None:
    """run.json is checked as records are."""
    file_run(tmp_path)
    change(tmp_path / "run.json", lambda data: data.update(reps=0))
    assert message(tmp_path) == (
        "run.json: reps: input should be greater than or equal to 1; saw 0"
    )


def test_half_characters_are_mended(tmp_path: Path) -> None:
    """A lone surrogate, which no page could hold, reads as the replacement character."""
    file_run(tmp_path)
    change(tmp_path / f"{STEM}.json", lambda data: data.update(patient_model="x\ud800"))
    assert read_run(tmp_path).records[0].patient_model == "x\N{REPLACEMENT CHARACTER}"


def test_source_address_is_filled_in() -> None:
    """A wordless run's address names folder, case and repeat, and nothing else in it changes."""
    plan = manifest(source="https://example.org/{folder}/{case}-{rep}.md")
    assert plan.source_of("a/b", "cough", 2) == "https://example.org/a_b/cough-2.md"
