"""`--dask`: the same records from a cluster as from one machine, whatever happens there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Cluster

pytestmark = pytest.mark.dask

DOCTORS = ("baseline/checklist", "baseline/oracle")
PLAYED = (
    "run",
    *DOCTORS,
    "--run",
    "r",
    "--reps",
    "4",
    "--cases",
    "cough_pneumonia,dysuria_cystitis",
)
CONSULTS = 16
TIMES = re.compile(r'"(?:t|seconds)": [\d.]+|"started": "[^"]*"|- Started: .*')


def _start(folder: Path, *words: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "crookbench", *words], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more,
    )  # fmt: skip


def _told(folder: Path, *words: str) -> tuple[int, str, str]:
    process = _start(folder, *words)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def _files(results: Path) -> dict[str, str]:
    """Every file of the run without the times in it."""
    return {
        path.relative_to(results).as_posix(): TIMES.sub("", path.read_text("utf-8"))
        for path in sorted(results.glob("r/*/*"))
    }


def _records(results: Path) -> int:
    return len(list(results.glob("r/*/*.md")))


def test_cluster_gives_the_same_files_as_one_machine(cluster: Cluster, tmp_path: Path) -> None:
    """Byte for byte but for the times; and they hold."""
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
    assert _told(tmp_path / "here", *PLAYED)[0] == 0
    code, out, err = _told(tmp_path / "there", *PLAYED, "--dask", cluster.address)
    assert (code, out.splitlines()[-1:]) == (
        0, [f"Run r: {CONSULTS} scored now, 0 were there, 0 failed, 0 not begun."],
    ), err  # fmt: skip
    here, there = (_files(tmp_path / place / "results") for place in ("here", "there"))
    assert len(here) == 3 * CONSULTS
    assert here == there
    results = tmp_path / "there" / "results"
    for command in ("verify", "rescore"):
        told = _told(tmp_path, command, "--results", str(results), "--dask", cluster.address)
        assert told[0] == 0, told
    assert told[1] == f"{CONSULTS} consults, 0 changed.\n"


def test_run_survives_the_loss_of_a_worker(doomed_cluster: Cluster, tmp_path: Path) -> None:
    """What it was playing begins anew on the other one; nothing is lost or doubled."""
    process = _start(tmp_path, *PLAYED, "--reps", "20", "--dask", doomed_cluster.address)
    until = time.monotonic() + 60
    while _records(tmp_path / "results") < 3:
        assert time.monotonic() < until
        time.sleep(0.02)
    doomed_cluster.processes[-1].kill()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert _records(tmp_path / "results") == 80
    assert _told(tmp_path, "verify", "r")[1] == "80 of 80 records hold.\n"


def test_same_command_goes_on_without_the_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """A run knows nothing of where it was played."""
    assert _told(tmp_path, *PLAYED, "--dask", cluster.address)[0] == 0
    code, out, _ = _told(tmp_path, *PLAYED, "--json")
    assert (code, json.loads(out)["already_there"]) == (0, CONSULTS)


def test_changed_configuration_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    """As on one machine; nothing is played."""
    assert _told(tmp_path, *PLAYED, "--dask", cluster.address)[0] == 0
    code, _, err = _told(tmp_path, *PLAYED, "--questions", "9", "--dask", cluster.address)
    assert code == 2
    assert "questions" in err


def test_cluster_that_is_away_is_told_in_one_line(tmp_path: Path) -> None:
    """Nothing is written but the plan of the run."""
    code, _, err = _told(tmp_path, *PLAYED, "--dask", "tcp://127.0.0.1:9")
    assert code == 2
    assert err.splitlines()[-1] == (
        "crookbench: --dask tcp://127.0.0.1:9: expected a Dask scheduler, saw no answer; "
        "start one with: dask scheduler"
    )
    assert _records(tmp_path / "results") == 0


def test_cluster_without_workers_is_told_in_one_line(
    empty_cluster: Cluster, tmp_path: Path
) -> None:
    """With the command that starts some."""
    code, _, err = _told(tmp_path, *PLAYED, "--dask", empty_cluster.address)
    assert (code, err.splitlines()[-1]) == (
        2,
        f"crookbench: --dask {empty_cluster.address}: the scheduler has no workers; "
        f"start some with: dask worker {empty_cluster.address}",
    )


def test_worker_that_asks_elsewhere_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    """Its environment has no key and another server than the command's; no key is told."""
    key = "sk-test-1234567890abcdef"
    environment = os.environ | {"DOCTOR_URL": "http://127.0.0.1:9/v1", "DOCTOR_KEY": key}
    process = _start(
        tmp_path, "run", "lab/model", "--run", "r", "--dask", cluster.address, env=environment
    )
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "OPENROUTER_API_KEY" in err or "a worker asks lab/model" in err
    assert key not in err


def test_relative_results_are_refused_for_a_cluster(tmp_path: Path) -> None:
    """Workers would look for them elsewhere."""
    (tmp_path / "results").mkdir()
    code, _, err = _told(tmp_path, "verify", "--dask", "tcp://127.0.0.1:9")
    assert code == 2
    assert "expected --results as a whole path that every worker sees too, saw results" in err
