"""Verifying a run: whatever differs from what log and case give is found and named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.errors import Fault
from crookbench.records.results import read_run
from crookbench.records.verify import verify
from crookbench.testing.runs import CASE, casebook, file_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STEM = f"lab_model-1/{CASE}-1"


def faults(run: Path, **changes: Any) -> list[str]:
    """What verifying says, with the folder's own path taken out."""
    found = verify([read_run(run)], casebook(**changes))
    assert found.records == 1
    assert found.verified == (not found.faults)
    return [str(fault).replace(f"{run}/", "") for fault in found.faults]


def edit(path: Path, change: Callable[[Any], object]) -> None:
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def test_untouched_run_holds(tmp_path: Path) -> None:
    """What was filed is what is computed."""
    assert faults(file_run(tmp_path)) == []


RECORD: dict[str, tuple[Callable[[Any], object], str]] = {
    "total": (lambda r: r.update(total=150), "total: expected 108, saw 150"),
    "level": (lambda r: r.update(level="Fellow"), "level: expected 'Registrar', saw 'Fellow'"),
    "flag": (
        lambda r: r["red_flags"][1].update(elicited=True),
        "red_flags.1.elicited: expected False, saw True",
    ),
    "harms": (lambda r: r.update(harmful=["x"]), "harmful: expected [], saw ['x']"),
    "questions": (lambda r: r.update(questions=9), "questions: expected 1, saw 9"),
    "extra field": (lambda r: r.update(grade="A"), "grade: expected nothing, saw 'A'"),
    "story": (
        lambda r: r.update(story=[]),
        "story: expected ['The clot was treated, and she had questions left.', "
        "'Missing from the plan: Refer to the haematologist.'], saw []",
    ),
}


@pytest.mark.parametrize(("change", "text"), RECORD.values(), ids=RECORD)
def test_changed_record_is_found(
    tmp_path: Path, change: Callable[[Any], object], text: str
) -> None:
    """A field of the record that the log does not give is named with both values."""
    file_run(tmp_path)
    edit(tmp_path / f"{STEM}.json", change)
    assert faults(tmp_path) == [f"{STEM}.json: {text}"]


LOG: dict[str, tuple[Callable[[Any], object], str]] = {
    "award": (lambda rows: rows[2].update(awards=[]), "2.awards: expected [{'points': 10, "),
    "score": (lambda rows: rows[3].update(score=99), "3.score: expected 38, saw 99"),
    "finding": (
        lambda rows: rows[1].update(finding="50 %"),
        "1.finding: expected '97 % on room air.', saw '50 %'",
    ),
    "number": (lambda rows: rows[0].update(m=4), "0.m: expected 1, saw 4"),
    "extra field": (lambda rows: rows[0].update(x=1), "0.x: expected nothing, saw 1"),
}


@pytest.mark.parametrize(("change", "text"), LOG.values(), ids=LOG)
def test_changed_log_is_found(tmp_path: Path, change: Callable[[Any], object], text: str) -> None:
    """A row's findings, awards and score are computed too."""
    file_run(tmp_path)
    edit(tmp_path / f"{STEM}.log.json", change)
    (fault,) = faults(tmp_path)
    assert fault.startswith(f"{STEM}.log.json: {text}")


def test_removed_move_changes_record_log_and_transcript(tmp_path: Path) -> None:
    """A move taken out of the log shows in all three files."""
    file_run(tmp_path)
    edit(tmp_path / f"{STEM}.log.json", lambda rows: rows.pop(0))
    files = {fault.split(":")[0] for fault in faults(tmp_path)}
    assert files == {f"{STEM}.json", f"{STEM}.log.json", f"{STEM}.md"}


def test_changed_transcript_is_found(tmp_path: Path) -> None:
    """The first line that differs is named."""
    file_run(tmp_path)
    path = tmp_path / f"{STEM}.md"
    path.write_text(path.read_text().replace("> Yes, once.", "> Never."))
    assert faults(tmp_path) == [f"{STEM}.md:27: expected '> Yes, once.', saw '> Never.'"]


def test_missing_transcript_is_found(tmp_path: Path) -> None:
    """Each record has a transcript beside it."""
    file_run(tmp_path)
    (tmp_path / f"{STEM}.md").unlink()
    assert faults(tmp_path) == [f"{STEM}.md: expected the transcript, saw no such file"]


def test_row_that_lacks_a_field_is_told_on_reading(tmp_path: Path) -> None:
    """A move that cannot be played again is a fault of its row, before anything is verified."""
    file_run(tmp_path)
    edit(tmp_path / f"{STEM}.log.json", lambda rows: rows[1].pop("id"))
    with pytest.raises(Fault) as caught:
        faults(tmp_path)
    assert str(caught.value).endswith(
        f"{STEM}.log.json: move 2: expected id of the move 'exam', saw none; bring the log back "
        "from its source, or delete the consult's files and play it again"
    )


def test_changed_case_asks_for_a_rescore(tmp_path: Path) -> None:
    """Where the case is another version, the advice is to rescore, not a list of fields."""
    file_run(tmp_path)
    edit(tmp_path / f"{STEM}.json", lambda r: r["provenance"].update(case="sha256:old"))
    assert faults(tmp_path) == []
    assert faults(tmp_path, history__2__absent=True) == [
        f"{STEM}.json: provenance: case 'sore_calf' or the catalogue has changed since it was "
        "scored; see what that changes with: crookbench rescore"
    ]


def test_case_that_is_gone_is_named(tmp_path: Path) -> None:
    """A record whose case nobody has cannot be verified."""
    file_run(tmp_path)
    book = casebook()
    found = verify([read_run(tmp_path)], type(book)({}, book.catalogue))
    assert [str(fault) for fault in found.faults] == [
        f"{tmp_path}/{STEM}.json: case: expected a case 'sore_calf' to score it against, "
        "saw none; check --cases-dir"
    ]


def test_key_in_a_file_is_found(tmp_path: Path) -> None:
    """Nothing that looks like an API key may be kept, in any file of the run."""
    file_run(tmp_path)
    path = tmp_path / f"{STEM}.md"
    text = path.read_text()
    path.write_text(text + "sk-or-v1-0123456789abcdef0123456789")
    edit(tmp_path / "run.json", lambda data: data.update(description="api_key=0123456789ab"))
    assert [fault for fault in faults_of_all(tmp_path) if "API key" in fault] == [
        f"{STEM}.md: holds what looks like an API key (sk-or-…); take it out, revoke it",
        "run.json: holds what looks like an API key (api_ke…); take it out, revoke it",
    ]


def faults_of_all(run: Path) -> list[str]:
    found = verify([read_run(run)], casebook())
    return [str(fault).replace(f"{run}/", "") for fault in found.faults]
