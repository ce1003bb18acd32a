"""The task of Inspect: the same doctor plays, and is scored, as in our own run."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import ContentReasoning, ContentText, get_model

from crookbench.chat.usage import Usage
from crookbench.cli import main
from crookbench.inspect_ai.kept import Kept
from crookbench.inspect_ai.table import table
from crookbench.inspect_ai.task import consult
from crookbench.records.results import read_run
from crookbench.testing.inspect_models import evaluated, output, playing, scripted
from crookbench.testing.server import ChatServer, calls, fails, says

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

    from crookbench.records.record import Record
    from crookbench.records.results import Run

pytestmark = [
    pytest.mark.inspect,
    # Inspect's own: an old parameter of tenacity, and streams that it leaves open
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CASE = "cough_pneumonia"
SAY = ("say", {"text": "Any chest pain? Do you smoke? Have you coughed up blood?"})
DIAGNOSE = (
    "diagnose",
    {"most_likely": "pneumonia", "differential": "influenza", "cant_miss": "pulmonary_embolism"},
)
END: tuple[str, dict[str, object]] = ("end_consult", {})
TURNS: tuple[Any, ...] = (
    [SAY],
    "I would like to examine you.",
    [("search", {"kind": "exams", "query": "chest"}), ("operate", {"on": "everything"})],
    [("list_exams", {"region": "thorax"})],
    [("examine", {"exam_id": "oxygen_saturation"}), ("order_test", {"test_id": "chest_xray"})],
    [("examine", {"exam_id": "no_such_thing"}), ("end_consult", {})],
    [("say", {"text": "You have pneumonia. Call 000 if you cannot breathe."}), DIAGNOSE],
    [END],
)
"""A doctor with something of everything: two calls at once, words to nobody, and mistakes."""


def our_run(results: Path, doctor: str, *options: str, **environ: str) -> Run:
    """A run of our own command."""
    command = ["run", doctor, "--run", "ours", "--results", str(results), *options]
    env = {name: None for name in os.environ if name.startswith(("DOCTOR_", "PATIENT_"))}
    result = CliRunner().invoke(main, command, env={**env, **environ})
    assert result.exit_code == 0, result.output
    return read_run(results / "ours")


def record_of(log: EvalLog, case: str = CASE, epoch: int = 1) -> Record:
    (sample,) = (s for s in log.samples or () if (s.id, s.epoch) == (case, epoch))
    assert sample.error is None, sample.error.traceback
    record = Kept.model_validate(sample.store["crookbench"]).record
    assert record is not None
    return record


def compared(record: Record) -> dict[str, Any]:
    """A record without what is about time, and about where the model was asked."""
    data = record.as_json()
    return {name: data[name] for name in data if name not in ("started", "seconds", "provenance")}


def test_task_gives_the_record_of_our_own_run(tmp_path: Path) -> None:
    """The same turns of the same model give the same record, move for move and point for point."""
    log = evaluated(scripted(*TURNS), tmp_path / "logs", cases=CASE, reps=1)
    answers = [says(turn) if isinstance(turn, str) else calls(*turn) for turn in TURNS]
    with ChatServer.of(*answers) as server:
        options = ("--cases", CASE, "--reps", "1")
        run = our_run(tmp_path, "mockllm/model", *options, DOCTOR_URL=server.url)
        heard = server.received[-1].messages
    assert compared(record_of(log)) == compared(run.records[0])
    sample = (log.samples or [])[0]
    moves = CliRunner().invoke(main, ["import", log.location, "--run", "theirs",
                                      "--results", str(tmp_path)])  # fmt: skip
    assert moves.exit_code == 0, moves.output
    theirs = read_run(tmp_path / "theirs")
    assert theirs.consults[0].log == run.consults[0].log
    told = [(message.role, message.text) for message in sample.messages]
    assert told[: len(heard)] == [(each["role"], each["content"] or "") for each in heard]
    assert told[-1] == ("tool", "The consultation has ended.")


def test_task_takes_the_oracle_to_the_maximum(tmp_path: Path) -> None:
    """Our oracle, playing through Inspect, earns in every case what it earns at home."""
    book = table((), "chart", 50, "", "").book
    log = evaluated(playing("baseline/oracle", book), tmp_path / "logs", cases="free", reps=1)
    ours = our_run(tmp_path, "baseline/oracle", "--reps", "1")
    for record in ours.records:
        theirs = record_of(log, record.case)
        assert theirs.awards == record.awards
        assert theirs.score == record.score
    shares = [record.total / record.max for record in ours.records]
    assert min(shares) >= 1.0
    assert log.results is not None
    assert log.results.scores[0].metrics["mean"].value == pytest.approx(mean(shares))


def test_metrics_are_the_mean_share_and_its_error_between_cases(tmp_path: Path) -> None:
    """Two repeats of a case are one observation of it, not two."""
    cases = [CASE, "dysuria_cystitis"]
    model = scripted([SAY], [DIAGNOSE, END])
    log = evaluated(model, tmp_path, cases=cases, reps=2)
    shares = {case: record_of(log, case).total / record_of(log, case).max for case in cases}
    first, second = shares.values()
    assert first != second
    assert log.results is not None
    (score,) = log.results.scores
    assert score.name == "share_of_maximum"
    assert score.metrics["mean"].value == pytest.approx((first + second) / 2)
    # the standard error of a mean of two: half of their difference
    assert score.metrics["stderr"].value == pytest.approx(abs(first - second) / 2)
    (sample, *others) = log.samples or []
    assert len(others) == 3
    shown = (sample.scores or {})["share_of_maximum"]
    record = record_of(log, str(sample.id), sample.epoch)
    assert shown.answer == "; ".join(named.label for named in record.diagnoses)
    assert shown.metadata is not None
    assert shown.metadata["awards"] == record.as_json()["awards"]


def test_record_says_what_the_model_was_asked_with(tmp_path: Path) -> None:
    """What could change a score is kept; keys in headers and how often it is tried are not."""
    options = {"temperature": 0.5, "max_retries": 2, "extra_headers": {"x-key": "zeisig-7f3a9"}}
    log = evaluated(scripted([DIAGNOSE, END]), tmp_path, cases=CASE, reps=1, options=options)
    parameters = record_of(log).provenance.parameters
    assert parameters["temperature"] == 0.5
    assert parameters["inspect"] == "mockllm/model"
    assert sorted(parameters) == ["inspect", "prompt", "temperature", "tool_descriptions"]
    assert record_of(log).usage == Usage(1, 100, 20, None)


def test_reasoning_goes_back_to_the_model(tmp_path: Path) -> None:
    """A model sees its own thoughts again; nobody else hears them."""
    thought = output([SAY])
    thought.choices[0].message.content = [
        ContentReasoning(reasoning="It is the chest.", signature="s1"),
        ContentText(text=""),
    ]
    log = evaluated(scripted(thought, [DIAGNOSE, END]), tmp_path, cases=CASE, reps=1)
    first = next(m for m in (log.samples or [])[0].messages if m.role == "assistant")
    assert isinstance(first.content, list)
    kept = [each for each in first.content if isinstance(each, ContentReasoning)]
    assert [(each.reasoning, each.signature) for each in kept] == [("It is the chest.", "s1")]
    assert first.tool_calls is not None
    assert first.tool_calls[0].function == "say"


def test_arguments_that_cannot_be_read_are_refused_in_words(tmp_path: Path) -> None:
    """As in our own run; Inspect's complaint, which holds them, stands in the log."""
    bad = output([("say", {})])
    assert bad.choices[0].message.tool_calls is not None
    bad.choices[0].message.tool_calls[0].parse_error = 'Error parsing: {"text": "Hel'
    log = evaluated(scripted(bad, [DIAGNOSE, END]), tmp_path, cases=CASE, reps=1)
    (sample,) = log.samples or []
    move = sample.store["crookbench"]["moves"][0]
    assert (move["move"], move["tool"]) == ("refused", "say")
    assert move["answer"] == "say: the arguments are not valid JSON."
    assert move["arguments"] == 'Error parsing: {"text": "Hel'


def test_full_context_that_inspect_passes_on_is_scored_too(tmp_path: Path) -> None:
    """llama.cpp's way to say it: Inspect's provider knows only OpenAI's, and raises it."""
    full = fails(
        400, "the request exceeds the available context size", type="exceed_context_size_error"
    )
    with ChatServer.of(calls(SAY), full) as server:
        model = get_model(
            "openai-api/lab/model", base_url=server.url, api_key="none", memoize=False
        )
        log = evaluated(model, tmp_path, cases=CASE, reps=1)
    record = record_of(log)
    assert (record.ending, record.says) == ("context_limit", 1)


def test_full_context_is_scored_as_it_stands(tmp_path: Path) -> None:
    """A model that fills its context has had its consult, as in our own run."""
    full = output("")
    full.choices[0].stop_reason = "model_length"
    log = evaluated(scripted([SAY], full), tmp_path, cases=CASE, reps=1)
    record = record_of(log)
    assert record.ending == "context_limit"
    assert record.says == 1
    assert record.usage.calls == 2


@pytest.mark.parametrize(
    ("stopped", "message"),
    [
        pytest.param(RuntimeError("502"), "RuntimeError('502')", id="provider"),
        pytest.param("content_filter", "an answer that ended with 'content_filter'", id="filter"),
        pytest.param("nothing", "a response without choices", id="no choices"),
    ],
)
def test_failure_of_a_provider_is_no_score(
    stopped: str | Exception, message: str, tmp_path: Path
) -> None:
    """It says nothing about the doctor."""
    held_back = output("")
    if stopped == "content_filter":
        held_back.choices[0].stop_reason = "content_filter"
    elif stopped == "nothing":
        held_back.choices.clear()
    failing = stopped if isinstance(stopped, Exception) else held_back
    log = evaluated(scripted([SAY], failing), tmp_path, cases=CASE, reps=1)
    (sample,) = log.samples or []
    assert sample.error is not None
    assert message in sample.error.message
    assert not sample.scores


def test_limit_of_inspect_leaves_a_consult_without_a_score(tmp_path: Path) -> None:
    """Half a consult is no bad consult: it is not scored, and not in the mean."""
    log = evaluated(scripted(*TURNS), tmp_path, cases=CASE, reps=1, options={"message_limit": 6})
    (sample,) = log.samples or []
    assert sample.limit is not None
    (score,) = (sample.scores or {}).values()
    assert math.isnan(score.as_float())
    explanation = "The consult was stopped before its end, so nothing of it is scored."
    assert score.explanation == explanation
    assert log.results is not None
    assert log.results.scores[0].unscored_samples == 1
    assert [message.role for message in sample.messages][:3] == ["system", "user", "assistant"]


def inspect(*arguments: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """The command `inspect`, as its user runs it."""
    command = [str(Path(sys.executable).with_name("inspect")), *arguments]
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **environ}
    return subprocess.run(command, cwd=cwd, env=env, check=False, capture_output=True, text=True)


def test_command_of_inspect_plays_with_a_real_provider(tmp_path: Path) -> None:
    """Its OpenAI-compatible provider over HTTP; the log becomes a run that verifies."""
    answers = [says(turn) if isinstance(turn, str) else calls(*turn) for turn in TURNS]

    def by_turn(request: Any) -> Any:
        return answers[sum(m["role"] == "assistant" for m in request.messages)]

    with ChatServer(by_turn) as server:
        done = inspect(
            "eval", "crookbench/consult", "--model", "openai-api/lab/model",
            "-T", f"cases={CASE},dysuria_cystitis", "-T", "reps=2", "--display", "plain",
            cwd=tmp_path, LAB_BASE_URL=server.url, LAB_API_KEY="none",
        )  # fmt: skip
        tools = server.received[0].body["tools"]
        ours = our_run(tmp_path, "lab/model", "--cases", CASE, "--reps", "1", DOCTOR_URL=server.url)
        assert server.received[-1].body["tools"][0]["function"]["name"] == "say"
    assert done.returncode == 0, done.stdout + done.stderr
    assert [tool["function"]["name"] for tool in tools][-1] == "end_consult"
    (log,) = (tmp_path / "logs").glob("*.eval")
    imported = CliRunner().invoke(main, ["import", str(log), "--run", "lab",
                                         "--results", str(tmp_path)])  # fmt: skip
    assert imported.output == "Run lab: 4 scored now, 0 were there, 0 failed, 0 missing.\n"
    verified = CliRunner().invoke(main, ["verify", "--results", str(tmp_path)])
    assert verified.output == "5 of 5 records hold.\n"
    theirs = read_run(tmp_path / "lab").records[0]
    assert theirs.model == "openai-api/lab/model"
    same = {**compared(theirs), "model": "lab/model"}
    assert same == compared(ours.records[0])


def test_option_that_does_not_fit_is_one_message(tmp_path: Path) -> None:
    command = ("eval", "crookbench/consult", "--model", "mockllm/model", "-T", "cases=cough")
    done = inspect(*command, cwd=tmp_path)
    assert done.returncode == 1
    told = " ".join((done.stdout + done.stderr).split())
    assert told.startswith("crookbench: no case 'cough' in ")
    assert "Traceback" not in told
    assert not list(tmp_path.glob("logs/*.eval"))


@pytest.mark.parametrize(
    ("option", "message"),
    [
        pytest.param(
            {"reps": 0},
            "crookbench: -T reps: expected a whole number from 1 to 1000, saw 0",
            id="no repeat",
        ),
        pytest.param(
            {"reps": True},
            "crookbench: -T reps: expected a whole number from 1 to 1000, saw True",
            id="yes",
        ),
        pytest.param(
            {"questions": "many"},
            "crookbench: -T questions: expected a whole number from 0 to 10000, saw 'many'",
            id="no number",
        ),
        pytest.param(
            {"patient": "[mine]"},
            r"crookbench: -T patient: expected chart or model, saw '\[mine]'",
            id="no patient",
        ),
    ],
)
def test_option_is_checked_before_anything_is_played(option: dict[str, Any], message: str) -> None:
    with pytest.raises(PrerequisiteError) as refused:
        consult(**option)
    assert refused.value.message == message
