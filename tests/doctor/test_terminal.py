"""`crookbench play` as a person sees it: a real process at a pseudo-terminal, and in a pipe."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Protocol

import pytest

from crookbench.casebook.casebook import load_casebook
from crookbench.game.points import LEVELS
from crookbench.records.results import read_run
from crookbench.records.verify import verify
from crookbench.testing.server import ChatServer, Received, Sent, fails, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIXTURES = Path(__file__).parents[1] / "casebook" / "fixtures"
CASE = "swimmers_ear"
PATIENCE = 30
_STEERING = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|[\r\x07\x08]")
_ON_ITS_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes the terminal the process's own, so that closing it hangs the process up."""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    folder = tmp_path / "cases"
    folder.mkdir()
    copyfile(FIXTURES / "good-case.yaml", folder / f"{CASE}.yaml")
    return folder


class Sit(Protocol):
    """Sits down at a terminal where the command runs."""

    def __call__(self, *options: str, **environ: str) -> Terminal: ...


@pytest.fixture
def sit(cases: Path) -> Iterator[Sit]:
    """Whatever still runs at the end is killed."""
    with ExitStack() as stack:
        yield lambda *options, **environ: stack.enter_context(
            closing(Terminal([*command(cases), *options], environ))
        )


def command(cases: Path, case: str = CASE) -> list[str]:
    catalogue = str(FIXTURES / "catalogue")
    places = ["--cases-dir", str(cases), "--catalogue", catalogue, "--results", str(cases.parent)]
    return [sys.executable, "-m", "crookbench", "play", case, "--name", "Kim", *places]


@dataclass
class Terminal:
    """A process at a terminal of its own; `shown` is what it wrote, without cursor movements."""

    argv: list[str]
    environ: Mapping[str, str] = field(default_factory=dict)
    shown: str = ""
    process: subprocess.Popen[bytes] = field(init=False)
    _end: int = field(init=False)

    def __post_init__(self) -> None:
        terminal = {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "PAGER": "cat"}
        environment = {**os.environ, **terminal, **self.environ}
        self._end, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (30, 80))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _ON_ITS_TERMINAL, *self.argv],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self._end >= 0:
            os.close(self._end)

    def wait_for(self, text: str) -> str:
        """Everything shown until `text` appears, which later waits no longer see."""
        until = time.monotonic() + PATIENCE
        while text not in self.shown:
            if time.monotonic() > until or not self._read():
                pytest.fail(f"waited for {text!r}, saw:\n{self.shown}")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, line: str, end: str = "\r") -> None:
        os.write(self._end, (line + end).encode())

    def rest(self) -> str:
        """What is shown until the process ends."""
        until = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < until, self.shown  # the bar of a prompt is drawn for ever
        assert self.process.wait(PATIENCE) is not None
        return self.shown

    def hang_up(self) -> None:
        """Closes the terminal's window."""
        os.close(self._end)
        self._end = -1
        self.process.wait(PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._end], [], [], PATIENCE)
        if not ready:
            return False
        try:
            data = os.read(self._end, 65536)
        except OSError:
            return False
        self.shown = _STEERING.sub("", self.shown + data.decode("utf-8", "replace"))
        return bool(data)


def test_consult_is_left_and_gone_on_with_at_a_terminal(cases: Path, sit: Sit) -> None:
    """Talk, leave by Ctrl-D, come back, act with completion, end: filed, and blind till then."""
    first = sit()
    seen = first.wait_for("50 questions left >")
    first.type("Do you have diabetes?")
    seen += first.wait_for("No, my sugar is fine.")
    seen += first.wait_for("49 questions left >")
    first.type("\x04", end="")
    seen += first.rest()
    assert "Left after one move. Everything is kept" in seen
    assert first.process.returncode == 0

    second = sit()
    seen += second.wait_for("You: Do you have diabetes?")
    seen += second.wait_for("49 questions left >")
    second.type("/examine oto", end="")
    seen += second.wait_for("Otoscopy")
    second.type("\t")
    seen += second.wait_for("The right canal is red, moist and narrow, no discharge.")
    second.type("/dx swimmer's ear, otitis media, malignant otitis externa")
    seen += second.wait_for("Diagnosis saved: Otitis externa;")
    second.type("/end")
    seen += second.wait_for("yes or no")
    for word in ("points", "The bill", "missed", *LEVELS):
        assert word not in seen
    assert not re.search(r"[+-]\d+", re.sub(r"pytest-\d+", "", seen))  # its own folder
    second.type("yes")
    bill = second.wait_for("Kept in")
    assert "What was missed" in bill
    second.wait_for("What now?")
    second.type("quit")
    second.rest()
    assert second.process.returncode == 0

    run = read_run(cases.parent / "people")
    (record,) = run.records
    assert (record.key, record.ending, record.questions) == (("human/kim", CASE, 1), "ended", 1)
    assert f"{record.total} of {record.max} points" in bill
    assert verify([run], load_casebook(cases, FIXTURES / "catalogue")).faults == ()


@pytest.mark.parametrize("how", ["kill", "window", "interrupt"])
def test_consult_survives_whatever_ends_the_process(sit: Sit, how: str) -> None:
    """Killed, its window closed or Ctrl-C: the answers seen are kept, the same command goes on."""
    terminal = sit()
    terminal.wait_for("50 questions left >")
    terminal.type("/order glucose")
    terminal.wait_for("Finger-prick glucose: 5.0 mmol/L.")
    terminal.wait_for("50 questions left >")
    match how:
        case "kill":
            os.kill(terminal.process.pid, signal.SIGKILL)
            terminal.rest()
        case "window":
            terminal.hang_up()
        case _:
            terminal.type("\x03", end="")
            assert "Left after one move" in terminal.rest()
    again = sit()
    again.wait_for("So far:")
    again.wait_for("Finger-prick glucose: 5.0 mmol/L.")
    again.wait_for("50 questions left >")
    again.type("\x04", end="")
    again.rest()


def test_no_is_taken_at_the_end(sit: Sit) -> None:
    """A slip of the fingers does not end the consult."""
    terminal = sit()
    terminal.wait_for("50 questions left >")
    terminal.type("/dx otitis externa, otitis media, malignant otitis externa")
    terminal.wait_for("Diagnosis saved")
    terminal.type("/end")
    terminal.wait_for("yes or no")
    terminal.type("no")
    terminal.wait_for("50 questions left >")
    terminal.type("\x04", end="")
    assert "Left after one move" in terminal.rest()


def test_slips_are_asked_about_at_a_terminal(sit: Sit) -> None:
    """A name cut short, a dose, several at once and a second diagnosis wait for a yes."""
    terminal = sit()
    terminal.wait_for("50 questions left >")
    terminal.type("/examine otosc")
    terminal.wait_for("Examine: Otoscopy?")
    terminal.wait_for("yes or no?")
    terminal.type("no")
    terminal.wait_for("Nothing was done.")
    terminal.type("/give paracetamol, 1 g")
    terminal.wait_for("yes or no?")
    terminal.type("no")
    terminal.wait_for("Nothing was done.")
    terminal.type("/dx otitis externa, otitis media, malignant otitis externa")
    terminal.wait_for("Diagnosis saved")
    terminal.type("/dx otitis media, otitis externa, malignant otitis externa")
    terminal.wait_for("another one costs 5 points")
    terminal.wait_for("yes or no?")
    terminal.type("no")
    terminal.wait_for("Nothing was done.")
    terminal.wait_for("50 questions left >")
    terminal.type("\x04", end="")
    assert "Left after one move" in terminal.rest()


def test_ctrl_c_takes_back_a_line_and_leaves_on_an_empty_one(sit: Sit) -> None:
    """What was typed is not said; the status is that of an interrupt."""
    terminal = sit()
    terminal.wait_for("50 questions left >")
    terminal.type("Are you pregn", end="")
    terminal.wait_for("pregn")
    terminal.type("\x03", end="")
    terminal.type("/order glucose")
    terminal.wait_for("Finger-prick glucose: 5.0 mmol/L.")
    terminal.wait_for("50 questions left >")
    terminal.type("\x03", end="")
    assert "Left after one move" in terminal.rest()
    assert terminal.process.returncode == 130


def test_pasted_lines_are_carried_out_one_by_one(sit: Sit) -> None:
    """A command among them is none of the patient's business; what follows a doubt is dropped."""
    terminal = sit()
    terminal.wait_for("50 questions left >")
    block = "Do you have diabetes?\r/order glucose\r/order nonsense\rAny fever?"
    terminal.type(f"\x1b[200~{block}\x1b[201~")
    terminal.wait_for("No, my sugar is fine.")
    terminal.wait_for("> /order glucose")
    terminal.wait_for("Finger-prick glucose: 5.0 mmol/L.")
    terminal.wait_for("1 further line of what you pasted: not used")
    terminal.wait_for("Nothing found.")
    terminal.wait_for("Which test?")
    terminal.type("\x04", end="")
    assert "Left after 3 moves" in terminal.rest()


def a_model(request: Received) -> Sent:
    """Hears every question as the one about diabetes, and credits nothing."""
    system = request.messages[0]["content"]
    if system.startswith("You sort"):
        return says('{"1": ["diabetes"]}')
    if system.startswith("You play"):
        return says("Nah, no, my sugar is fine, they told me.")
    return says('{"credits": []}')


def model_patient(server: ChatServer) -> dict[str, str]:
    return {"PATIENT_URL": server.url, "PATIENT_MODEL": "lab/patient"}


def test_model_plays_the_patient_at_a_terminal(cases: Path, sit: Sit) -> None:
    """It answers, is gone on with, marks the plan and is filed, with all that it used."""
    options = ("--patient", "model", "--run", "talks")
    with ChatServer(a_model) as server:
        first = sit(*options, **model_patient(server))
        first.wait_for("50 questions left >")
        first.type("Is your sugar high?")
        first.wait_for("Lena Marsh is thinking")
        first.wait_for("Nah, no, my sugar is fine")
        first.wait_for("49 questions left >")
        first.type("\x04", end="")
        assert "Left after one move. Everything is kept" in first.rest()

        second = sit(*options, **model_patient(server))
        second.wait_for("Nah, no, my sugar is fine")
        second.wait_for("49 questions left >")
        second.type("/dx swimmer's ear, otitis media, malignant otitis externa")
        second.wait_for("Diagnosis saved")
        second.type("Keep the ear dry, please.")
        second.wait_for("49 questions left >")
        second.type("/end")
        second.wait_for("yes or no")
        second.type("yes")
        second.wait_for("Your plan is being marked")
        second.wait_for("Kept in")
        second.wait_for("What now?")
        second.type("quit")
        second.rest()
        assert second.process.returncode == 0
        asked = len(server.received)

        third = sit("--run", "talks")
        assert "patient: was 'lab/patient', is now 'chart'" in third.rest()
        assert third.process.returncode == 2

    run = read_run(cases.parent / "talks")
    (record,) = run.records
    assert (record.patient_model, record.marker_model) == ("lab/patient", "lab/patient")
    assert record.patient_usage is not None
    assert (record.patient_usage.calls, record.patient_usage.cost) == (asked, None)
    assert asked == 3
    assert run.manifest.patient_parameters["base_url"] == server.url
    assert record.provenance.prompts == run.manifest.prompts
    assert verify([run], load_casebook(cases, FIXTURES / "catalogue")).faults == ()


def test_patient_that_fails_is_told_and_nothing_is_lost(sit: Sit) -> None:
    """The server's words, and that the same command goes on."""
    with ChatServer.of(fails(401, "No such key.")) as server:
        terminal = sit("--patient", "model", **model_patient(server))
        terminal.wait_for("50 questions left >")
        terminal.type("/order glucose")
        terminal.wait_for("Finger-prick glucose: 5.0 mmol/L.")
        terminal.type("Is your sugar high?")
        seen = terminal.rest()
    assert "Left after one move. Everything is kept" in seen
    assert "crookbench: the patient's model: " in seen
    assert "Traceback" not in seen
    assert terminal.process.returncode == 1


def test_slow_patient_is_not_waited_for_after_ctrl_c(sit: Sit) -> None:
    """Ctrl-C leaves also while the model is thinking."""
    with ChatServer(lambda _: Sent(says("Hm.").body, delay=60.0)) as server:
        terminal = sit("--patient", "model", **model_patient(server))
        terminal.wait_for("50 questions left >")
        terminal.type("Is your sugar high?")
        terminal.wait_for("Lena Marsh is thinking")
        while not server.received:
            time.sleep(0.05)
        terminal.type("\x03", end="")
        assert "Left before the first move" in terminal.rest()
        assert terminal.process.returncode == 130


def piped(cases: Path, text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(cases),
        input=text,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )


def test_consult_is_played_from_a_pipe(cases: Path) -> None:
    """Plain lines in, plain lines out; bytes that are no text do no harm."""
    plan = b"/rx cipro, 3 drops, bd, 7 days\n/dx swimmer's ear, wax, malignant\n/end\n"
    done = piped(cases, b"Do you have diab\xffetes?\n" + plan)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    log = json.loads((cases.parent / "people" / "human_kim" / f"{CASE}-1.log.json").read_text())
    assert [row["move"] for row in log] == ["say", "rx", "dx", "end"]


def test_interrupted_pipe_leaves_at_once(cases: Path) -> None:
    """Ctrl-C while a line is awaited."""
    process = subprocess.Popen(
        command(cases), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    seen = b""
    while b"50 questions left >" not in seen:
        seen += os.read(process.stdout.fileno(), 4096)
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)  # with its input still open
    told, faults = process.communicate(timeout=PATIENCE)
    assert (process.returncode, faults) == (130, b"")
    assert b"Left before the first move" in told


def test_unknown_case_is_one_message(cases: Path) -> None:
    """No traceback: what there is to play."""
    wrong = command(cases, "swimmers_eye")
    done = subprocess.run(wrong, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode != 0
    assert "swimmers_ear" in done.stderr
    assert "Traceback" not in done.stderr
