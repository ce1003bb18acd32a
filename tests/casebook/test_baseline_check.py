"""What `crookbench check --play` prints."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from crookbench.casebook.baseline_check import Sheet, baseline_sheets, print_sheets
from crookbench.casebook.casebook import load_case, load_catalogue
from crookbench.cli import main
from crookbench.doctor.baselines import BASELINES, BRISK
from crookbench.paths import shipped

AUTHORED = Path(__file__).parents[1] / "casebook/fixtures/authored"
CATALOGUE = shipped("cases") / "catalogue"
FROM = """\
ankle_sprain: where its 225 points come from
  Part                      For                       Each  Points
  History                   red flag, absent        4 × 10      40
  History                   red flag, present       1 × 20      20
  History                   essential               2 × 10      20
  History                   supporting               2 × 5      10
  Examination               essential               3 × 10      30
  Examination               useful                   4 × 5      20
  Management and diagnosis  ideal item of the plan  3 × 15      45
  Management and diagnosis  most likely diagnosis   1 × 20      20
  Management and diagnosis  each other diagnosis     2 × 5      10
  Management and diagnosis  can't-miss diagnosis    1 × 10      10
"""


@pytest.fixture(scope="module")
def sheets() -> tuple[Sheet, ...]:
    """The tables of the case that was written from the authors' page."""
    return baseline_sheets(load_case(AUTHORED / "ankle_sprain.yaml"), load_catalogue(CATALOGUE))


def test_baseline_check_adds_up_to_the_maximum(sheets: tuple[Sheet, ...]) -> None:
    """The parts' points, and those that the oracle earned, are all of the case's."""
    maximum, fared, earned = sheets

    assert sum(int(row[3]) for row in maximum.rows) == 225
    assert sum(int(row[0]) for row in earned.rows) == 225
    assert fared.rows[0] == (
        "baseline/oracle", "225", "100%", "90", "50", "0", "85", "ideal",
    )  # fmt: skip


def test_baseline_check_tells_of_every_baseline(sheets: tuple[Sheet, ...]) -> None:
    """Each that can play the case has a row with its total and its outcome in words."""
    rows = {row[0]: row for row in sheets[1].rows}

    assert list(rows) == [name for name in BASELINES if name != BRISK]
    assert rows["baseline/silent"][1:3] == ("0", "0%")
    assert rows["baseline/silent"][-1] == "missed red flag"


@pytest.mark.parametrize(
    "row",
    [
        ("10", "Fever", "asking “Have you had a fever?”"),
        ("5", "Ankle ligament tests", "examining ankle_ligaments"),
        ("20", "Ankle sprain", "the saved diagnosis"),
        ("15", "Paracetamol for the pain", "prescribing paracetamol_500mg_tab"),
        ("15", "Tells her not to take anti-inflammatories with the blood thinner",
         "saying “Don't take Nurofen or any other anti-inflammatory while you're on Eliquis”"),
    ],
)  # fmt: skip
def test_baseline_check_tells_what_earned_an_item(
    row: tuple[str, str, str], sheets: tuple[Sheet, ...]
) -> None:
    """The question, the move or the very words."""
    assert row in sheets[2].rows


def test_baseline_check_is_plain_lines_where_there_is_no_terminal(tmp_path: Path) -> None:
    """Whole lines in columns, however long: a file or a pipe has no width."""
    shutil.copy(AUTHORED / "ankle_sprain.yaml", tmp_path)

    ran = CliRunner().invoke(main, ["check", "--play", "--cases-dir", str(tmp_path)])

    assert ran.exit_code == 0
    assert ran.output.startswith(FROM)
    assert max(map(len, ran.output.splitlines())) > 120
    assert ran.output.endswith("\n\nNo problems found.\n")


def test_baseline_check_is_tables_on_a_terminal() -> None:
    """Folded into its width, and a case's words cannot steer it."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system=None, width=30)
    sheet = Sheet(
        "A \x1b[2Jcase", ("Points", "Item"), (("5", "Steers \x1b[2J and [b]goes[/b] on"),)
    )

    print_sheets([sheet], console)

    assert "\x1b[2J" not in out.getvalue()
    assert "[b]goes[/b]" in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 30
