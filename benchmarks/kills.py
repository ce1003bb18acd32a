"""200 times `kill -9` at random moments of a 30-consult run, each time gone on with as before.

A model doctor plays on a server on this machine. The run is killed until it is done; it must then
equal a run that nobody killed, but for times and attempts, and verify. Then the next one begins,
until 200 kills are counted. Run from the checkout:

    python benchmarks/kills.py > benchmarks/kills.md
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from crookbench.testing.server import ChatServer, Received, Sent, calls

KILLS, CONSULTS, SEED = 200, 30, 6
CASE = "cough_pneumonia"
DELAY = 0.05
SOON, LATE = 0.5, 3.5
"""Seconds after its start between which a process is killed."""
QUESTIONS = ("When did the cough start?", "Any pain in the chest?", "Do you smoke?")
DIAGNOSIS = {
    "most_likely": "pneumonia",
    "differential": "influenza",
    "cant_miss": "pulmonary_embolism",
}
TIMES = ("started", "seconds", "attempts", "t")
CROOKBENCH = [sys.executable, "-c", "from crookbench.cli import main; main()"]


def answer(request: Received) -> Sent:
    """Some questions, a diagnosis and the end."""
    turn = sum(message["role"] == "assistant" for message in request.messages)
    if turn < len(QUESTIONS):
        return Sent(calls(("say", {"text": QUESTIONS[turn]})).body, delay=DELAY)
    return Sent(calls(("diagnose", DIAGNOSIS), ("end_consult", {})).body, delay=DELAY)


def command(results: Path) -> list[str]:
    fixed = ["run", "lab/model", "--cases", CASE, "--reps", str(CONSULTS), "--run", "r1"]
    return [*CROOKBENCH, *fixed, "--concurrency", "4", "--quiet", "--results", str(results)]


def timeless(value: Any) -> Any:  # noqa: ANN401  any JSON
    """The same without what is about time."""
    if isinstance(value, dict):
        return {name: timeless(each) for name, each in value.items() if name not in TIMES}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def contents(results: Path) -> dict[str, Any]:
    """Every file of the run, without times; transcripts are left to verify, for they tell them."""
    return {
        str(path.relative_to(results)): timeless(json.loads(path.read_text("utf-8")))
        if path.suffix == ".json"
        else path.suffix
        for path in sorted(results.rglob("*"))
        if path.is_file()
    }


def killed(results: Path, environ: dict[str, str], after: float) -> bool:
    """Plays for a while; whether the process had to be killed."""
    child = subprocess.Popen(command(results), env=environ)  # noqa: S603
    try:
        assert child.wait(after) == 0, "the run failed by itself"
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return True
    return False


def verified(results: Path) -> str:
    done = subprocess.run(  # noqa: S603
        [*CROOKBENCH, "verify", "--results", str(results)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def main() -> None:
    chance = random.Random(SEED)  # noqa: S311  no secret
    tally: Counter[str] = Counter()
    began = time.monotonic()
    with ChatServer(answer) as server, tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "DOCTOR_URL": server.url}
        whole, cut = Path(folder) / "whole", Path(folder) / "cut"
        assert not killed(whole, environ, 300)
        expected = contents(whole)
        assert len(expected) == 3 * CONSULTS + 1
        while tally["kills"] < KILLS:
            while killed(cut, environ, chance.uniform(SOON, LATE)):
                tally["kills"] += 1
            assert verified(cut) == f"{CONSULTS} of {CONSULTS} records hold."
            seen = contents(cut)
            tally["different"] += sum(seen.get(name) != each for name, each in expected.items())
            tally["more"] += len(seen.keys() - expected.keys())
            tally["runs"] += 1
            shutil.rmtree(cut)
    took = f"{time.monotonic() - began:.0f} s"
    print(f"""# Killed and gone on with

{tally["kills"]} times `kill -9` at random, {SOON} to {LATE} s after its start (seed {SEED}),
over {tally["runs"]} runs of {CONSULTS} consults, each gone on with by the same command until done.

- Consults lost, doubled, half written or scored differently from a run that nobody killed:
  {tally["different"]}
- Files left over: {tally["more"]}
- Runs that verify: all {tally["runs"]}
- Time: {took}

Made by `python benchmarks/kills.py`.""")
    assert (tally["different"], tally["more"]) == (0, 0)


if __name__ == "__main__":
    main()
