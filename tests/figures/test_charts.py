"""Charts as values: titles that state the finding, points that carry their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.figures.charts import charts
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names
from crookbench.figures.traps import traps
from crookbench.game.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.figures.figure import Chart
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.runs.results import Consult, Run


def _charts(run: Run, board: Leaderboard, names: Names) -> dict[str, Chart]:
    found = charts(run, board, traps(run, {}, Catalogue()), names)
    return {chart.id: chart for chart in found}


def test_charts_are_titled_with_their_findings(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Seven charts, each with n and a table."""
    found = _charts(published, board, names)
    assert {id_: chart.title for id_, chart in found.items()} == {
        "score": "Scores run from 83 % (GPT-6 Astra) to 24 % (Llama 4 Maverick); 53 of 78 pairs "
        "can be told apart",
        "cost": "Price and score are loosely related (rank correlation 0.53)",
        "questions": "Questions asked and red flags caught are closely related (rank correlation "
        "0.70)",
        "parts": "By part of the bill: doctors differ most in Management and diagnosis, least in "
        "Examination",
        "cases": "By case: doctors differ most in abdo pain appendicitis, least in chest pain "
        "stemi",
        "traps": "The trap most often walked into: penicillin for the allergic patient, 18 of 39 "
        "consults",
        "losses": "Most points were lost in History (64 % of all)",
    }
    assert {chart.n for chart in found.values()} == {"195 consults"}
    assert all(chart.table.rows for chart in found.values())


def test_points_carry_interval_group_and_link(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """The first mark of the score chart."""
    these, other = _charts(published, board, names)["score"].series
    first = these.points[0]
    assert (first.label, first.group, first.text) == ("GPT-6 Astra", "closed", "83 (79–86)")
    assert first.href == "models/openai_gpt-6-astra/"
    assert other.points[0].text == "83 (69–96)"
    assert other.points[0].lo == board.standings[0].other_cases.low  # type: ignore[union-attr]


def test_scatter_has_a_series_for_each_group(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Closed and open weights, by their names."""
    series = _charts(published, board, names)["cost"].series
    assert [(each.name, len(each.points)) for each in series] == [
        ("closed weights", 8), ("open weights", 5),
    ]  # fmt: skip


def test_charts_without_marks_are_left_out(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Free doctors have no place on a price axis, and nobody faced a trap."""
    run = run_of(consult("baseline/a", "a"), consult("baseline/a", "b"))
    assert list(_charts(run, leaderboard(run), Names())) == ["score", "parts", "cases", "losses"]


def test_losses_are_drawn_no_longer_than_what_the_score_lacks(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Who lost 4,000 % to needless tests lost everything: 100 %."""
    tests = [
        {"id": "history", "earned": 0, "max": 95},
        {"id": "investigations", "earned": -3900, "max": 5},
    ]
    run = run_of(consult("m", "a", total=0, domains=tests))
    chart = _charts(run, leaderboard(run), Names())["losses"]
    lost = [float(point.x) for series in chart.series for point in series.points]
    assert sum(lost) == pytest.approx(100)
    assert chart.title == "Most points were lost in Investigations (98 % of all)"


def test_heat_map_takes_shares_below_zero_for_none(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Needless tests far below 0 do not make tests what doctors differ in most."""

    def bill(history: int, tests: int) -> list[dict[str, object]]:
        return [
            {"id": "history", "earned": history, "max": 95},
            {"id": "investigations", "earned": tests, "max": 5},
        ]

    run = run_of(
        consult("m", "a", domains=bill(95, 0)), consult("n", "a", domains=bill(0, -900)),
    )  # fmt: skip
    chart = _charts(run, leaderboard(run), Names())["parts"]
    assert chart.title == (
        "By part of the bill: doctors differ most in History, least in Investigations"
    )
