"""`crookbench import`: what Inspect played becomes a run that verifies, or nothing at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalSampleLimit, read_eval_log, write_eval_log

from crookbench.cli import main
from crookbench.inspect_ai.table import table
from crookbench.records.results import read_run
from crookbench.testing.inspect_models import evaluated, output, playing, scripted

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result
    from inspect_ai.log import EvalLog, EvalSample

pytestmark = [
    pytest.mark.inspect,
    # Inspect's own: an old parameter of tenacity, and streams that it leaves open
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CASE, OTHER = "cough_pneumonia", "dysuria_cystitis"
SAY = ("say", {"text": "Any chest pain? Do you smoke?"})
DIAGNOSE = (
    "diagnose",
    {"most_likely": "pneumonia", "differential": "influenza", "cant_miss": "pulmonary_embolism"},
)
END: tuple[str, dict[str, object]] = ("end_consult", {})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of two cases, twice each."""
    folder = tmp_path_factory.mktemp("logs")
    log = evaluated(scripted([SAY], [DIAGNOSE, END]), folder, cases=[CASE, OTHER], reps=2)
    return Path(log.location)


def imported(log: Path, results: Path, *options: str) -> Result:
    command = ["import", str(log), "--run", "r1", "--results", str(results), *options]
    return CliRunner().invoke(main, command)


def changed(log: Path, folder: Path, change: Callable[[EvalLog], None]) -> Path:
    """A copy of the log that is not as it was."""
    read = read_eval_log(str(log))
    change(read)
    copy = folder / "2026-11-30T12-00-00_consult_changed.eval"
    write_eval_log(read, str(copy))
    return copy


def sample_of(log: EvalLog, case: str = CASE, epoch: int = 1) -> EvalSample:
    return next(each for each in log.samples or () if (each.id, each.epoch) == (case, epoch))


def test_import_files_a_run_that_verifies_and_scores_equally(played: Path, tmp_path: Path) -> None:
    told = imported(played, tmp_path, "--title", "Through Inspect").output
    assert told == "Run r1: 4 scored now, 0 were there, 0 failed, 0 missing.\n"
    verified = CliRunner().invoke(main, ["verify", "--results", str(tmp_path)])
    assert verified.output == "4 of 4 records hold.\n"
    run, log = read_run(tmp_path / "r1"), read_eval_log(str(played))
    assert (run.manifest.title, run.manifest.reps) == ("Through Inspect", 2)
    assert run.manifest.cases == (CASE, OTHER)
    for record in run.records:
        (score,) = (sample_of(log, record.case, record.rep).scores or {}).values()
        assert score.value == record.total / record.max
    (doctor,) = run.manifest.doctors
    assert doctor.parameters == run.records[0].provenance.parameters


def test_import_again_files_only_what_is_missing(played: Path, tmp_path: Path) -> None:
    imported(played, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    (tmp_path / "r1" / "mockllm_model" / f"{CASE}-2.json").unlink()
    told = imported(played, tmp_path, "--format", "json").output
    assert json.loads(told) == {
        "run": "r1", "scored": 1, "already_there": 3, "failed": 0, "missing": 0,
    }  # fmt: skip
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_import_adds_another_doctor_to_a_run(played: Path, tmp_path: Path) -> None:
    """A run of our own command and a log of Inspect are one run, if all else is the same."""
    cases = ("--cases", f"{CASE},{OTHER}", "--reps", "2")
    command = ["run", "baseline/silent", "--run", "r1", "--results", str(tmp_path), *cases]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert imported(played, tmp_path).exit_code == 0
    doctors = [doctor.id for doctor in read_run(tmp_path / "r1").manifest.doctors]
    assert doctors == ["baseline/silent", "mockllm/model"]


def test_samples_without_a_consult_are_told_and_not_scored(tmp_path: Path) -> None:
    """One that a provider failed, one that a limit stopped, and one that is not there."""
    full = output("")
    full.choices[0].stop_reason = "content_filter"
    book = table((), "chart", 50, "", "").book
    log = evaluated(playing("baseline/silent", book), tmp_path / "logs", cases=CASE, reps=4)
    failing = evaluated(scripted(full), tmp_path / "logs", cases=CASE, reps=1)

    def worse(read: EvalLog) -> None:
        first, second, third, _ = sorted(read.samples or [], key=lambda each: each.epoch)
        lost = (failing.samples or [])[0]
        first.store, first.error, first.scores = lost.store, lost.error, None
        second.store, second.scores = {}, None
        second.limit = EvalSampleLimit(type="token", limit=1000)
        read.samples = [each for each in read.samples or [] if each is not third]

    result = imported(changed(Path(log.location), tmp_path, worse), tmp_path)
    assert result.exit_code == 1
    assert result.stdout == "Run r1: 1 scored now, 0 were there, 2 failed, 1 missing.\n"
    assert result.stderr == (
        f"{CASE} 1: not scored, provider_error: mockllm/model: an answer that ended with "
        "'content_filter'\n"
        f"{CASE} 2: not scored, interrupted: the sample was stopped by its token limit before the "
        "consult ended\n"
        f"{CASE} 3: not scored, the log has no such sample\n"
        "`inspect eval-retry LOG` plays those; then import its log too.\n"
    )
    run = read_run(tmp_path / "r1")
    assert [record.rep for record in run.records] == [4]
    assert [(each.rep, each.ending) for each in run.failures] == [
        (1, "provider_error"), (2, "interrupted"),
    ]  # fmt: skip
    assert len(run.manifest.planned) == 4


def _edited_score(log: EvalLog) -> None:
    (score,) = (sample_of(log).scores or {}).values()
    score.value = 0.99


def _edited_move(log: EvalLog) -> None:
    sample_of(log).store["crookbench"]["moves"][0]["released"] = ["haemoptysis"]


def _half_a_move(log: EvalLog) -> None:
    del sample_of(log).store["crookbench"]["moves"][1]["primary"]


def _edited_record(log: EvalLog) -> None:
    sample_of(log).store["crookbench"]["record"]["total"] = 455


def _path_as_case(log: EvalLog) -> None:
    sample_of(log).id = "../../escaped"


def _third_epoch(log: EvalLog) -> None:
    sample_of(log).epoch = 3


def _anothers_consult(log: EvalLog) -> None:
    sample_of(log).store = sample_of(log, OTHER).store


def _no_configuration(log: EvalLog) -> None:
    (log.eval.metadata or {})["crookbench"] = {"id": "x"}


def _another_case_file(log: EvalLog) -> None:
    (log.eval.metadata or {})["crookbench"]["case_hashes"][CASE] = "sha256:other"


def _unknown_case(log: EvalLog) -> None:
    (log.eval.metadata or {})["crookbench"]["cases"] += ["gout"]


def _two_doctors(log: EvalLog) -> None:
    sample_of(log).store["crookbench"]["record"]["model"] = "lab/other"


def _a_person(log: EvalLog) -> None:
    for each in log.samples or ():
        each.store["crookbench"]["record"]["model"] = "human/kim"


def _nothing_played(log: EvalLog) -> None:
    log.samples = []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            _edited_score,
            "{log}: sample cough_pneumonia, epoch 1: scores.share_of_maximum: expected {share}, "
            "which its moves give; saw 0.99",
            id="edited score",
        ),
        pytest.param(
            _edited_move,
            "{log}: sample cough_pneumonia, epoch 1: domains.0.earned: expected 10, saw 20",
            id="edited move",
        ),
        pytest.param(
            _half_a_move,
            "{log}: sample cough_pneumonia, epoch 1: move 2: expected primary of the move 'dx', "
            "saw none; ",
            id="half a move",
        ),
        pytest.param(
            _edited_record,
            "{log}: sample cough_pneumonia, epoch 1: total: expected {total}, saw 455",
            id="edited record",
        ),
        pytest.param(
            _path_as_case,
            "{log}: sample ../../escaped, epoch 1: expected a case and an epoch that the log "
            "plans, saw others",
            id="path as case",
        ),
        pytest.param(
            _third_epoch,
            "{log}: sample cough_pneumonia, epoch 3: expected a case and an epoch that the log "
            "plans, saw others",
            id="third epoch",
        ),
        pytest.param(
            _anothers_consult,
            "{log}: sample cough_pneumonia, epoch 1: expected the record of this consult, saw "
            "sample dysuria_cystitis, epoch 1",
            id="another's consult",
        ),
        pytest.param(
            _no_configuration,
            "{log}: eval.metadata.crookbench: title: expected this field, saw none",
            id="no configuration",
        ),
        pytest.param(
            _another_case_file,
            "{log}: was played on other versions of cough_pneumonia; name the folder of those "
            "with --cases-dir, and see afterwards with `crookbench rescore` what today's change",
            id="another case file",
        ),
        pytest.param(
            _unknown_case,
            "{log}: case: expected a case 'gout' to score it against, saw none; check --cases-dir",
            id="unknown case",
        ),
        pytest.param(
            _two_doctors,
            "{log}: expected consults of one doctor, played to their end; saw those of "
            "lab/other, mockllm/model",
            id="two doctors",
        ),
        pytest.param(
            _a_person,
            "'human/kim': a person plays with: crookbench play CASE",
            id="a person",
        ),
        pytest.param(
            _nothing_played,
            "{log}: expected consults of one doctor, played to their end; saw none",
            id="nothing played",
        ),
    ],
)
def test_log_that_is_not_as_it_should_be_leaves_nothing(
    change: Callable[[EvalLog], None], message: str, played: Path, tmp_path: Path
) -> None:
    """One message; no run is begun, and no score is filed that was not played."""
    log = changed(played, tmp_path, change)
    record = sample_of(read_eval_log(str(played))).store["crookbench"]["record"]
    result = imported(log, tmp_path / "results")
    assert result.exit_code in (1, 2)
    share = record["total"] / record["max"]
    expected = message.format(log=log, share=repr(share), total=record["total"])
    assert result.output.startswith(f"crookbench: {expected}")
    assert len(result.output.splitlines()) == 1
    assert not (tmp_path / "results").exists()


def test_log_of_another_task_is_refused(tmp_path: Path) -> None:
    (log,) = evaluate(
        Task(dataset=[Sample(input="2 + 2?", target="4")], name="sums"),
        model=scripted("4"), display="none", log_dir=str(tmp_path),
    )  # fmt: skip
    result = imported(Path(log.location), tmp_path)
    message = f"{log.location}: expected a log of the task crookbench/consult, saw one of 'sums'"
    assert result.output == f"crookbench: {message}\n"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        pytest.param(
            "away.eval", None, "expected a log of Inspect (.eval or .json), saw no such file",
            id="no file",
        ),
        pytest.param(
            "cut.eval", b"PK\x03\x04 half",
            "expected a whole log of Inspect, saw one that it cannot read: ",
            id="cut short",
        ),
        pytest.param(
            "list.json", b"[1, 2]",
            "expected a whole log of Inspect, saw one that it cannot read: ",
            id="other JSON",
        ),
        pytest.param(
            "notes.txt", b"Dear diary",
            "expected a whole log of Inspect, saw one that it cannot read: ",
            id="no log",
        ),
    ],
)  # fmt: skip
def test_file_that_is_no_log_is_one_message(
    name: str, content: bytes | None, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    result = imported(path, tmp_path)
    assert result.output.startswith(f"crookbench: {path}: {message}")
    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 1


def test_other_consults_in_a_runs_place_are_never_replaced(played: Path, tmp_path: Path) -> None:
    """A second evaluation of the same model is a run of its own."""
    imported(played, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    log = evaluated(scripted([DIAGNOSE, END]), tmp_path / "logs", cases=[CASE, OTHER], reps=2)
    result = imported(Path(log.location), tmp_path)
    assert result.output == (
        f"crookbench: {log.location}: sample {CASE}, epoch 1: has another consult than "
        f"{tmp_path}/r1/mockllm_model/{CASE}-1.json; import the log into a run of its own with "
        "--run\n"
    )
    assert (
        before.items()
        <= {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}.items()
    )


def test_other_configuration_is_refused_as_by_run(played: Path, tmp_path: Path) -> None:
    imported(played, tmp_path)
    model = scripted([DIAGNOSE, END])
    log = evaluated(model, tmp_path / "logs", cases=[CASE, OTHER], reps=2, questions=20)
    result = imported(Path(log.location), tmp_path)
    assert result.exit_code == 2
    assert "  questions: was 50, is now 20\n" in result.output


def test_words_of_a_model_reach_no_terminal_as_codes(tmp_path: Path, played: Path) -> None:
    """What a log says is shown, never obeyed."""

    def hostile(log: EvalLog) -> None:
        sample = sample_of(log)
        sample.store["crookbench"] = {
            "failure": {"ending": "provider_error", "message": "\x1b[2Jgone\nsk-or-v1-" + "a" * 64}
        }
        sample.scores = None

    result = imported(changed(played, tmp_path, hostile), tmp_path)
    assert "\x1b" not in result.output
    failure = (tmp_path / "r1" / "mockllm_model" / f"{CASE}-1.error.json").read_text("utf-8")
    assert "a" * 64 not in failure
    assert "a" * 64 not in result.output
