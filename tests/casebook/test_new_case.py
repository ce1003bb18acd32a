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
  line 14: title
  line 16: presenting_complaint
  line 17: condition_description
  line 19: leaving_line
  line 23: patient.name
  line 26: patient.occupation
  line 28: patient.persona.personality
  line 30: patient.persona.emotional_state
  line 33: patient.appearance
  line 46: ground_truth.diagnosis
  line 50: ground_truth.differentials.0
  line 51: ground_truth.sinister_diagnoses.0
  line 54: ground_truth.notes
  line 60: history.0.topic
  line 61: history.0.answer
  line 65: history.0.asked_as.0
  line 69: history.1.topic
  line 70: history.1.answer
  line 73: history.1.asked_as.0
  line 77: history.2.topic
  line 78: history.2.answer
  line 82: history.2.asked_as.0
  line 86: history.3.topic
  line 87: history.3.answer
  line 91: history.3.asked_as.0
  line 95: history.4.topic
  line 96: history.4.answer
  line 100: history.4.asked_as.0
  line 104: history.5.topic
  line 105: history.5.answer
  line 108: history.5.asked_as.0
  line 114: examination.general_inspection.finding
  line 118: examination.temperature.finding
  line 122: examination.chest_auscultation.finding
  line 124: examination.chest_auscultation.at.lungs_back
  line 129: examination.calves.left
  line 130: examination.calves.right
  line 137: investigations.urine_dipstick.result
  line 141: investigations.fbe.result
  line 150: management.ideal.0.text
  line 152: management.ideal.0.when.0.prescribe.0
  line 156: management.ideal.0.when.1.refer.0
  line 160: management.ideal.1.text
  line 162: management.ideal.1.unless.refer.0
  line 164: management.ideal.1.said_as.0
  line 166: management.ideal.1.not_said_as.0
  line 167: management.ideal.2.text
  line 172: management.ideal.2.said_as.0
  line 174: management.ideal.2.not_said_as.0
  line 176: management.acceptable.0.text
  line 178: management.acceptable.0.when.medicate.0
  line 180: management.harmful.0.text
  line 182: management.harmful.0.when.prescribe.0
  line 186: management.harmful.0.said_as.0
  line 188: management.harmful.0.not_said_as.0
  line 189: management.harmful.0.consequence
  line 190: management.harmful.0.aside
  line 191: management.not_indicated.0
  line 195: consequences.ideal
  line 196: consequences.acceptable
  line 197: consequences.harmful
  line 198: consequences.missed_red_flag
  line 202: trap.title
  line 204: trap.test.prescribe.0
  line 212: brisk.4.diagnose.cant_miss
  line 212: brisk.4.diagnose.differential
  line 212: brisk.4.diagnose.most_likely
  line 217: sources.0
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
