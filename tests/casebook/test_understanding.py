"""Tests of what an author is told about words: one message, and how well a case understands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from crookbench.casebook.casebook import load_case, load_catalogue
from crookbench.casebook.understanding import said, understanding
from crookbench.cli import main
from crookbench.paths import shipped

SMALL = Path(__file__).parents[1] / "patient" / "fixtures" / "small-case.yaml"
CATALOGUE = load_catalogue(shipped("cases") / "catalogue")


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A folder with the small case."""
    folder = tmp_path / "cases"
    folder.mkdir()
    shutil.copy(SMALL, folder / "small.yaml")
    shutil.copytree(shipped("cases") / "catalogue", folder / "catalogue")
    return folder


def test_said_tells_what_a_message_asks_and_says(cases: Path) -> None:
    """The answer, the topics and the plan items, with the words that say them."""
    case = load_case(cases / "small.yaml")
    told = said(case, CATALOGUE, "Do you smoke? Nothing by mouth for now.")
    assert told == [
        "Patient: A packet a week.",
        "Counts as 1 question.",
        "Asks about q_smoke: Smoking.",
        "Says ideal_2: Nothing to eat or drink until the surgeons have seen him "
        "(in 'Nothing by mouth for now').",
    ]


def test_said_tells_that_a_message_brings_nothing(cases: Path) -> None:
    """So that an author does not look for what is not there."""
    told = said(load_case(cases / "small.yaml"), CATALOGUE, "Lovely weather.")
    assert told[-1] == "Asks about nothing on the chart, and says nothing of the plan."


def test_understanding_hears_each_line_without_having_learnt_it(cases: Path) -> None:
    """Every example line is judged once, red flags and required items first."""
    case = load_case(cases / "small.yaml")
    rows = {row.id: row for row in understanding(case, CATALOGUE, lambda _text: None)}
    assert {id_: rows[id_].lines for id_ in ("q_faint", "q_smoke", "ideal_1", "acceptable_1")} == {
        "q_faint": 2, "q_smoke": 1, "ideal_1": 2, "acceptable_1": 3,
    }  # fmt: skip
    assert all(0 <= row.heard <= row.lines for row in rows.values())
    assert rows["q_smoke"].heard == 1  # the general bank knows how doctors ask about smoking
    matters = [row.matters for row in rows.values()]
    assert matters == sorted(matters, reverse=True)


def test_check_understanding_wants_one_case(cases: Path) -> None:
    """It takes minutes, so nobody asks for all by mistake."""
    shutil.copy(SMALL, cases / "other.yaml")
    text = (cases / "other.yaml").read_text("utf-8").replace("id: small", "id: other")
    (cases / "other.yaml").write_text(text, "utf-8")
    found = CliRunner().invoke(main, ["check", "--understanding", "--cases-dir", str(cases)])
    assert (found.exit_code, found.output) == (
        2, "crookbench: expected one CASE with --say or --understanding\n",
    )  # fmt: skip
