"""`list`, `show`, `forget` and completion, on a run that was played here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.casebook.casebook import load_cases
from crookbench.cli import main
from crookbench.paths import shipped
from crookbench.records.results import read_run

if TYPE_CHECKING:
    from click.testing import Result

CASE = "cough_pneumonia"
PUBLISHED = Path(__file__).parents[2] / "results"


def crookbench(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A run of two baselines on one case."""
    folder = tmp_path / "results"
    told = crookbench("run", "baseline/silent", "baseline/brisk", "--cases", CASE, "--reps", 1,
                      "--run", "mine", "--results", folder, "--quiet")  # fmt: skip
    assert (told.exit_code, told.output) == (0, "")
    return folder


def test_cases_are_listed_without_their_diagnoses() -> None:
    """By complaint and difficulty; neither ids nor titles nor diagnoses, in JSON neither."""
    table = crookbench("list", "cases").output
    told = json.loads(crookbench("list", "cases", "--json").output)
    cases = load_cases(shipped("cases"))
    assert {row["complaint"] for row in told} == {c.presenting_complaint for c in cases.values()}
    for case in cases.values():
        for text in (table, json.dumps(told)):
            assert case.id not in text
            assert case.ground_truth.diagnosis not in text.lower()
    assert [row["number"] for row in told] == list(range(1, len(cases) + 1))
    assert {row["id"] for row in json.loads(crookbench("list", "cases", "--ids", "--json").output)
            } == set(cases)  # fmt: skip


def test_runs_are_listed_with_what_is_scored(results: Path) -> None:
    """One row a run."""
    (row,) = json.loads(crookbench("list", "runs", "--results", results, "--json").output)
    assert (row["run"], row["doctors"], row["scored"], row["planned"]) == ("mine", 2, 2, 2)


def test_doctors_and_models_are_listed() -> None:
    """Who can be named to `run`, and what is known of the models."""
    doctors = {row["doctor"] for row in json.loads(crookbench("list", "doctors", "--json").output)}
    assert {"baseline/oracle", "openai/gpt-6-astra"} <= doctors
    (row,) = (row for row in json.loads(crookbench("list", "models", "--json").output)
              if row["model"] == "openai/gpt-6-astra")  # fmt: skip
    assert (row["name"], row["weights"]) == ("GPT-6 Astra", "closed")


def test_consult_is_shown_as_its_transcript_has_it(results: Path) -> None:
    """As text with its bill, as Markdown byte by byte, as JSON, and one move alone."""
    at = ("show", "mine", "baseline/brisk", CASE, 1, "--results", results)
    path = results / "mine" / "baseline_brisk" / f"{CASE}-1.md"
    assert crookbench(*at, "--format", "md").output == path.read_text("utf-8")
    text = crookbench(*at).output
    assert "The bill" in text
    assert "\x1b" not in text
    record = read_run(results / "mine").records[1]
    shown = json.loads(crookbench(*at, "--json").output)
    assert shown["record"]["total"] == record.total
    move = crookbench(*at, "--move", 2, "--format", "md").output
    assert move.startswith("### m02\n")
    assert move.rstrip() in path.read_text("utf-8")
    assert "### m03" not in move


def test_move_of_a_wordless_run_is_shown_by_the_models_name() -> None:
    """What was done and what it earned; the model goes by what readers call it."""
    told = crookbench("show", "2026-10-04-published", "GPT-6 Astra", "abdo_pain_appendicitis", 1,
                      "--move", 1, "--format", "md", "--results", PUBLISHED)  # fmt: skip
    assert told.output == (
        "### m01\n\nSpeaks. The patient tells of: pain onset, pain migration\n\nPoints:\n\n"
        "- **+10** History: Pain onset\n- **+20** History: Pain migration\n\n"
    )


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (("mine", "baseline/brisc", CASE, 1),
         "run mine: there is no consult of 'baseline/brisc'; did you mean 'baseline/brisk'?"),
        (("mine", "baseline/brisk", "cough", 1),
         f"baseline/brisk has no consult of case 'cough'; it played: {CASE}"),
        (("mine", "baseline/brisk", CASE, 2),
         f"baseline/brisk, {CASE}: there is no repeat 2; there are: 1"),
        (("mine", "baseline/silent", CASE, 1, "--move", 9),
         "--move 9: the consult has 3 moves; name one from 1 to 3"),
    ],
)  # fmt: skip
def test_consult_that_is_not_there_is_told(
    results: Path, named: tuple[object, ...], message: str
) -> None:
    """Which part of its name does not fit."""
    told = crookbench("show", *named, "--results", results)
    assert (told.output, told.exit_code) == (f"crookbench: {message}\n", 2)


def test_doctor_is_forgotten_with_its_consults_only_if_that_is_said(results: Path) -> None:
    """What is scored stays unless --scored is given; the run then verifies without the doctor."""
    at = ("forget", "mine", "baseline/silent", "--results", results)
    kept = crookbench(*at)
    assert kept.exit_code == 2
    assert kept.output == (
        "crookbench: run mine: baseline/silent has a scored consult; --scored deletes them too, "
        "and nothing brings them back\n"
    )
    assert len(read_run(results / "mine").records) == 2
    assert crookbench(*at, "--scored").exit_code == 0
    run = read_run(results / "mine")
    assert [doctor.id for doctor in run.manifest.doctors] == ["baseline/brisk"]
    assert run.missing == ()
    assert not (results / "mine" / "baseline_silent").exists()
    last = crookbench("forget", "mine", "baseline/brisk", "--scored", "--results", results)
    assert "it is" not in last.output
    assert "baseline/brisk is its only doctor; delete the folder" in last.output


def complete(*words: str, cwd: Path | None = None) -> list[str]:
    """What bash would offer for the last word."""
    told = subprocess.run(
        [sys.executable, "-c", "from crookbench.cli import main; main(prog_name='crookbench')"],
        env={**os.environ, "_CROOKBENCH_COMPLETE": "bash_complete",
             "COMP_WORDS": " ".join(("crookbench", *words)), "COMP_CWORD": str(len(words))},
        capture_output=True, text=True, check=True, cwd=cwd,
    )  # fmt: skip
    return [line.partition(",")[2] for line in told.stdout.split()]


def test_shell_completes_runs_cases_doctors_and_models(results: Path) -> None:
    """From the files that are there; `play` gets numbers, which give nothing away."""
    at = results.parent
    assert complete("report", "m", cwd=at) == ["mine"]
    assert complete("verify", "m", cwd=at) == ["mine"]
    assert complete("show", "mine", "baseline/b", cwd=at) == ["baseline/brisk"]
    assert complete("run", "openai/gpt-6-") == ["openai/gpt-6-astra"]
    assert complete("run", "baseline/si") == ["baseline/silent"]
    assert complete("check", "cough_pneumonia,dys") == ["cough_pneumonia,dysuria_cystitis"]
    numbers = range(1, 1 + len(load_cases(shipped("cases"))))
    assert complete("play", "") == ["random", *map(str, numbers)]
    assert complete("report", "x", cwd=at) == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_script_is_printed(shell: str) -> None:
    """For the command that pip installs."""
    told = crookbench("completion", shell)
    assert told.exit_code == 0
    assert "_CROOKBENCH_COMPLETE" in told.output
