"""The run command with models: what is kept, what is refused, and that no secret gets anywhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from crookbench.chat.usage import Usage
from crookbench.cli import main
from crookbench.records.results import read_run
from crookbench.testing.server import ChatServer, Received, Sent, calls, completion, fails, says

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from click.testing import Result

    from crookbench.records.record import Record

CASE = "cough_pneumonia"
ASK = ("say", {"text": "Any chest pain? Do you smoke?"})
DIAGNOSE = (
    "diagnose",
    {"most_likely": "pneumonia", "differential": "influenza", "cant_miss": "pulmonary_embolism"},
)
END = ("end_consult", {})
CANARIES = {
    "key": "zeisig-7f3a9-key",
    "password": "zeisig-p4ss/w0rd",
    "query": "zeisig-query-51c2",
}


def plays(request: Received) -> Sent:
    """A doctor of two turns, and a patient and marker that find one topic or nothing."""
    if "tools" in request.body:
        asked = sum(message["role"] == "assistant" for message in request.messages)
        return calls(DIAGNOSE, END) if asked else calls(ASK)
    system = request.messages[0]["content"]
    if system.startswith("You sort"):
        return says('{"1": ["pleuritic_pain"], "2": ["other_smoking"]}')
    if system.startswith("You play"):
        return says("It hurts when I breathe in.")
    return says('{"credits": []}')


def run(server: ChatServer, results: Path, *arguments: str, **environ: str) -> Result:
    """The run command against the server, in this process."""
    given = {"DOCTOR_URL": server.url, "PATIENT_URL": server.url, "PATIENT_MODEL": "lab/patient"}
    fixed = ["run", "lab/model", "--cases", CASE, "--reps", "1", "--results", str(results)]
    command = [*fixed, "--run", "r1", *arguments]
    return CliRunner().invoke(main, command, env=_bare(given | environ))


def _bare(given: Mapping[str, str]) -> dict[str, str | None]:
    """An environment without anybody's own settings."""
    ours = ("DOCTOR_", "PATIENT_", "OPENROUTER_", "OPENAI_")
    return {**{name: None for name in os.environ if name.startswith(ours)}, **given}


def the_record(results: Path) -> Record:
    (record,) = read_run(results / "r1").records
    return record


def verified(results: Path) -> str:
    return CliRunner().invoke(main, ["verify", "--results", str(results)]).output


# What is kept


def test_model_is_played_and_filed(tmp_path: Path) -> None:
    """The record holds what was sent, who answered and what it used; it verifies."""
    with ChatServer(plays) as server:
        result = run(server, tmp_path, DOCTOR_EXTRA='{"top_p": 0.5}')
        assert result.exit_code == 0, result.output
        record = the_record(tmp_path)
    told = record.provenance.parameters
    assert (record.model, record.ending, record.says) == ("lab/model", "ended", 1)
    assert record.usage == Usage(2, 200, 40, None)
    assert (told["base_url"], told["tool_choice"], told["top_p"]) == (server.url, "auto", 0.5)
    assert str(told["prompt"]).startswith("sha256:")
    assert record.provenance.served_by == "served-model"
    assert (record.patient_model, record.patient_usage) == ("chart", None)
    assert verified(tmp_path) == "1 of 1 records hold.\n"


def test_model_patient_is_played_and_filed(tmp_path: Path) -> None:
    """Its name, its usage and the versions of its prompts are kept."""
    with ChatServer(plays) as server:
        result = run(server, tmp_path, "--patient", "model")
    assert result.exit_code == 0, result.output
    record, manifest = the_record(tmp_path), read_run(tmp_path / "r1").manifest
    assert (record.patient_model, record.marker_model) == ("lab/patient", "lab/patient")
    assert record.patient_usage is not None
    assert record.patient_usage.calls == 3
    assert (manifest.patient, manifest.marker) == ("lab/patient", "lab/patient")
    assert sorted(manifest.prompts) == [
        "patient/propose", "patient/reply", "patient/second_look", "patient/topics",
    ]  # fmt: skip
    assert record.provenance.prompts == manifest.prompts
    assert verified(tmp_path) == "1 of 1 records hold.\n"


def test_dropped_parameter_is_in_the_record(tmp_path: Path) -> None:
    """What was sent in the end is what the record says."""

    def picky(request: Received) -> Sent:
        if "tool_choice" in request.body:
            return fails(404, "No endpoints found that support tool_choice.")
        return plays(request)

    with ChatServer(picky) as server:
        assert run(server, tmp_path).exit_code == 0
    assert the_record(tmp_path).provenance.dropped == ("tool_choice",)
    assert verified(tmp_path) == "1 of 1 records hold.\n"


def test_price_and_extras_of_models_yaml_are_used(tmp_path: Path) -> None:
    """For a server that does not state the cost; DOCTOR_EXTRA wins."""
    shipped = Path(__file__).parents[2] / "cases"
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / f"{CASE}.yaml").symlink_to(shipped / f"{CASE}.yaml")
    (cases / "catalogue").symlink_to(shipped / "catalogue")
    (cases / "models.yaml").write_text(
        "models:\n  - {id: lab/model, name: M, lab: L, weights: open, "
        "price: {input: 1000, output: 10000}, extra: {tool_choice: required, top_p: 1}}\n"
    )
    with ChatServer(plays) as server:
        options = ("--cases-dir", str(cases))
        result = run(server, tmp_path, *options, DOCTOR_EXTRA='{"top_p": 0.5}')
        assert result.exit_code == 0, result.output
        body = server.received[0].body
    assert (body["tool_choice"], body["top_p"]) == ("required", 0.5)
    assert the_record(tmp_path).usage.cost == pytest.approx(0.6)


def test_server_on_this_machine_is_played_whatever_proxy_is_set(tmp_path: Path) -> None:
    """A proxy that nobody could use does not stand between a model and its own machine."""
    proxies = {"ALL_PROXY": "socks://127.0.0.1:1", "HTTP_PROXY": "http://127.0.0.1:1"}
    with ChatServer(plays) as server:
        result = run(server, tmp_path, SSL_CERT_FILE="/nowhere", **proxies)
    assert result.exit_code == 0, result.output


# What is refused


@pytest.mark.parametrize(
    ("arguments", "environ", "told"),
    [
        ((), {"DOCTOR_EXTRA": '{"top_p": 1}'}, "doctor lab/model, top_p: was not set, is now 1"),
        (("--patient", "model"), {}, "patient: was 'chart', is now 'lab/patient'"),
        ((), {"DOCTOR_URL": "http://127.0.0.1:9/v2"}, "doctor lab/model, base_url: was "),
    ],
    ids=["extra", "patient", "server"],
)
def test_changed_configuration_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], environ: dict[str, str], told: str
) -> None:
    """With the difference, before anything is asked."""
    with ChatServer(plays) as server:
        run(server, tmp_path)
        asked = len(server.received)
        result = run(server, tmp_path, "--reps", "2", *arguments, **environ)
        assert (result.exit_code, len(server.received)) == (2, asked)
    assert result.output.startswith("crookbench: run 'r1' was made under another configuration")
    assert told in result.output


@pytest.mark.parametrize(
    ("arguments", "environ", "told"),
    [
        ((), {"DOCTOR_URL": ""}, "DOCTOR_KEY or OPENROUTER_API_KEY is not set"),
        (("--patient", "model"), {"PATIENT_URL": ""}, "PATIENT_URL is not set"),
        (("--patient", "model"), {"PATIENT_MODEL": ""}, "PATIENT_MODEL is not set"),
        (
            (),
            {"DOCTOR_URL": "https://model.example/v1", "HTTPS_PROXY": "http://h:bad"},
            "crookbench: HTTPS_PROXY: expected a proxy such as http://proxy.example:3128, saw",
        ),
        (("baseline/orcale",), {}, "did you mean 'baseline/oracle'?"),
        (("all-baselines",), {}, "there is no doctor 'all-baselines'; did you mean 'baselines'?"),
        (("human/ann",), {}, "'human/ann': a person plays with: crookbench play CASE"),
        (("sk-or-v1-0123456789abcdef0123",), {}, "DOCTOR: expected a model's id, saw what looks"),
    ],
)
def test_wrong_use_is_one_message(
    tmp_path: Path, arguments: tuple[str, ...], environ: dict[str, str], told: str
) -> None:
    """Nothing is written, and no key is repeated."""
    with ChatServer(plays) as server:
        result = run(server, tmp_path, *arguments, **environ)
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert told in result.output
    assert "0123456789abcdef" not in result.output


def test_command_without_a_name_goes_on_with_its_unfinished_run(tmp_path: Path) -> None:
    """Begun before midnight, it is not played and paid for twice; another command begins anew."""
    broken = True

    def answer(request: Received) -> Sent:
        return fails(401) if broken else plays(request)

    def go(server: ChatServer, *more: str) -> Result:
        fixed = ["run", "lab/model", "--cases", CASE, "--results", str(tmp_path), *more]
        return CliRunner().invoke(main, fixed, env=_bare({"DOCTOR_URL": server.url}))

    with ChatServer(answer) as server:
        assert go(server, "--reps", "1", "--run", "2025-12-31").exit_code == 1
        broken = False
        result = go(server, "--reps", "1")
        assert "Going on with run 2025-12-31, which this command began.\n" in result.output
        assert [path.name for path in tmp_path.iterdir()] == ["2025-12-31"]
        today = go(server, "--reps", "1")
        assert "Going on" not in today.output
        assert len(list(tmp_path.iterdir())) == 2


# Faults


def test_failed_consult_is_no_score_and_is_played_again(tmp_path: Path) -> None:
    """The same command plays it again; what the failed try cost is kept meanwhile."""
    paid = {"usage": {"prompt_tokens": 9, "completion_tokens": 9, "cost": 0.25}}
    script = [Sent(completion(None, [ASK]) | paid), fails(402, "No credit."), says("")]
    with ChatServer(lambda request: script[min(request.number, 3) - 1]) as server:
        result = run(server, tmp_path)
    assert result.exit_code == 1
    (failure,) = read_run(tmp_path / "r1").failures
    assert (failure.ending, failure.cost, failure.attempts) == ("provider_error", 0.25, 1)
    assert failure.message == f"{server.url}: HTTP 402: No credit."
    assert f"lab/model {CASE} 1: not scored, provider_error: " in result.output


def test_same_command_plays_failed_consult_again(tmp_path: Path) -> None:
    """It is then scored, and counts its attempts."""
    broken = True

    def answer(request: Received) -> Sent:
        return fails(401) if broken else plays(request)

    with ChatServer(answer) as server:
        assert run(server, tmp_path).exit_code == 1
        broken = False
        assert run(server, tmp_path).exit_code == 0
    assert the_record(tmp_path).attempts == 2
    assert read_run(tmp_path / "r1").failures == ()


def test_cost_of_attempts_without_a_score_is_not_lost(tmp_path: Path) -> None:
    """The record keeps it apart from what the consult cost, and the limit counts it."""
    script = [calls(ASK), fails(402), calls(DIAGNOSE, END)]

    def answer(request: Received) -> Sent:
        sent = script[min(request.number, 3) - 1]
        paid = {"prompt_tokens": 9, "completion_tokens": 9, "cost": 1.0}
        return sent if sent.status != 200 else Sent({**sent.body, "usage": paid})  # type: ignore[dict-item]

    with ChatServer(answer) as server:
        assert run(server, tmp_path).exit_code == 1
        assert run(server, tmp_path).exit_code == 0
        record = the_record(tmp_path)
        assert (record.lost_cost, record.usage.cost, record.attempts) == (1.0, 1.0, 2)
        assert verified(tmp_path) == "1 of 1 records hold.\n"
        result = run(server, tmp_path, "--reps", "2", "--max-cost", "2.5")
    assert "US$ 2.00 of the limit of US$ 2.50 are spent" in result.output


def test_cost_that_nobody_states_stops_a_limited_run(tmp_path: Path) -> None:
    """A limit that cannot be kept is not pretended to be."""
    with ChatServer(plays) as server:
        result = run(server, tmp_path, "--reps", "3", "--max-cost", "5")
    assert result.exit_code == 1
    assert len(read_run(tmp_path / "r1").records) == 1
    assert (
        "Run r1: 1 scored now, 0 were there, 0 failed, 2 not begun. Cost unknown.\n"
    ) in result.output
    assert (
        f"2/3 lab/model {CASE} 2: not begun, nobody states what its model costs, " in result.output
    )


def test_cost_of_the_patients_model_counts_towards_the_limit(tmp_path: Path) -> None:
    """What a consult may cost is what both of its models did."""
    cheap = {"prompt_tokens": 9, "completion_tokens": 9, "cost": 0.01}
    dear = {"prompt_tokens": 9, "completion_tokens": 9, "cost": 1.0}

    def answer(request: Received) -> Sent:
        body: Any = plays(request).body
        return Sent(body | {"usage": cheap if "tools" in request.body else dear})

    with ChatServer(answer) as server:
        options = ("--patient", "model", "--reps", "3", "--max-cost", "5", "--concurrency", "1")
        result = run(server, tmp_path, *options)
    assert len(read_run(tmp_path / "r1").records) == 1
    assert "US$ 3.02 of the limit of US$ 5.00 are spent" in result.output
    assert "2 not begun. US$ 3.02.\n" in result.output


def test_limit_holds_over_kills_and_tells_what_they_cost(tmp_path: Path) -> None:
    """Three times `kill -9` while an answer is under way: at most the limit is spent, and told."""
    asked = [ASK, ASK, ASK]
    paid = {"usage": {"prompt_tokens": 9, "completion_tokens": 9, "cost": 1.0}}
    hold = threading.Event()

    def answer(request: Received) -> Sent:
        turn = sum(message["role"] == "assistant" for message in request.messages)
        talk = [asked[turn]] if turn < len(asked) else [DIAGNOSE, END]
        is_held = hold.is_set() and turn == 2
        return Sent(completion(None, talk) | paid, delay=30.0 if is_held else 0.0)

    with ChatServer(answer) as server:
        fixed = ["run", "lab/model", "--cases", CASE, "--reps", "5", "--run", "r1", "--json"]
        code = "from crookbench.cli import main; main()"
        command = [sys.executable, "-c", code, *fixed, "--results", str(tmp_path)]
        command += ["--concurrency", "1", "--max-cost", "15"]
        environ = {**os.environ, "DOCTOR_URL": server.url}
        hold.set()
        for kill in (1, 2, 3):
            child = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL)
            while len(server.received) < 3 * kill:
                time.sleep(0.02)
            child.kill()
            child.wait()
        hold.clear()
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        billed = len(server.received)
    told = json.loads(done.stdout)
    assert (told["killed"], told["scored"], told["not_begun"]) == (1, 1, 4)
    assert (billed, told["run_cost"]) == (13, 13.0)
    assert the_record(tmp_path).lost_cost == 9.0


def test_run_tells_what_it_asks_and_where(tmp_path: Path) -> None:
    """Before the first answer, which a model may take minutes for."""
    with ChatServer(plays) as server:
        result = run(server, tmp_path, "--patient", "model")
        first = f"1 consult to play: doctors asked at {server.url}; "
        assert result.output.startswith(f"{first}patient and marker asked at {server.url}.\n")


def test_interrupt_says_how_to_go_on(tmp_path: Path) -> None:
    """Ctrl-C files what was under way as interrupted; the same command goes on."""
    slow = True

    def answer(request: Received) -> Sent:
        return Sent(completion(None, [ASK]), delay=30.0) if slow else plays(request)

    with ChatServer(answer) as server:
        fixed = ["run", "lab/model", "--cases", CASE, "--reps", "1", "--run", "r1"]
        command = [sys.executable, "-m", "crookbench.cli", *fixed, "--results", str(tmp_path)]
        command[1:3] = ["-c", "from crookbench.cli import main; main()"]
        environ = {**os.environ, "DOCTOR_URL": server.url}
        child = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True)
        while not server.received:
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=30)
        assert child.returncode == 130
        assert (
            f"Stopped. 0 of 1 consults were scored and are kept in {tmp_path / 'r1'}; the same "
            "command goes on. What was under way is played from its beginning then"
        ) in told
        assert "Traceback" not in told
        (failure,) = read_run(tmp_path / "r1").failures
        assert failure.ending == "interrupted"
        slow = False
        assert run(server, tmp_path).exit_code == 0
    assert the_record(tmp_path).attempts == 2


def test_server_without_a_tool_parser_is_no_score_and_told(tmp_path: Path) -> None:
    """Its failure is filed under an ending of its own, with what to do."""
    written = '<tool_call>{"name": "say", "arguments": {"text": "Hello."}}</tool_call>'
    with ChatServer.of(says(written)) as server:
        result = run(server, tmp_path)
    assert result.exit_code == 1
    (failure,) = read_run(tmp_path / "r1").failures
    assert failure.ending == "tool_format"
    assert "not scored, tool_format: " in result.output
    assert "start the server with its tool parser" in result.output


# Secrets


def echoing(status: int) -> Callable[[Received], Sent]:
    """A server that repeats everything it was sent, in its errors or in its answers."""

    def answer(request: Received) -> Sent:
        echo = f"{request.path} {json.dumps(dict(request.headers))} {json.dumps(request.body)}"
        if status != 200:
            return Sent({"error": {"message": f"No. {request.path} {dict(request.headers)}",
                                   "metadata": {"raw": echo}}, "echo": echo}, status)  # fmt: skip
        talk = [("say", {"text": f"Is it {echo[:400]}?"}), (echo[:80], {}), DIAGNOSE, END]
        whole = completion(None, talk, reasoning=echo)
        return Sent(whole | {"model": request.path, "provider": request.headers["authorization"]})

    return answer


def secret_environ(server: ChatServer) -> dict[str, str]:
    """Canaries wherever a secret can stand."""
    login = f"ann:{CANARIES['password'].replace('/', '%2F')}@"
    with_login = server.url.replace("http://", f"http://{login}")
    url = f"{with_login}?token={CANARIES['query']}"
    return {"DOCTOR_URL": url, "DOCTOR_KEY": CANARIES["key"], "OPENAI_LOG": "debug"}


def traces(text: str) -> list[str]:
    """The canaries in a text, however they are written there."""
    login = "YW5uOnplaXNpZy1wNHNzL3cwcmQ"  # Basic scheme, its start
    return [each for each in (*CANARIES.values(), "zeisig", "p4ss", login) if each in text]


@pytest.mark.parametrize("status", [200, 401, 500, 400])
def test_no_secret_leaves_a_trace(tmp_path: Path, status: int) -> None:
    """In no file, no page, nor on the terminal, with a server that echoes all it is sent."""
    results = tmp_path / "results"
    with ChatServer(echoing(status)) as server:
        fixed = ["run", "lab/model", "--cases", CASE, "--reps", "1", "--run", "r1"]
        code = (
            "from crookbench.chat import retry_policy; retry_policy.FIRST_PAUSE = 0.01; "
            "from crookbench.cli import main; main()"
        )
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-c", code, *fixed, "--results", str(results)],
            env={**os.environ, **secret_environ(server)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert any(CANARIES["query"] in request.path for request in server.received)
        assert server.received[0].headers["authorization"].startswith("Basic YW5u")
    assert done.returncode == (0 if status == 200 else 1), done.stderr
    site = tmp_path / "site"
    arguments = ["build-site", "--results", str(results), "--out", str(site)]
    if status == 200:
        assert CliRunner().invoke(main, arguments).exit_code == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 2
    for path in files:
        assert traces(path.read_bytes().decode("utf-8", "replace")) == [], path
    assert traces(done.stdout + done.stderr) == []
    if status == 200:
        assert "[key removed]" in (results / "r1/lab_model" / f"{CASE}-1.log.json").read_text()


def test_no_secret_in_a_traceback_with_variables(tmp_path: Path) -> None:
    """Even one that shows every frame's variables."""
    import asyncio

    from crookbench.chat.client import Chat
    from crookbench.chat.endpoint import endpoint
    from crookbench.chat.retry_policy import RetryPolicy
    from crookbench.doctor.contract import Answer
    from crookbench.doctor.model import DoctorSettings, ModelDoctor
    from crookbench.errors import ProviderError

    async def go(environ: dict[str, str]) -> None:
        async with Chat(endpoint("DOCTOR", environ), RetryPolicy(1)) as chat:
            await ModelDoctor(DoctorSettings("m"), chat).turn([Answer("Hello.")])

    with ChatServer(echoing(500)) as server, pytest.raises(ProviderError) as caught:
        asyncio.run(go(secret_environ(server)))
    frames = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    inside = [frame for frame in frames.stack if "/crookbench/" in frame.filename]
    shown = "".join(f"{frame.name} {frame.locals}" for frame in inside) + str(caught.value)
    assert traces(shown) == []
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    del tmp_path


@pytest.mark.parametrize("command", ["verify", "build-site"])
def test_what_looks_like_a_key_is_not_published(tmp_path: Path, command: str) -> None:
    """A key that a model made up, or that came from elsewhere, stops both commands."""
    leaks = calls(("say", {"text": "My key is sk-or-v1-0123456789abcdef0123."}), DIAGNOSE, END)
    with ChatServer.of(leaks) as server:
        assert run(server, tmp_path / "results").exit_code == 0
    where: list[Any] = ["--results", str(tmp_path / "results")]
    out = ["--out", str(tmp_path / "site")] if command == "build-site" else []
    result = CliRunner().invoke(main, [command, *where, *out])
    assert result.exit_code == 1
    assert "sk-or-…" in result.output
    assert "0123456789abcdef" not in result.output
