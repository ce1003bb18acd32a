"""The files of a run: whole or not at all, without keys, one writer at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from crookbench.errors import Fault, UsageFault
from crookbench.game.moves import Exam, Say
from crookbench.records.jsonfile import fields_text, rows_text, write_atomically
from crookbench.records.lock import locked
from crookbench.records.results import Failure, read_failure
from crookbench.records.store import Journal, JournalCost, Store, journal_cost, read_journal
from crookbench.testing.runs import CASE, MODEL, file_consult, manifest, timed

if TYPE_CHECKING:
    from pathlib import Path

KEY = (MODEL, CASE, 1)


def test_object_text_has_one_field_a_line() -> None:
    """A changed field is a changed line; lists of objects have one element a line."""
    assert fields_text({"a": 1, "b": [{"x": "é"}, {"x": None}], "c": [1, 2], "d": []}) == (
        '{\n "a": 1,\n "b": [\n  {"x": "é"},\n  {"x": null}\n ],\n "c": [1, 2],\n "d": []\n}\n'
    )


def test_rows_text_has_one_row_a_line() -> None:
    """A log's rows stand on lines of their own; no rows are an empty list."""
    assert rows_text([{"m": 1}, {"m": 2}]) == '[\n {"m": 1},\n {"m": 2}\n]\n'
    assert rows_text([]) == "[]\n"


def test_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    """What cannot be written whole changes nothing and leaves no half behind."""
    path = tmp_path / "file.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["file.json"]


def test_half_characters_are_written_as_replacements(tmp_path: Path) -> None:
    """A model's lone surrogate does not stop its consult from being filed."""
    files = file_consult(tmp_path, [Say("\ud83d half")])
    assert json.loads(files.log.read_text())[0]["utterance"] == "\ufffd half"
    assert "> \ufffd half\n" in files.transcript.read_text()


def test_finished_consult_replaces_journal_and_error(tmp_path: Path) -> None:
    """After the record is there, neither the journal nor an earlier failure is."""
    files = Store(tmp_path).consult(KEY)
    files.write_failure(Failure(*KEY, "provider_error", "x"))
    with Journal(files.partial) as journal:
        journal.keep(timed()[0])
    file_consult(tmp_path)
    assert sorted(path.name for path in files.folder.iterdir()) == [
        f"{CASE}-1.json",
        f"{CASE}-1.log.json",
        f"{CASE}-1.md",
    ]


def test_failure_is_filed_without_keys(tmp_path: Path) -> None:
    """A provider that repeats the key in its error message does not publish it."""
    files = Store(tmp_path).consult(KEY)
    said = "401 for Authorization: Bearer sk-or-v1-0123456789abcdef0123"
    files.write_failure(Failure(*KEY, "provider_error", said, 2, "2026-10-05T12:00:00Z"))
    assert read_failure(files.error) == Failure(
        *KEY, "provider_error", "401 for Authorization: [key removed]", 2, "2026-10-05T12:00:00Z"
    )
    assert (failure := files.failure()) is not None
    assert failure.attempts == 2


def test_journal_reads_back_what_it_kept(tmp_path: Path) -> None:
    """Each move is in the file as soon as it is kept."""
    path = tmp_path / "x.partial.jsonl"
    with Journal(path) as journal:
        for number, each in enumerate(timed(), start=1):
            journal.keep(each)
            assert len(read_journal(path)) == number
    assert [*read_journal(path)] == [*timed()]


def test_journal_leaves_out_a_line_cut_short(tmp_path: Path) -> None:
    """The move that was being written when the process died did not happen."""
    path = tmp_path / "x.partial.jsonl"
    path.write_text('{"move": "exam", "id": "throat"}\n{"move": "exam", "i')
    assert [*read_journal(path)] == [Exam("throat")]
    path.write_text("")
    assert read_journal(path) == ()


def test_journal_keeps_what_was_spent_beside_the_moves(tmp_path: Path) -> None:
    """A cost is no move, and is there as soon as it is kept."""
    path = tmp_path / "x.partial.jsonl"
    with Journal(path, attempt=3) as journal:
        assert journal_cost(path) == JournalCost(3, 0.0, 0.0)
        journal.keep_spent(0.5)
        journal.keep(timed()[0])
        journal.keep_spent(2.0)
        assert journal_cost(path) == JournalCost(3, 2.0, 1.5)
    path.write_text(path.read_text() + '{"attempt": 3, "sp')
    assert journal_cost(path) == JournalCost(3, 2.0, 1.5)
    assert read_journal(path) == (timed()[0],)


def test_broken_journal_line_is_named(tmp_path: Path) -> None:
    """A whole line that is no move is a fault with its number."""
    path = tmp_path / "x.partial.jsonl"
    path.write_text('{"move": "exam", "id": "throat"}\n{"move": "exam"}\n')
    with pytest.raises(Fault) as caught:
        read_journal(path)
    assert str(caught.value) == f"{path}:2: expected a move, saw one whose id does not fit"


def test_manifest_is_written_only_when_it_changes(tmp_path: Path) -> None:
    """Going on with a run leaves its run.json as it is."""
    store = Store(tmp_path)
    store.write_manifest(manifest())
    before = (tmp_path / "run.json").stat().st_ino
    store.write_manifest(manifest())
    assert (tmp_path / "run.json").stat().st_ino == before
    store.write_manifest(manifest(title="Another"))
    assert store.manifest() == manifest(title="Another")


def test_second_writer_is_refused(tmp_path: Path) -> None:
    """Two processes cannot play one run, and no lock file stays."""
    run = tmp_path / "run"
    with locked(run):
        with pytest.raises(UsageFault) as caught, locked(run):
            pass
        assert list(run.iterdir()) == []
    assert str(caught.value) == (
        f"{run}: another crookbench is writing this run; "
        "wait until it is done, or give this one another --run"
    )
    with locked(run):
        pass


def test_lock_ends_with_its_process(tmp_path: Path) -> None:
    """A process that was killed leaves the run free."""
    holder = (
        "import os, signal, sys; from pathlib import Path\n"
        "from crookbench.records.lock import locked\n"
        "with locked(Path(sys.argv[1])): os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", holder, str(tmp_path)], check=False)
    assert done.returncode == -9
    with locked(tmp_path):
        pass


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"reps": 10**9}, "reps: input should be less than or equal to 1000; saw 1000000000"),
        ({"reps": 2**63}, "expected integers below 2^63, saw 9223372036854775808…"),
        ({"date": "2026-13-41"},
         "date: value error, expected a day such as 2026-11-30; saw '2026-13-41'"),
        ({"date": "99999-01-01"},
         "date: value error, expected a day such as 2026-11-30; saw '99999-01-01'"),
    ],
    ids=["reps", "64 bits", "no day", "far away"],
)  # fmt: skip
def test_numbers_and_days_out_of_range_are_told(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    """A plan of a thousand million consults is a slip of the pen, and no hang."""
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"id": "r", "title": "R", "date": "2026-10-05"} | change))
    with pytest.raises(Fault) as caught:
        Store(tmp_path).manifest()
    assert str(caught.value) == f"{path}: {told}"


def test_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    """Editors on Windows put one in front of run.json."""
    Store(tmp_path).write_manifest(manifest())
    path = tmp_path / "run.json"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert Store(tmp_path).manifest() == manifest()
