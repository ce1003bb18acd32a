"""What `crookbench eval-patient` prints, and how it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.casebook.evaluation import NOT_ASKED
from crookbench.cli import main
from crookbench.paths import shipped
from crookbench.testing.server import ChatServer, Received, Sent, fails, says

if TYPE_CHECKING:
    from click.testing import Result

CASE = (Path(__file__).parents[1] / "patient" / "fixtures" / "small-case.yaml").read_text("utf-8")
SET = """\
questions:
  - {said: "Do you smoke?", ids: [q_smoke]}
  - {said: "Any rash or fever?", ids: [other_rash, q_fever]}
  - said: "Any fainting, fever, smoking, alcohol, golf, rash, headaches or numb between your legs?"
    ids: [q_faint, q_fever, q_smoke, q_drink, q_golf, other_rash, other_headache, q_saddle]
  - {said: "Any syncope?", ids: [], jargon: [syncope]}
  - {said: "Do you play golf?", ids: [q_drink]}
plan:
  - {said: "Nothing by mouth for now.", earns: [ideal_2]}
  - {said: "I'm fond of you.", earns: [ideal_3]}
  - {said: "Come back and see me the day after tomorrow.", earns: [acceptable_1]}
  - {said: "You should rest in bed for a few days.", earns: []}
"""
TABLES = """\
Questions heard by the patient (chart). Recall: of the topics asked about, those reached. \
Precision: of those reached, the ones asked about. Flood, jargon: too much at once, and medical \
words, told from what is not.

Case  n  Recall, % Precision, % Flood Jargon
small 5 92 (65–99)   92 (65–99)   5/5    5/5

Sentences of the plan read by the marker (chart). Ideal, acceptable, harmful: of the items of each \
kind said, those credited. Precision: of the items credited, those said. Wrong harms: harms \
credited that nobody said.

Case  n  Ideal, % Acceptable, % Harmful, % Precision, % Wrong harms
small 4 50 (9–91)  100 (21–100)          –   67 (21–94)           1

In brackets the 95 % Wilson interval.
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A folder of one small case with its labelled set."""
    (tmp_path / "labelled").mkdir()
    (tmp_path / "small.yaml").write_text(CASE, "utf-8")
    (tmp_path / "labelled" / "small.yaml").write_text(SET, "utf-8")
    return tmp_path


def evaluated(cases: Path, *arguments: str, **environ: str) -> Result:
    """The command on the cases, without anybody's own settings."""
    ours = ("DOCTOR_", "PATIENT_", "OPENROUTER_", "OPENAI_")
    bare = {**{name: None for name in os.environ if name.startswith(ours)}, **environ}
    catalogue = str(shipped("cases") / "catalogue")
    fixed = ["eval-patient", "--cases-dir", str(cases), "--catalogue", catalogue]
    return CliRunner().invoke(main, [*fixed, *arguments], env=bare)


def test_tables_tell_recall_and_precision(cases: Path) -> None:
    """Every rate with its interval, and what no sentence was labelled with as a dash."""
    found = evaluated(cases)
    assert (found.exit_code, found.stderr) == (0, "")
    assert "\n".join(line.rstrip() for line in found.stdout.splitlines()) + "\n" == TABLES


def test_misses_list_each_sentence_with_what_went_wrong(cases: Path) -> None:
    """What was missed and what was wrong, and nothing of the rest."""
    listed = evaluated(cases, "--misses").stdout.partition("interval.\n\n")[2]
    assert listed == (
        "small: missed q_drink; wrong q_golf: Do you play golf?\n"
        "small: missed ideal_3: I'm fond of you.\n"
        "small: wrong harmful_0: You should rest in bed for a few days.\n"
    )


def test_several_cases_have_a_row_of_all(cases: Path) -> None:
    """Sentences are counted together, not the rates averaged."""
    (cases / "other.yaml").write_text(CASE.replace("\nid: small", "\nid: other"), "utf-8")
    (cases / "labelled" / "other.yaml").write_text(
        'questions:\n  - {said: "Do you smoke?", ids: [q_smoke]}\n', "utf-8"
    )
    rows = [line.split() for line in evaluated(cases).stdout.splitlines()]
    assert ["other", "1", "100", "(21–100)", "100", "(21–100)", "1/1", "1/1"] in rows
    assert ["all", "6", "92", "(67–99)", "92", "(67–99)", "6/6", "6/6"] in rows
    only = evaluated(cases, "small").stdout
    assert "other" not in only
    assert "\nall" not in only


def test_json_has_counts_and_intervals(cases: Path) -> None:
    """For programs: what was hit, of how many, in percent, and the misses where asked for."""
    found = json.loads(evaluated(cases, "--json").stdout)
    assert found["patient"] == "chart"
    assert found["all"]["questions"]["recall"] | {"low": 0, "high": 0} == {
        "hits": 11, "of": 12, "percent": pytest.approx(91.7, abs=0.1), "low": 0, "high": 0,
    }  # fmt: skip
    assert found["all"]["plan"]["wrong_harms"] == 1
    assert "misses" not in found["cases"]["small"]["plan"]
    listed = json.loads(evaluated(cases, "--json", "--misses").stdout)["cases"]["small"]["plan"]
    assert [miss["said"] for miss in listed["misses"]] == [
        "I'm fond of you.", "You should rest in bed for a few days.",
    ]  # fmt: skip


def test_wrong_use_is_one_message_and_ends_with_two(cases: Path) -> None:
    """A case that is not there, one without a set, no sets at all, no model named."""
    (cases / "other.yaml").write_text(CASE.replace("\nid: small", "\nid: other"), "utf-8")
    path = cases / "labelled" / "other.yaml"
    told = {
        ("smal",): f"crookbench: no case 'smal' in {cases}; did you mean 'small'?\n",
        ("other",): f"crookbench: case 'other' has no labelled set; expected one in {path}\n",
    }
    for arguments, message in told.items():
        found = evaluated(cases, *arguments)
        assert (found.exit_code, found.output) == (2, message)
    assert evaluated(cases, "--patient", "model").exit_code == 2
    (cases / "labelled" / "small.yaml").unlink()
    found = evaluated(cases)
    assert (found.exit_code, found.output) == (
        2,
        f"crookbench: expected labelled sets (*.yaml) in {cases / 'labelled'}, saw none\n",
    )


def test_fault_of_a_set_is_told_and_ends_with_one(cases: Path) -> None:
    """As any other file's."""
    path = cases / "labelled" / "small.yaml"
    path.write_text(SET.replace("ids: [q_smoke]", "ids: [q_smok]"), "utf-8")
    found = evaluated(cases)
    assert (found.exit_code, found.output) == (
        1,
        f"crookbench: {path}:2: questions.0.ids.0: unknown id 'q_smok'; did you mean 'q_smoke'?\n",
    )


# A model as patient


def hears(request: Received) -> Sent:
    """A model that knows of smoking alone, and credits fasting."""
    if "response_format" not in request.body:
        return says("A packet a week.")
    told = request.messages[-1]["content"]
    if "Items:" in told:
        quote = "Nothing by mouth for now."
        listed = [{"item": "ideal_2", "quote": quote}] if quote in told else []
        return says(json.dumps({"credits": listed}))
    return says(json.dumps({"1": ["q_smoke"] if "1. Do you smoke" in told else []}))


def with_model(cases: Path, server: ChatServer, *arguments: str) -> Result:
    model = {"PATIENT_URL": server.url, "PATIENT_MODEL": "lab/patient"}
    return evaluated(cases, "--patient", "model", *arguments, **model)


def test_model_is_measured_as_it_would_play(cases: Path) -> None:
    """The same configuration as `run --patient model`."""
    with ChatServer(hears) as server:
        found = with_model(cases, server, "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    told = json.loads(found.stdout)
    assert told["patient"] == "lab/patient"
    assert {request.body["model"] for request in server.received} == {"lab/patient"}
    questions, plan = told["all"]["questions"], told["all"]["plan"]
    assert (questions["recall"]["hits"], questions["precision"]["of"]) == (1, 1)
    assert (plan["ideal"]["hits"], plan["precision"]["of"], plan["unanswered"]) == (1, 1, 0)


def test_server_that_fails_leaves_sentences_unanswered_not_missed(cases: Path) -> None:
    """They count in nothing, the reason is told, and the status is 1."""

    def fails_at_times(request: Received) -> Sent:
        refused = "rash" in request.messages[-1]["content"].rpartition("Questions:")[2]
        return fails(402, "No credit.") if refused else hears(request)

    with ChatServer(fails_at_times) as server:
        found = with_model(cases, server, "--json", "--misses")
    assert found.exit_code == 1
    questions = json.loads(found.stdout)["cases"]["small"]["questions"]
    assert (questions["n"], questions["unanswered"], questions["recall"]["of"]) == (3, 2, 2)
    assert [miss["missed"] for miss in questions["misses"] if miss["failure"]] == [[], []]
    assert found.stderr.startswith("2 unanswered: the patient's model: ")
    assert "No credit." in found.stderr


def test_server_that_never_answers_is_soon_asked_no_more(cases: Path) -> None:
    """After four sentences in a row the rest is not asked."""
    asked = [f'  - {{said: "Do you smoke {n} a day?", ids: [q_smoke]}}' for n in range(6)]
    path = cases / "labelled" / "small.yaml"
    path.write_text("\n".join(["questions:", *asked]) + "\n", "utf-8")
    with ChatServer.of(fails(402, "No credit.")) as server:
        found = with_model(cases, server, "--concurrency", "1")
    assert found.exit_code == 1
    assert len(server.received) == 4
    assert f"2 unanswered: {NOT_ASKED}\n" in found.stderr
    assert "\nsmall 0         –            –     –      –\n" in found.stdout
