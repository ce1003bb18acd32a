"""Beginning a case: what is written, what is printed, what is refused."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.casebook.casebook import load_case
from crookbench.casebook.check import check
from crookbench.casebook.generated import case_schema
from crookbench.casebook.new_case import begin_case
from crookbench.cli import main
from crookbench.errors import UsageFault
from crookbench.paths import shipped

if TYPE_CHECKING:
    from pathlib import Path

CANARY = uuid.UUID("01234567-89ab-4cde-8f01-23456789abcd")
CATALOGUE = shipped("cases") / "catalogue"
TELLS = """\
{path} is begun. Still to be written:
  line 13: title
  line 15: presenting_complaint
  line 16: condition_description
  line 18: leaving_line
  line 22: patient.name
  line 25: patient.occupation
  line 27: patient.persona.personality
  line 29: patient.persona.emotional_state
  line 32: patient.appearance
  line 45: ground_truth.diagnosis
  line 49: ground_truth.differentials.0
  line 50: ground_truth.sinister_diagnoses.0
  line 53: ground_truth.notes
  line 59: history.0.topic
  line 60: history.0.answer
  line 64: history.0.asked_as.0
  line 68: history.1.topic
  line 69: history.1.answer
  line 72: history.1.asked_as.0
  line 76: history.2.topic
  line 77: history.2.answer
  line 81: history.2.asked_as.0
  line 85: history.3.topic
  line 86: history.3.answer
  line 90: history.3.asked_as.0
  line 94: history.4.topic
  line 95: history.4.answer
  line 99: history.4.asked_as.0
  line 103: history.5.topic
  line 104: history.5.answer
  line 107: history.5.asked_as.0
  line 113: examination.general_inspection.finding
  line 117: examination.temperature.finding
  line 121: examination.chest_auscultation.finding
  line 123: examination.chest_auscultation.at.lungs_back
  line 128: examination.calves.left
  line 129: examination.calves.right
  line 136: investigations.urine_dipstick.result
  line 140: investigations.fbe.result
  line 149: management.ideal.0.text
  line 151: management.ideal.0.when.0.prescribe.0
  line 155: management.ideal.0.when.1.refer.0
  line 159: management.ideal.1.text
  line 161: management.ideal.1.unless.refer.0
  line 163: management.ideal.1.said_as.0
  line 165: management.ideal.1.not_said_as.0
  line 166: management.ideal.2.text
  line 171: management.ideal.2.said_as.0
  line 173: management.ideal.2.not_said_as.0
  line 175: management.acceptable.0.text
  line 177: management.acceptable.0.when.medicate.0
  line 179: management.harmful.0.text
  line 181: management.harmful.0.when.prescribe.0
  line 185: management.harmful.0.said_as.0
  line 187: management.harmful.0.not_said_as.0
  line 188: management.harmful.0.consequence
  line 189: management.harmful.0.aside
  line 190: management.not_indicated.0
  line 194: consequences.ideal
  line 195: consequences.acceptable
  line 196: consequences.harmful
  line 197: consequences.missed_red_flag
  line 201: trap.title
  line 203: trap.test.prescribe.0
  line 211: brisk.4.diagnose.cant_miss
  line 211: brisk.4.diagnose.differential
  line 211: brisk.4.diagnose.most_likely
  line 216: sources.0
Write, and run `crookbench check sore_toe --cases-dir {path.parent}` until it has nothing to say.
"""


def test_new_case_passes_the_schema_under_its_own_name(tmp_path: Path) -> None:
    """It can be read at once, and its schema lies beside it."""
    path = begin_case("sore_toe", tmp_path, CANARY)

    case = load_case(path)
    assert path == tmp_path / "sore_toe.yaml"
    assert (case.id, case.canary) == ("sore_toe", f"crookbench-canary-{CANARY}")
    assert (tmp_path / "case.schema.json").read_text("utf-8") == case_schema()


def test_new_case_differs_from_the_skeleton_in_two_lines(tmp_path: Path) -> None:
    """The id, its comment still in its column, and the canary."""
    path = begin_case("sore_toe", tmp_path, CANARY)
    skeleton = (shipped("cases") / "_skeleton.yaml").read_text("utf-8").splitlines()

    pairs = zip(skeleton, path.read_text("utf-8").splitlines(), strict=True)
    assert [now for was, now in pairs if was != now] == [
        f"canary: crookbench-canary-{CANARY}",
        "id: sore_toe                        # the file's name without .yaml; leave it",
    ]


def test_new_case_gets_a_canary_of_its_own(tmp_path: Path) -> None:
    """A random one, so that each file can be told from every other."""
    one, two = (load_case(begin_case(id_, tmp_path)).canary for id_ in ("sore_toe", "sore_ear"))

    assert one != two
    assert uuid.UUID(one.removeprefix("crookbench-canary-")).version == 4


def test_new_case_has_nothing_wrong_but_what_is_unwritten(tmp_path: Path) -> None:
    """So that an author is told of nothing else at first."""
    begin_case("sore_toe", tmp_path)

    faults = check(tmp_path, CATALOGUE)
    assert {fault.message for fault in faults} == {"still to be written; replace the `...`"}


def test_new_case_has_one_of_each_kind_of_item(tmp_path: Path) -> None:
    """Every importance and every tier stands there to be copied."""
    case = load_case(begin_case("sore_toe", tmp_path))

    assert [item.absent for item in case.red_flags] == [False, True]
    assert {item.importance for item in case.history} == {
        "red_flag", "essential", "supporting", "incidental",
    }  # fmt: skip
    assert [len(getattr(case.management, tier)) for tier in type(case.management).model_fields] == [
        3, 1, 1, 1,
    ]  # fmt: skip


def test_new_case_command_lists_what_is_to_be_written(tmp_path: Path) -> None:
    """By line and key; into a folder without a catalogue, too."""
    ran = CliRunner().invoke(main, ["new-case", "sore_toe", "--cases-dir", str(tmp_path)])

    assert (ran.exit_code, ran.output) == (0, TELLS.format(path=tmp_path / "sore_toe.yaml"))


def test_new_case_is_never_written_over_a_file(tmp_path: Path) -> None:
    """What is there stays, and a second attempt is wrong use."""
    path = tmp_path / "sore_toe.yaml"
    path.write_text("mine")

    ran = CliRunner().invoke(main, ["new-case", "sore_toe", "--cases-dir", str(tmp_path)])

    assert (ran.exit_code, ran.stderr) == (
        2,
        f"crookbench: {path} is there already, and nothing is written over it; choose another id\n",
    )
    assert path.read_text() == "mine"


@pytest.mark.parametrize("id_", ["Sore", "sore-toe", "../toe", "", "_toe", "models", "zehß"])
def test_new_case_refuses_an_id_that_is_none(id_: str, tmp_path: Path) -> None:
    """No path, no capital, no file that the cases' folder means for something else."""
    with pytest.raises(UsageFault) as caught:
        begin_case(id_, tmp_path)

    assert str(caught.value) == (
        f"expected an id of lower case letters, digits and underscores, saw {id_!r}; "
        "try one like ankle_sprain"
    )
    assert list(tmp_path.iterdir()) == []


def test_new_case_wants_a_folder_that_is_there(tmp_path: Path) -> None:
    """A mistyped folder is not made."""
    folder = tmp_path / "cassettes"

    with pytest.raises(UsageFault) as caught:
        begin_case("sore_toe", folder)

    assert str(caught.value) == (
        f"expected a folder for the cases at {folder}, saw none; make it first"
    )
