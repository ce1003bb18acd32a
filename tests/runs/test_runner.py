"""Playing a run: what is filed, what is retried, and that a kill at any point loses nothing."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.errors import Fault, PatientError, ProviderError, UsageFault
from crookbench.records.lock import locked
from crookbench.records.results import Failure, read_run
from crookbench.records.store import Journal, Store, read_journal
from crookbench.records.verify import verify
from crookbench.runs.runner import (
    Failed,
    Finished,
    Played,
    Progress,
    Settings,
    Skipped,
    Started,
    play_run,
)
from crookbench.testing.runs import (
    CASE,
    MODEL,
    NOON,
    FakeParticipants,
    casebook,
    manifest,
    short_turns,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.doctor.contract import Turn

DRIVER = Path(__file__).parent / "kill_driver.py"


def play(
    run: Path, *models: str, participants: FakeParticipants | None = None, **options: Any
) -> Played:
    """Plays one repeat a model at a fixed time."""
    given = options.pop("manifest", {})
    settings = Settings(now=lambda: NOON, **options)
    plan = manifest(*models, **given)
    return asyncio.run(
        play_run(run, plan, casebook(), participants or FakeParticipants(), settings)
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def failing(error: BaseException) -> Callable[[str, int], list[Turn | BaseException]]:
    """Doctors whose second turn raises."""
    return lambda _model, _rep: [short_turns()[0], error]


def test_played_consult_is_filed(tmp_path: Path) -> None:
    """Record, log and transcript are there, verify, and say under what they were made."""
    assert play(tmp_path) == Played(there=0, finished=1, failed=0, skipped=0)
    run = read_run(tmp_path)
    (record,) = run.records
    assert (record.key, record.ending, record.started) == (
        (MODEL, CASE, 1),
        "ended",
        "2026-10-05T12:00:00Z",
    )
    assert (record.patient_model, record.marker_model, record.attempts) == ("quiet", "fixed", 1)
    assert (record.usage.calls, record.usage.cost) == (5, 1.25)
    assert (record.provenance.case, record.provenance.catalogue) == ("sha256:case", "sha256:cat")
    assert verify([run], casebook()).as_json() == {"records": 1, "verified": 1, "faults": []}


def test_same_command_plays_only_what_is_missing(tmp_path: Path) -> None:
    """What is there is not played or touched again."""
    play(tmp_path, "a/a")
    before = contents(tmp_path / "a_a")
    participants = FakeParticipants()
    assert play(tmp_path, "a/a", "b/b", participants=participants) == Played(1, 1, 0, 0)
    assert participants.made == [("b/b", 1)]
    assert contents(tmp_path / "a_a") == before
    assert [doctor.id for doctor in read_run(tmp_path).manifest.doctors] == ["a/a", "b/b"]


@pytest.mark.parametrize(
    ("error", "ending"),
    [(ProviderError("HTTP 503"), "provider_error"), (PatientError("HTTP 503"), "patient_error")],
    ids=["doctor", "patient"],
)
def test_infrastructure_fault_is_no_score(tmp_path: Path, error: Exception, ending: str) -> None:
    """It is filed apart, and the next run tries again and counts the attempts."""
    for attempt in (1, 2):
        assert play(tmp_path, participants=FakeParticipants(failing(error))) == Played(0, 0, 1, 0)
        (failure,) = read_run(tmp_path).failures
        assert (failure.ending, failure.message, failure.attempts) == (ending, "HTTP 503", attempt)
    assert read_run(tmp_path).missing == ((MODEL, CASE, 1),)
    assert play(tmp_path) == Played(0, 1, 0, 0)
    run = read_run(tmp_path)
    assert (run.failures, run.records[0].attempts) == ((), 3)


def test_failed_consult_leaves_its_journal(tmp_path: Path) -> None:
    """What was played before the fault can be looked at."""
    play(tmp_path, participants=FakeParticipants(failing(ProviderError("x"))))
    (entry,) = read_journal(Store(tmp_path).consult((MODEL, CASE, 1)).partial)
    assert entry.reply == "Yes, once."


def test_one_fault_does_not_stop_the_others(tmp_path: Path) -> None:
    """Other consults of the run are played to their end."""
    faulty = failing(ProviderError("x"))
    participants = FakeParticipants(
        lambda model, rep: faulty(model, rep) if model == "a/a" else short_turns()
    )
    assert play(tmp_path, "a/a", "b/b", "c/c", participants=participants, concurrency=1) == Played(
        0, 2, 1, 0
    )


def test_no_more_consults_at_once_than_allowed(tmp_path: Path) -> None:
    """Consults begin as others end."""
    at_once: list[int] = []
    playing = 0

    def watch(step: Progress) -> None:
        nonlocal playing
        playing += 1 if isinstance(step, Started) else -1
        at_once.append(playing)

    play(tmp_path, *"abcde", concurrency=2, progress=watch)
    assert (max(at_once), at_once[-1]) == (2, 0)


def test_progress_tells_each_beginning_and_end(tmp_path: Path) -> None:
    """In order, with the record or the failure."""
    steps: list[Progress] = []
    faulty = failing(ProviderError("x"))
    participants = FakeParticipants(
        lambda model, rep: faulty(model, rep) if model == "b" else short_turns()
    )
    play(tmp_path, "a", "b", participants=participants, concurrency=1, progress=steps.append)
    assert [(type(step), step.key[0]) for step in steps] == [
        (Started, "a"),
        (Finished, "a"),
        (Started, "b"),
        (Failed, "b"),
    ]


def test_cost_limit_begins_no_further_consult(tmp_path: Path) -> None:
    """What the run cost before counts; consults not begun are neither scored nor failed."""
    steps: list[Progress] = []
    played = play(tmp_path, *"abc", concurrency=1, max_cost=1.0, progress=steps.append)
    assert played == Played(there=0, finished=1, failed=0, skipped=2)
    assert [type(step) for step in steps] == [Started, Finished, Skipped, Skipped]
    assert play(tmp_path, *"abc", max_cost=1.0) == Played(1, 0, 0, 2)
    assert play(tmp_path, *"abc", max_cost=9.0) == Played(1, 2, 0, 0)


def test_interrupted_consults_are_filed_and_retried(tmp_path: Path) -> None:
    """Ctrl-C ends each consult as interrupted; the same command goes on."""

    async def stop_midway() -> None:
        async def never(_: object) -> Turn:
            task.cancel()
            await asyncio.Event().wait()
            raise AssertionError

        class Waiting(FakeParticipants):
            def doctor(self, model: str, case: Any, rep: int) -> Any:
                made = super().doctor(model, case, rep)
                made.turn = never  # type: ignore[method-assign]
                return made

        plan = play_run(tmp_path, manifest(), casebook(), Waiting(), Settings(now=lambda: NOON))
        task = asyncio.ensure_future(plan)
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(stop_midway())
    (failure,) = read_run(tmp_path).failures
    assert (failure.ending, failure.message) == ("interrupted", "stopped before it ended")
    assert play(tmp_path) == Played(0, 1, 0, 0)


def test_changed_configuration_plays_nothing(tmp_path: Path) -> None:
    """It is refused before anything is written."""
    play(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(UsageFault, match="questions: was 50, is now 30"):
        play(tmp_path, "b/b", manifest={"questions": 30})
    assert contents(tmp_path) == before


def test_run_under_way_elsewhere_is_refused(tmp_path: Path) -> None:
    """Two commands cannot play one run at once."""
    with locked(tmp_path), pytest.raises(UsageFault, match="another crookbench is writing"):
        play(tmp_path)


def test_broken_record_stops_the_run(tmp_path: Path) -> None:
    """A run is not gone on with while a record of it cannot be read."""
    play(tmp_path)
    path = Store(tmp_path).consult((MODEL, CASE, 1)).record
    path.write_text("{")
    with pytest.raises(Fault, match="expected whole JSON"):
        play(tmp_path, "b/b")


def test_fault_in_one_consult_comes_out_as_itself(tmp_path: Path) -> None:
    """A broken error file is one clear message, not a group of exceptions."""
    Store(tmp_path).write_manifest(manifest())
    path = Store(tmp_path).consult((MODEL, CASE, 1)).error
    path.parent.mkdir()
    path.write_text("[]")
    with pytest.raises(Fault, match=r"error\.json"):
        play(tmp_path)


def test_concurrency_changes_no_file(tmp_path: Path) -> None:
    """One at a time or four at once: the same bytes."""
    for concurrency in (1, 4):
        play(tmp_path / str(concurrency), *"abcd", concurrency=concurrency, clock=lambda: 0.0)
    assert contents(tmp_path / "1") == contents(tmp_path / "4")


def test_run_killed_at_any_point_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    """Killed by SIGKILL at each of its steps and resumed, a run ends as one never killed."""
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    kills = int(done.stdout)
    assert kills >= 25
    whole = contents(tmp_path / "whole")
    assert len(whole) == 7
    for steps in range(1, kills + 1):
        cut = contents(tmp_path / f"cut-{steps:03d}")
        tried = {name: _without_tries(each) for name, each in cut.items()}
        assert tried == {name: _without_tries(each) for name, each in whole.items()}, steps


def _without_tries(content: bytes) -> bytes:
    """A file without how often its consult was begun, and what the killed tries cost."""
    return re.sub(rb' "(attempts|lost_cost)": .*\n', b"", content)


def test_cost_of_a_killed_consult_is_filed(tmp_path: Path) -> None:
    """What its journal says, with an answer that may have been under way when it died."""
    store = Store(tmp_path)
    store.write_manifest(manifest())
    files = store.consult((MODEL, CASE, 1))
    with Journal(files.partial, attempt=1) as journal:
        for spent in (0.5, 2.0, 2.25):
            journal.keep_spent(spent)
    played = play(tmp_path)
    (record,) = read_run(tmp_path).records
    assert (record.attempts, record.lost_cost, played.spent) == (2, 3.75, 5.0)
    assert played.killed == (
        Failure(MODEL, CASE, 1, "interrupted", "killed before it ended", 1,
                "2026-10-05T12:00:00Z", 3.75),
    )  # fmt: skip


def test_cost_of_a_failed_consult_is_counted_once(tmp_path: Path) -> None:
    """Its journal stays to be looked at, but its cost is filed with its failure."""
    for _ in range(2):
        play(tmp_path, participants=FakeParticipants(failing(ProviderError("x"))))
    (failure,) = read_run(tmp_path).failures
    assert (failure.cost, failure.attempts, failure.ending) == (0.5, 2, "provider_error")


def test_record_is_the_last_file_to_appear(tmp_path: Path) -> None:
    """Where a record is, its log and transcript are whole."""
    play(tmp_path)
    files = Store(tmp_path).consult((MODEL, CASE, 1))
    times = [path.stat().st_mtime_ns for path in (files.log, files.transcript, files.record)]
    assert times == sorted(times)
    assert json.loads(files.log.read_text())[-1]["move"] == "end"
