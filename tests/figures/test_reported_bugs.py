"""Faults that readers reported, each with the smallest input that showed it."""

from __future__ import annotations

import json
import shutil
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.cli import main
from crookbench.figures.charts import charts
from crookbench.figures.findings import findings
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names
from crookbench.records.slug import slug

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.figures.figure import Chart
    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]

ROOT = Path(__file__).parents[2]
BASELINES = ROOT / "results" / "baselines"
EMOJI = "ft:gpt-4o-mini:clinic:hospital:A1"


def _paid(consult: Make, model: str, total: int, cost: float, cases: str) -> list[Consult]:
    usage = {"cost": cost}
    return [
        consult(model, case, total=total + n, questions=5, usage=usage)
        for n, case in enumerate(cases)
    ]


def _cost(run: Run) -> Chart:
    return next(c for c in charts(run, leaderboard(run), (), Names()) if c.id == "cost")


def test_doctor_with_gaps_makes_no_headline(consult: Make, run_of: Plan) -> None:
    """One lucky and cheap consult of three is neither best value nor told of."""
    whole = (_paid(consult, f"m{n}", 50 - 5 * n, 1.0 + n, "abc") for n in range(4))
    run = run_of(*chain(*whole), *_paid(consult, "lucky", 99, 0.01, "a"))
    told = findings(run, leaderboard(run), (), Names())
    assert not any("lucky" in each.text for each in told)
    chart = _cost(run)
    assert "lucky" not in chart.title
    texts = [p.text for series in chart.series for p in series.points if p.label == "lucky"]
    assert texts == ["99 %, US$0.01 a consult, 1 of 3 consults"]


def test_run_of_gaps_alone_says_so(consult: Make, run_of: Plan) -> None:
    """Where nobody played everything, no score is a headline."""
    run = run_of(consult("m", "a"), consult("n", "b"))
    chart = next(c for c in charts(run, leaderboard(run), (), Names()) if c.id == "score")
    assert chart.title == "No doctor has every planned consult"


def test_score_lies_within_its_own_interval(consult: Make, run_of: Plan) -> None:
    """Three repeats of one case and one of the others: each case weighs the same."""
    totals = {"a": (70, 72, 74), "b": (90,), "c": (88,)}
    run = run_of(
        *(consult("m", case, rep, total=total)
          for case, each in totals.items() for rep, total in enumerate(each, start=1)),
        plan="as_played",
        played=tuple(("m", case, rep) for case, each in totals.items()
                     for rep in range(1, len(each) + 1)),
    )  # fmt: skip
    each = leaderboard(run).standings[0]
    assert each.score == pytest.approx((72 + 90 + 88) / 3)
    assert each.these_cases.low < each.score < each.these_cases.high


def test_nobody_with_a_worse_rank_stands_above_a_better_one(consult: Make, run_of: Plan) -> None:
    """One person played two easy cases, another those and three hard ones, better."""
    scores = {"few": {"a": 80, "b": 82}, "all": {"a": 90, "b": 92, "c": 20, "d": 25, "e": 22}}
    consults = [consult(m, case, total=t) for m, own in scores.items() for case, t in own.items()]
    played = tuple(each.record.key for each in consults)
    board = leaderboard(run_of(*consults, plan="as_played", played=played))
    found = [(each.model, each.rank and each.rank.low) for each in board.standings]
    assert found == [("all", 1), ("few", 2)]
    assert not board.same_cases


def test_consults_at_the_floor_have_no_interval_of_no_width(consult: Make, run_of: Plan) -> None:
    """All at 0 does not mean 0 to 0."""
    run = run_of(*(consult("m", case, rep, total=0) for case in "abc" for rep in (1, 2)))
    each = leaderboard(run).standings[0]
    assert (each.score, each.these_cases, each.other_cases) == (0.0, None, None)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The silent baseline's consults under a name that holds a code of an emoji."""
    manifest = json.loads((BASELINES / "run.json").read_text("utf-8"))
    folder = tmp_path / "results" / "mine"
    target = folder / slug(EMOJI)
    shutil.copytree(BASELINES / "baseline_silent", target)
    for path in target.iterdir():
        text = path.read_text("utf-8").replace('"baseline/silent"', f'"{EMOJI}"')
        path.write_text(text, "utf-8")
    doctor = {"id": EMOJI, "parameters": {}}
    plan = {**manifest, "id": "mine", "doctors": [doctor]}
    (folder / "run.json").write_text(json.dumps(plan), "utf-8")
    return tmp_path / "results"


@pytest.mark.parametrize("form", ["table", "md", "csv", "json"])
def test_codes_of_emoji_in_ids_stand_as_they_are(results: Path, form: str) -> None:
    """The code of a hospital is no picture, in any form."""
    done = CliRunner().invoke(main, ["report", "mine", "--results", str(results), "--format", form])
    assert done.exit_code == 0, done.output
    assert EMOJI in done.stdout.replace("\\", "")
    assert "\N{HOSPITAL}" not in done.stdout


def test_report_on_results_that_cannot_be_written_says_so(results: Path) -> None:
    """The figures are printed whole; what could not be written is told beside them."""
    page = results / "mine" / "LEADERBOARD.md"
    page.mkdir()
    args = ["report", "mine", "--results", str(results), "--format", "json"]
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["run"] == "mine"
    assert done.stderr == f"{page} was not written: Is a directory\n"


def test_copied_run_is_refused_by_its_folder(results: Path) -> None:
    """Both files are named, and what to do."""
    shutil.copytree(results / "mine", results / "second")
    done = CliRunner().invoke(main, ["report", "second", "--results", str(results)])
    assert done.exit_code == 1
    assert done.stderr == (
        f"crookbench: {results}/second/run.json: id: expected 'second', the folder's name; "
        f"saw 'mine', the id of {results}/mine/run.json: change the id, or the folder's name\n"
    )
