"""What `crookbench report` prints and writes."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from crookbench.figures.command import Shelves, compare_command, export_command, report_command
from crookbench.records.results import read_run

if TYPE_CHECKING:
    from crookbench.records.results import Run

CASES = Path(__file__).parents[2] / "cases"
SHELVES = Shelves(CASES, CASES / "catalogue")


def _report(run: Run, folder: Path, form: str) -> None:
    (folder / "run.json").write_text("{}", "utf-8")
    (folder / "traps.yaml").write_text((run.path / "traps.yaml").read_text("utf-8"), "utf-8")
    report_command(replace(run, path=folder), form, SHELVES)


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("table", "October 2026: 13 models, 2026-10-04\n\nRank Doctor              n Score"),
        ("md", "# Leaderboard\n\nOctober 2026: 13 models, 2026-10-04: 195 consults.\n"),
        ("csv", "model,n_scored,n_planned,score,sd,"),
        ("json", '{\n  "run": "2026-10-04-published",\n'),
    ],
)
def test_report_prints_each_form_and_writes_the_page(
    published: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, start: str
) -> None:
    """LEADERBOARD.md is the same whatever is printed."""
    _report(published, tmp_path, form)
    printed = capsys.readouterr().out
    assert printed.startswith(start)
    page = (tmp_path / "LEADERBOARD.md").read_text("utf-8")
    assert "| 1–5 | GPT-6.1 Sol | 15 of 15 | 80 |" in page
    if form == "md":
        assert printed == page


def test_compare_of_two_models_prints_json_for_programs(
    published: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names that are no runs are doctors of the run."""
    pair = ("openai/gpt-6-astra", "x-ai/grok-4.7")
    compare_command([published], published, pair, "json", SHELVES)
    assert json.loads(capsys.readouterr().out)["rows"][0]["clear"] == "yes"


def test_compare_of_two_runs_is_by_their_names(
    published: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run beside a copy of itself: no difference, and not told apart."""
    again = replace(published, manifest=published.manifest.model_copy(update={"id": "again"}))
    pair = (published.manifest.id, "again")
    compare_command([published, again], published, pair, "json", SHELVES)
    score = json.loads(capsys.readouterr().out)["rows"][0]
    assert (score["difference"], score["cases"], score["clear"]) == (0, 5, "no")


def test_report_leaves_another_programs_file_alone(
    published: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Results without run.json may have a LEADERBOARD.md of their own."""
    (tmp_path / "LEADERBOARD.md").write_text("theirs", "utf-8")
    report_command(replace(published, path=tmp_path), "csv", SHELVES)
    assert capsys.readouterr().out
    assert (tmp_path / "LEADERBOARD.md").read_text("utf-8") == "theirs"


THEIRS = Path(__file__).parents[1] / "records" / "fixtures" / "crook-bench"


def test_results_of_the_original_are_exported_with_their_bills(tmp_path: Path) -> None:
    """With their cases named: its logs hold no awards, so what earned points is replayed."""
    run = read_run(THEIRS / "results")
    shelves = Shelves(THEIRS / "cases", THEIRS / "catalogue", given=True)
    with_bills, without = (
        [path.read_text("utf-8") for path in export_command(run, tmp_path / name, "csv", each)]
        for name, each in (("billed", shelves), ("bare", SHELVES))
    )
    assert len(with_bills[1].splitlines()) > len(without[1].splitlines())
    points = pd.read_csv(StringIO(with_bills[2])).groupby("model")["points"].sum()
    totals = pd.read_csv(StringIO(with_bills[0])).set_index("model")["raw_total"]
    assert points.to_dict() == totals.to_dict()


def test_report_of_the_original_names_its_cases(capsys: pytest.CaptureFixture[str]) -> None:
    """And leaves its LEADERBOARD.md alone."""
    before = (THEIRS / "results" / "LEADERBOARD.md").read_text("utf-8")
    run = read_run(THEIRS / "results")
    shelves = Shelves(THEIRS / "cases", THEIRS / "catalogue", given=True)
    report_command(run, "json", shelves)
    assert json.loads(capsys.readouterr().out)["run"] == "results"
    assert (THEIRS / "results" / "LEADERBOARD.md").read_text("utf-8") == before
