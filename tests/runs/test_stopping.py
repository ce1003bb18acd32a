"""A run that cannot go on: servers that refuse everything, waits that are told, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from crookbench.records.results import read_run
from crookbench.testing.server import ChatServer, Received, Sent, calls, fails, says

if TYPE_CHECKING:
    from pathlib import Path

CASE = "cough_pneumonia"
ASK = ("say", {"text": "How long have you had the cough?"})
DIAGNOSE = ("diagnose", {"most_likely": "pneumonia", "differential": "acute_bronchitis",
                         "cant_miss": "pulmonary_embolism"})  # fmt: skip
COMMAND = [sys.executable, "-c", "from crookbench.cli import main; main()"]


def run(
    results: Path, *arguments: str, url: str = "http://127.0.0.1:9/v1"
) -> subprocess.CompletedProcess[str]:
    fixed = ["--cases", CASE, "--run", "r1", "--results", str(results), "--concurrency", "1"]
    return subprocess.run(
        [*COMMAND, "run", *arguments, *fixed],
        env={**os.environ, "DOCTOR_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("status", [401, 402])
def test_server_that_refuses_every_request_is_asked_once(tmp_path: Path, status: int) -> None:
    """A wrong key or no money: no other model is tried there, and the scripts play on."""
    with ChatServer.of(fails(status, "No.")) as server:
        told = run(tmp_path, "lab/a", "lab/b", "baseline/silent", url=server.url)
        assert len(server.received) == 1
    assert told.returncode == 1
    assert "Run r1: 3 scored now, 0 were there, 1 failed, 5 not begun." in told.stdout
    assert told.stderr.count("not begun, for its server fails in every one: ") == 1
    assert f"crookbench forget r1 lab/a --results {tmp_path}\n" in told.stderr
    assert {failure.model for failure in read_run(tmp_path / "r1").failures} == {"lab/a"}


def test_model_that_is_not_there_is_asked_once(tmp_path: Path) -> None:
    """404 is about the model: another one at the same server is tried."""
    with ChatServer.of(fails(404, "There is no such model.")) as server:
        told = run(tmp_path, "lab/a", "lab/b", url=server.url)
        assert len(server.received) == 2
    assert "0 scored now, 0 were there, 2 failed, 4 not begun." in told.stdout
    assert "not begun, for lab/a fails in every one: " in told.stderr


def test_one_refused_message_stops_nothing(tmp_path: Path) -> None:
    """403 and 400 may be about what was said: each consult is tried."""
    with ChatServer.of(fails(403, "Moderated.")) as server:
        told = run(tmp_path, "lab/a", url=server.url)
        assert len(server.received) == 3
    assert "3 failed, 0 not begun." in told.stdout


def test_server_that_is_dead_is_looked_for_once(tmp_path: Path) -> None:
    """Three tries in all, whatever the number of consults and models."""
    told = run(tmp_path, "lab/a", "lab/b")
    assert told.returncode == 1
    assert "0 scored now, 0 were there, 1 failed, 5 not begun." in told.stdout


def test_wait_for_a_busy_server_is_told(tmp_path: Path) -> None:
    """Why, and for how long, before the run goes on."""

    def answer(request: Received) -> Sent:
        if request.number == 1:
            return Sent({"error": {"message": "Slow down."}}, 429, {"retry-after": "2"})
        return calls(DIAGNOSE, ("end_consult", {}))

    with ChatServer(answer) as server:
        told = run(tmp_path, "lab/a", "--reps", "1", url=server.url)
    assert told.returncode == 0
    wait = rf"Waiting [23] s before try 2: {re.escape(server.url)}: HTTP 429: Slow down\."
    assert re.search(wait, told.stderr)


def test_model_that_calls_no_tool_is_told(tmp_path: Path) -> None:
    """It is scored as it stands, with a hint at what may be wrong."""
    with ChatServer.of(says("I would ask about the cough.")) as server:
        told = run(tmp_path, "lab/a", "--reps", "1", url=server.url)
    assert (
        "lab/a did nothing in 1 of its consults, as a model does that cannot call tools. If so, "
        f"take it out of the run: crookbench forget r1 lab/a --scored --results {tmp_path}\n"
    ) in told.stderr


def test_ctrl_c_stops_scripts_at_once_and_cleanly(tmp_path: Path) -> None:
    """They wait for nobody, and are stopped all the same; a second Ctrl-C does no harm."""
    child = subprocess.Popen(
        [*COMMAND, "run", "baselines", "--reps", "100", "--results", str(tmp_path), "--run", "r1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=30)
    assert child.returncode == 130
    assert re.search(r"Stopped\. \d+ of \d+ consults were scored and are kept in ", told)
    assert "Traceback" not in told
    assert "never retrieved" not in told
    kept = read_run(tmp_path / "r1")
    assert kept.records
    assert {failure.ending for failure in kept.failures} <= {"interrupted"}
