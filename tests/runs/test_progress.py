"""What is seen of a run under way."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console

from crookbench.records.record import Usage
from crookbench.records.results import Failure, read_run
from crookbench.runs import progress
from crookbench.runs.runner import Failed, Finished, Skipped, Started
from crookbench.testing.runs import file_run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

KEY = ("lab/model-1", "sore_calf", 1)


def finished(folder: Path, cost: float | None) -> Finished:
    """The end of a consult that cost this much."""
    (record,) = read_run(file_run(folder)).records
    return Finished(KEY, record.model_copy(update={
        "usage": replace(record.usage, cost=cost)
    }))  # fmt: skip


def failed() -> Failed:
    return Failed(KEY, Failure(*KEY, "provider_error", "HTTP 503: [red]x\x1b[2J", cost=0.5))


def test_lines_tell_how_each_consult_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scores on standard output, faults on the other; nothing at the beginning."""
    record = finished(tmp_path, 1.0).record
    shown = progress.in_lines(3, progress.Tally())
    skipped = Skipped(KEY, "no money")
    for step in (Started(KEY), Finished(KEY, record), skipped, skipped):
        shown.step(step)
    told = capsys.readouterr()
    score = f"{record.total} of {record.max}, {record.consequence}"
    assert told.out == f"1/3 lab/model-1 sore_calf 1: {score}\n"
    assert told.err == "2/3 lab/model-1 sore_calf 1: not begun, no money\n"


def test_quiet_lines_still_tell_what_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of what was scored, nor of waiting."""
    shown = progress.in_lines(2, progress.Tally(), quiet=True)
    shown.wait("Waiting 8 s before try 2: HTTP 429")
    for step in (finished(tmp_path, 1.0), Skipped(KEY, "no money")):
        shown.step(step)
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "2/2 lab/model-1 sore_calf 1: not begun, no money\n")


def test_waits_are_told_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    """Many consults wait for one server at once: that is one line."""
    shown = progress.in_lines(2, progress.Tally())
    for _ in range(3):
        shown.wait("Waiting 8 s before try 2: HTTP 429 \x1b[2J")
    assert capsys.readouterr().err == "Waiting 8 s before try 2: HTTP 429 \\x1b[2J\n"


def test_tally_knows_a_model_that_does_nothing(tmp_path: Path) -> None:
    """It answered four times, and neither spoke nor diagnosed."""
    step = finished(tmp_path, 1.0)
    silent = {"ending": "stopped", "usage": Usage(calls=4, cost=1.0), "says": 0, "diagnoses": ()}
    tally = progress.Tally()
    tally.count(step)
    assert tally.silent == {}
    tally.count(replace(step, record=step.record.model_copy(update=silent)))
    assert tally.silent == {step.record.model: 1}


def test_tally_adds_up_what_is_known(tmp_path: Path) -> None:
    """An unknown cost is said to be one; a failed consult's cost counts."""
    tally = progress.Tally()
    assert str(tally) == "US$ 0.00, 0 failed"
    tally.count(finished(tmp_path, 1.25))
    tally.count(failed())
    assert str(tally) == "US$ 1.75, 1 failed"
    tally.count(finished(tmp_path, None))
    assert str(tally) == "at least US$ 1.75, 1 failed"


def test_tally_never_makes_a_cost_up(tmp_path: Path) -> None:
    """A patient's model that states none leaves the cost open too."""
    step = finished(tmp_path, 0.0)
    tally = progress.Tally()
    unknown = {"patient_usage": Usage(calls=3, cost=None)}
    tally.count(replace(step, record=step.record.model_copy(update=unknown)))
    assert tally.cost == "cost unknown"


def test_bar_shows_consults_cost_and_failures(tmp_path: Path) -> None:
    """A server's words are shown as they are: no markup, and no control of the terminal."""
    shown = StringIO()
    console = Console(file=shown, force_terminal=True, color_system=None, width=120)
    tally = progress.Tally()
    skipped = Skipped(KEY, "no money")
    with progress.bar(4, console, tally) as bar:
        for step in (Started(KEY), finished(tmp_path, 1.25), failed(), skipped, skipped):
            bar.step(step)
    text = shown.getvalue()
    assert "4/4" in text
    assert "US$ 1.75, 1 failed" in text
    assert "not scored, provider_error: HTTP 503: [red]x\\x1b[2J" in text
    assert text.count("not begun, no money") == 1
    assert "\x1b[2J" not in text
