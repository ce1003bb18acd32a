"""A person chooses a case, plays with hints or without, and plays again after it was mended."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest
from click.testing import CliRunner, Result

from crookbench.cli import main
from crookbench.records.results import read_run
from crookbench.runs.afterwards import how_others_did

FIXTURES = Path(__file__).parents[1] / "casebook" / "fixtures"
CASE = "swimmers_ear"
DX = "/dx otitis externa, otitis media, malignant otitis externa\n"
PLAY = f"Do you have diabetes?\n{DX}/end\n"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    folder = tmp_path / "cases"
    folder.mkdir()
    copyfile(FIXTURES / "good-case.yaml", folder / f"{CASE}.yaml")
    return folder


def play(cases: Path, *options: str, typed: str = PLAY) -> Result:
    places = ["--cases-dir", str(cases), "--catalogue", str(FIXTURES / "catalogue"),
              "--results", str(cases.parent / "results"), "--name", "Kim"]  # fmt: skip
    return CliRunner().invoke(main, ["play", *options, *places], input=typed)


def words(told: Result) -> str:
    """What was shown, wherever its lines break."""
    return " ".join(told.output.split())


def test_case_goes_by_its_number(cases: Path) -> None:
    """The number gives nothing away; what is not there is told."""
    assert play(cases, "1").exit_code == 0
    assert read_run(cases.parent / "results" / "people").records[0].case == CASE
    wrong = play(cases, "2")
    assert wrong.exit_code == 2
    assert wrong.output == (
        "crookbench: there is no case '2'; expected a number from 1 to 1, or random\n"
    )


def test_nobody_is_asked_to_choose_in_a_pipe(cases: Path) -> None:
    """Without a terminal a case has to be named."""
    told = play(cases)
    assert told.exit_code == 2
    assert "expected a CASE: a number of `crookbench list cases`, random, or" in told.output


def test_mended_case_begins_another_run(cases: Path) -> None:
    """The author's loop: play, mend, play; the first consult stays as it was."""
    play(cases, CASE)
    path = cases / f"{CASE}.yaml"
    path.write_text(path.read_text("utf-8").replace("title: ", "title: Another ", 1), "utf-8")
    told = play(cases, CASE)
    assert told.exit_code == 0, told.output
    other = f"Run people was made otherwise (case {CASE} has changed since), so this goes into run"
    assert f"{other} people-2. Your next patient" in words(told)
    results = cases.parent / "results"
    assert len(read_run(results / "people").records) == 1
    (record,) = read_run(results / "people-2").records
    assert (record.case, record.rep) == (CASE, 1)
    play(cases, CASE, "--questions", "20")
    assert read_run(results / "people-3").records[0].max_questions == 20


def test_named_run_is_never_mixed(cases: Path) -> None:
    """A run that was asked for by name is refused where it does not fit."""
    play(cases, CASE, "--run", "class")
    told = play(cases, CASE, "--run", "class", "--questions", "20")
    assert told.exit_code == 2
    assert "questions: was 50, is now 20" in told.output


def test_second_try_is_marked(cases: Path) -> None:
    """Whoever plays a case again has seen its bill: that is told, also with another run's name."""
    assert "try 2" not in play(cases, CASE).output
    told = play(cases, CASE, "--run", "class").output
    assert "You have played this case before: this is try 2." in told
    assert "(try 2: the bill had been seen before)" in told


def test_hints_are_given_apart_and_name_no_diagnosis(cases: Path) -> None:
    """With --hints the person is another doctor; without, /hint says why not."""
    told = words(play(cases, CASE, "--hints", typed=f"/hint\n{PLAY}"))
    assert "Still worth points: 2 questions, 2 examinations, 3 plan steps. One of them: ask" in told
    assert "otitis" not in told[: told.index("/dx")].lower()
    (record,) = read_run(cases.parent / "results" / "people").records
    assert record.model == "human/kim-with-hints"
    assert "Hints are for consults begun with --hints" in play(cases, CASE, typed="/hint\n").output


def test_left_consult_tells_the_command_that_goes_on(cases: Path) -> None:
    """With every option that matters, to be typed as it is."""
    told = words(play(cases, "1", "--questions", "30", typed="/order glucose\n"))
    assert "the same command goes on from here. crookbench play 1 --name Kim --results " in told
    assert told.endswith("--questions 30")


def test_questions_are_told_where_they_are_not_one(cases: Path) -> None:
    """Several at once, and none left; a single one shows in the prompt."""
    asked = "Do you have diabetes?\n"
    told = words(play(cases, CASE, "--questions", "2", typed=f"Xyzzy?\n{asked}{asked}{asked}"))
    assert "(0 questions, 2 left.) 2 questions left > Do you have" in told
    assert "my sugar is fine. 1 question left > Do you have" in told
    assert "(1 question, 0 left.) 0 questions left > Do you have" in told
    assert "No questions are left. You can still explain, examine, order," in told


def test_penalty_is_told_before_a_second_diagnosis(cases: Path) -> None:
    """In a pipe nobody can be asked, so it is told and done."""
    second = "/dx otitis media, otitis externa, otitis externa\n"
    told = words(play(cases, CASE, typed=DX + second))
    assert "A diagnosis is saved already; another one costs 5 points." in told
    assert "The can't-miss one repeats another, which costs 20 points." in told


def test_others_in_the_same_case_are_compared(cases: Path) -> None:
    """Those who played this very version, the best first; other versions are left out."""
    results = cases.parent / "results"
    places = ["--cases-dir", str(cases), "--catalogue", str(FIXTURES / "catalogue"),
              "--results", str(results)]  # fmt: skip
    CliRunner().invoke(main, ["run", "baseline/oracle", "--run", "mine", "--reps", "2", *places])
    play(cases, CASE)
    (record,) = read_run(results / "people").records
    rows = [line.split() for line in how_others_did(results, cases, record).splitlines()]
    assert rows[0] == ["%", "Doctor", "Consults"]
    assert rows[1][1:] == ["baseline/oracle", "2"]
    assert rows[2][1:] == ["you,", "now", "1"]
    mended = record.provenance.model_copy(update={"case": "sha256:other"})
    other = record.model_copy(update={"provenance": mended})
    assert how_others_did(results, cases, other) == ""
