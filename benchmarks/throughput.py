"""1,000 consults at concurrency 200 against a chat server on this machine.

Prints memory, time and what is left open at the end, against the time that the server's thinking
alone takes. Run from the checkout:

    python -W error benchmarks/throughput.py > benchmarks/throughput.md
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import resource
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from crookbench.casebook.casebook import load_casebook
from crookbench.chat.endpoint import Endpoint
from crookbench.doctor.model import DoctorSettings
from crookbench.paths import shipped
from crookbench.records.manifest import Manifest
from crookbench.runs.model_config import ModelConfig
from crookbench.runs.participants import participants
from crookbench.runs.runner import Settings, play_run
from crookbench.testing.server import ChatServer, Received, Sent, calls

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

CONSULTS, CONCURRENCY = 1000, 200
DELAY = 2.0
"""Seconds that the server thinks about each answer."""
CASE = "cough_pneumonia"
QUESTIONS = (
    "When did the cough start?",
    "Do you bring anything up?",
    "Any pain in the chest?",
    "Are you short of breath?",
    "Do you smoke?",
    "Any allergies?",
)
DIAGNOSIS = {
    "most_likely": "pneumonia",
    "differential": "influenza",
    "cant_miss": "pulmonary_embolism",
}
TURNS = len(QUESTIONS) + 2


def answer(request: Received) -> Sent:
    """Asks a question a turn, examines, diagnoses and ends: eight requests a consult."""
    turn = sum(message["role"] == "assistant" for message in request.messages)
    if turn < len(QUESTIONS):
        sent = calls(("say", {"text": QUESTIONS[turn]}))
    elif turn == len(QUESTIONS):
        sent = calls(("examine", {"exam_id": "oxygen_saturation"}))
    else:
        sent = calls(("diagnose", DIAGNOSIS), ("end_consult", {}))
    return Sent(sent.body, delay=DELAY)


class Forgetful(list[Received]):
    """A server that answers for long keeps no requests."""

    def append(self, item: Received) -> None:
        del item


def serve(pipe: Connection) -> None:
    """Serves in a process of its own until told to stop."""
    with ChatServer(answer) as server:
        server.received = Forgetful()
        pipe.send(server.url)
        pipe.recv()


async def play(run: Path, url: str) -> tuple[int, int]:
    """Plays the run; consults finished, and tasks left over."""
    folder = shipped("cases")
    book = load_casebook(folder, folder / "catalogue", [CASE])
    models = ModelConfig({"lab/model": DoctorSettings("lab/model")}, Endpoint(url))
    plan = Manifest(
        id="throughput",
        title="Throughput",
        date="2026-01-01",
        doctors=(models.config("lab/model"),),
        cases=(CASE,),
        reps=CONSULTS,
        case_hashes=dict(book.case_hashes),
        catalogue_hash=book.catalogue_hash,
    )
    async with participants(models, book.catalogue) as taking_part:
        played = await play_run(run, plan, book, taking_part, Settings(CONCURRENCY))
    await asyncio.sleep(0.1)
    return played.finished, len(asyncio.all_tasks()) - 1


def main() -> None:
    warnings.simplefilter("error")
    unraised: list[str] = []
    sys.unraisablehook = lambda found: unraised.append(str(found.exc_value))
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,))
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        finished, tasks = asyncio.run(play(Path(folder) / "throughput", ours.recv()))
        seconds = time.monotonic() - began
    ours.send("stop")
    server.join()
    gc.collect()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cpu = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    requests = finished * TURNS
    thinking = requests * DELAY / CONCURRENCY
    print(f"""# Many consults at once

{finished} of {CONSULTS} consults of {TURNS} requests, {CONCURRENCY} at once, against a server
on the same machine that thinks {DELAY} s about each answer.

- Time: {seconds:.0f} s, of which the server's thinking alone takes {thinking:.0f} s
- Requests: {requests / seconds:.0f} a second
- Processor: {cpu / finished * 1000:.0f} ms a consult
- Memory at its most: {memory:.0f} MB (bar: 500 MB)
- Tasks left over: {tasks}; sockets or files left open: {len(unraised)}

Made by `python -W error benchmarks/throughput.py`.""")
    assert (finished, tasks, unraised) == (CONSULTS, 0, [])
    assert memory < 500


if __name__ == "__main__":
    main()
