"""Labelled sets: what is read, and every fault by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from crookbench.casebook.casebook import case_paths
from crookbench.casebook.check import check
from crookbench.casebook.labelled import labelled_faults, labelled_path, read_labelled
from crookbench.errors import Faults
from crookbench.game.case import Case
from crookbench.paths import shipped

SMALL = Path(__file__).parents[1] / "patient" / "fixtures" / "small-case.yaml"
CASES = shipped("cases")
GOOD = """\
questions:
  - {said: "Do you smoke?", ids: [q_smoke]}
  - {said: "Any syncope or rash?", ids: [other_rash], jargon: [syncope]}
plan:
  - {said: "Nothing by mouth for now.", earns: [ideal_2]}
  - {said: "Hello.", earns: []}
"""


def folder(tmp_path: Path, text: str, name: str = "small") -> Path:
    """A folder of cases with the small one, and a set of it."""
    (tmp_path / "small.yaml").write_text(SMALL.read_text("utf-8"), "utf-8")
    (tmp_path / "labelled").mkdir()
    (tmp_path / "labelled" / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


def told(cases: Path) -> list[str]:
    return [str(fault).removeprefix(f"{cases}/labelled/") for fault in labelled_faults(cases)]


def test_set_is_read(tmp_path: Path) -> None:
    """Questions with topics and medical words, sentences with what they earn."""
    case = Case.model_validate(yaml.safe_load(SMALL.read_text("utf-8")))
    labelled = read_labelled(labelled_path(folder(tmp_path, GOOD), "small"), case)
    assert [row.ids for row in labelled.questions] == [("q_smoke",), ("other_rash",)]
    assert labelled.questions[1].jargon == ("syncope",)
    assert [row.earns for row in labelled.plan] == [("ideal_2",), ()]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("ids: [q_smoke]", "id: [q_smoke]",
         "small.yaml:2: questions.0.id: unknown key 'id'; did you mean 'ids'?"),
        ("earns: []", "earn: []",
         "small.yaml:6: plan.1.earn: unknown key 'earn'; did you mean 'earns'?"),
        (", earns: []", "",
         "small.yaml:6: plan.1.earns: the key is missing; expected a list of texts"),
        ("[q_smoke]", "[q_smokes]",
         "small.yaml:2: questions.0.ids.0: unknown id 'q_smokes'; did you mean 'q_smoke'?"),
        ("[other_rash]", "[other_rashes]",
         "small.yaml:3: questions.1.ids.0: unknown id 'other_rashes'; did you mean 'other_rash'?"),
        ("[q_smoke]", "[other_smoking]",
         "small.yaml:2: questions.0.ids.0: 'other_smoking' is covered here by 'q_smoke'; "
         "write that"),
        ("jargon: [syncope]", "jargon: [Syncope]",
         "small.yaml:3: questions.1.jargon.0: expected a word of the sentence as it stands there, "
         "saw 'Syncope'"),
        ("[ideal_2]", "[ideal_9]",
         "small.yaml:5: plan.0.earns.0: unknown id 'ideal_9'; did you mean 'ideal_3'?"),
        ("[ideal_2]", "[ideal_0]",
         "small.yaml:5: plan.0.earns.0: 'ideal_0' is done by a move, so no words earn it; "
         "leave it out"),
        ("Hello.", "Nothing by mouth for now.",
         "small.yaml:6: plan.1.said: the sentence stands twice, first on line 5; keep one of them"),
        ('said: "Hello."', 'said: ""',
         "small.yaml:6: plan.1.said: expected a text that is not empty, saw an empty one"),
    ],
    ids=["key", "key of the plan", "missing key", "topic", "generic topic", "covered topic",
         "jargon", "management id", "done by a move", "twice", "empty"],
)  # fmt: skip
def test_fault_of_a_set_is_named_by_line_and_key(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    """Each says what was expected and what to write."""
    assert GOOD.count(old) == 1
    assert told(folder(tmp_path, GOOD.replace(old, new))) == [fault]


def test_faults_of_a_set_are_all_told_in_one_go(tmp_path: Path) -> None:
    """By line, whatever their kind."""
    text = GOOD.replace("q_smoke", "q_smok").replace("ideal_2", "ideal_0")
    case = Case.model_validate(yaml.safe_load(SMALL.read_text("utf-8")))
    with pytest.raises(Faults) as caught:
        read_labelled(labelled_path(folder(tmp_path, text), "small"), case)
    assert [fault.line for fault in caught.value.faults] == [2, 5]


def test_set_of_no_case_is_told(tmp_path: Path) -> None:
    """Most likely the file's name is mistyped."""
    cases = folder(tmp_path, GOOD, "smal")
    assert told(cases) == [
        f"smal.yaml: there is no case 'smal' in {cases}; did you mean 'small'?"
    ]  # fmt: skip


def test_set_of_a_broken_case_waits_for_the_case(tmp_path: Path) -> None:
    """The case's own faults come first."""
    cases = folder(tmp_path, GOOD.replace("q_smoke", "q_smok"))
    (cases / "small.yaml").write_text("id: small\n", "utf-8")
    assert told(cases) == []


def test_check_names_the_faults_of_the_sets_of_the_cases_asked_for(tmp_path: Path) -> None:
    """As every other file's; a case without a set is in order."""
    cases = folder(tmp_path, GOOD.replace("q_smoke", "q_smok"))
    (cases / "other.yaml").write_text(
        SMALL.read_text("utf-8").replace("\nid: small", "\nid: other"), "utf-8"
    )
    path = cases / "labelled" / "small.yaml"
    line = f"{path}:2: questions.0.ids.0: unknown id 'q_smok'; did you mean 'q_smoke'?"
    assert line in map(str, check(cases, CASES / "catalogue"))
    assert not [f for f in check(cases, CASES / "catalogue", ["other"]) if f.where == str(path)]


def test_every_shipped_case_has_a_set_of_some_length() -> None:
    """At least 60 questions and 40 sentences of the plan."""
    for id_, path in case_paths(CASES).items():
        case = Case.model_validate(yaml.safe_load(path.read_text("utf-8")))
        labelled = read_labelled(labelled_path(CASES, id_), case)
        assert len(labelled.questions) >= 60, id_
        assert len(labelled.plan) >= 40, id_
