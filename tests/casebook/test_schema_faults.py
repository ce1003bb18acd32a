"""A case of the wrong shape is told in plain words, with key and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import read_yaml
from crookbench.errors import Faults
from crookbench.game.case import Case

GOOD = Path(__file__).parents[1] / "casebook/fixtures/good-case.yaml"

KEYS = (
    "id, status, set, title, difficulty, presenting_complaint, condition_description, "
    "booked_urgent, leaving_line, consult_start, patient, record, rules, ideal_needs, "
    "ground_truth, history, examination, investigations, management, consequences, voice, "
    "trap, brisk, sources, canary"
)


def faults(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """What is said about the good case after changes, as "line: key: message"."""
    text = GOOD.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / "case.yaml"
    path.write_text(text, encoding="utf-8")
    file = read_yaml(path)
    try:
        validated(Case, file, file.data)
    except Faults as error:
        return [str(fault).removeprefix(f"{path}:") for fault in error.faults]
    return []


def test_good_case_has_the_right_shape(tmp_path: Path) -> None:
    """The case that all faults are planted in has none itself."""
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("importance: red_flag", "importence: red_flag",
         "39: history.1.importence: unknown key 'importence'; did you mean 'importance'?"),
        ("title: A sore ear", "title: A sore ear\nzzz: 1",
         f"5: zzz: unknown key 'zzz'; known here: {KEYS}"),
        ("    answer: No, my sugar is fine.\n", "",
         "36: history.1.answer: the key is missing; expected a text"),
        ("    importance: red_flag\n", "",
         "36: history.1.importance: the key is missing; expected one of red_flag, essential, "
         "supporting, incidental"),
        ("importance: red_flag", "importance: redflag",
         "39: history.1.importance: expected one of red_flag, essential, supporting, incidental, "
         "saw 'redflag'; did you mean 'red_flag'?"),
        ("title: A sore ear", "title: 5",
         "4: title: expected a text, saw 5; put it in quotes"),
        ("title: A sore ear", "title: {a: b}",
         "4: title: expected a text, saw a mapping (key: value); "
         "a text with ': ' in it stands in quotes"),
        ("title: A sore ear", "title:",
         "4: title: expected a text, saw nothing; write it after the colon"),
        ("age: 31", "age: thirty", "10: patient.age: expected a whole number, saw 'thirty'"),
        ("age: 31", "age: 131", "10: patient.age: expected 120 or less, saw 131"),
        ("age: 31", "age: -1", "10: patient.age: expected 0 or more, saw -1"),
        ("absent: true", "absent: perhaps",
         "40: history.1.absent: expected true or false, saw 'perhaps'"),
        ("id: swimmers_ear", "id: Swimmer's ear",
         "2: id: expected lower-case letters, digits and _ only, saw \"Swimmer's ear\""),
        ("consult_start: 10:20", "consult_start: 9:20",
         "7: consult_start: expected a time such as \"09:30\", saw '9:20'"),
        ("abnormal: [right]", "abnormal: right",
         "58: examination.ear_palpation.abnormal: expected true or false or a list of texts, "
         "saw 'right'"),
        ("abnormal: [right]", "abnormal: [2]",
         "58: examination.ear_palpation.abnormal.0: expected a text, saw 2; put it in quotes"),
        ("prescribe: ciprofloxacin", "precribe: ciprofloxacin",
         "71: management.ideal.0.when.precribe: unknown key 'precribe'; "
         "did you mean 'prescribe'?"),
        ("when: {medicate: paracetamol}", "when: {frequency: Once daily}",
         "79: management.acceptable.0.when: a trigger names at least one of refer, order, stop, "
         "review, give, prescribe, medicate"),
        ("test: {prescribe: framycetin}", "test: {prescibe: framycetin}",
         "93: trap.test.prescibe: unknown key 'prescibe'; did you mean 'prescribe'?"),
        ("test: {prescribe: framycetin}", "test: {diagnoses: [ear_wax], slots: [cant_mis]}",
         "93: trap.test.slots.0: expected one of most_likely, differential, cant_miss, "
         "saw 'cant_mis'; did you mean 'cant_miss'?"),
        ("not_indicated: [amoxicillin]", "not_indicated: amoxicillin",
         "85: management.not_indicated: expected a list, saw 'amoxicillin'; "
         "start each entry on a line of its own with '- '"),
        ("record:\n  allergies: []\n  conditions: [Perforated eardrum in 2015]\n  medications: []",
         "record:", "19: record: expected a mapping (key: value), saw nothing; "
         "write it after the colon"),
        ("title: A sore ear", f"title: [{'x' * 99}]", "4: title: expected a text, saw a list"),
        ("health_literacy: high", f"health_literacy: {'x' * 99}",
         "15: patient.persona.health_literacy: expected one of low, medium, high, "
         f"saw '{'x' * 59}…"),
        ("sex: female", "sex: 1", "11: patient.sex: expected a text, saw 1; put it in quotes"),
        ("occupation: Swimming teacher", "appearance: [tall]\n  occupation: Swimming teacher",
         "12: patient.appearance: expected a text, saw a list"),
    ],
)  # fmt: skip
def test_wrong_shape_is_one_fault_in_plain_words(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    """Key, line, what was expected, what was seen and what to do; one slip is one fault."""
    assert faults(tmp_path, (old, new)) == [message]


def test_all_faults_are_told_by_line(tmp_path: Path) -> None:
    """An author sees every slip of a file at once, from top to bottom."""
    changes = [("absent: true", "absent: perhaps"), ("age: 31", "age: 131"),
               ("title: A sore ear", "titel: A sore ear\nmood: low"),
               ("status: draft", "status: drafted")]  # fmt: skip

    assert faults(tmp_path, *changes) == [
        "3: status: expected one of draft, reviewed, saw 'drafted'; did you mean 'draft'?",
        "4: titel: unknown key 'titel'; did you mean 'title'?",
        f"5: mood: unknown key 'mood'; known here: {KEYS}",
        "11: patient.age: expected 120 or less, saw 131",
        "41: history.1.absent: expected true or false, saw 'perhaps'",
    ]


def test_file_that_is_a_list_is_no_case(tmp_path: Path) -> None:
    """A file of another kind is told at its first line."""
    path = tmp_path / "case.yaml"
    path.write_text("- a\n", encoding="utf-8")
    file = read_yaml(path)

    with pytest.raises(Faults) as caught:
        validated(Case, file, file.data)

    assert str(caught.value) == f"{path}:1: expected a mapping (key: value), saw a list"
