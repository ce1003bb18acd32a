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
    from crookbench.records.results import Consult, Run


def _charts(run: Run, board: Leaderboard, names: Names) -> dict[str, Chart]:
    found = charts(run, board, traps(run, {}, Catalogue()), names)
    return {chart.id: chart for chart in found}


def test_charts_are_titled_with_their_findings(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Seven charts, each with n and a table."""
    found = _charts(published, board, names)
    assert {id_: chart.title for id_, chart in found.items()} == {
        "score": "Scores run from 83 % (GPT-6 Astra) to 24 % (Llama 4 Maverick); 47 of 78 pairs "
        "differ clearly",
        "cost": "No clear relation between price and score (rank correlation 0.53, 95 % interval "
        "−0.07 to 0.85); none scored more for less than GPT-6 Astra, GPT-6.1 Sol or Qwen3.8 27B",
        "questions": "Models that asked more found more red flags (rank correlation 0.70, 95 % "
        "interval 0.18 to 0.92)",
        "parts": "By part of the bill: scores differ most in Management and diagnosis, least in "
        "Examination",
        "cases": "By case: scores differ most in abdo pain appendicitis and cough "
        "pneumonia, least in chest pain STEMI",
        "traps": "The trap that caught most: penicillin for the allergic patient, 18 of 39 "
        "consults",
        "losses": "History made up 64 % of the points lost, and 54 % of the points there were to "
        "earn",
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
    """Closed and open weights, by their names; on the cost chart after the line of best value."""
    found = _charts(published, board, names)
    groups = [("closed weights", 8), ("open weights", 5)]
    for id_, expected in (("questions", groups), ("cost", [("Best value", 3), *groups])):
        assert [(each.name, len(each.points)) for each in found[id_].series] == expected


def test_frontier_is_who_nobody_outscores_for_less(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Cheapest first, each better than the one before, and marked in the table."""
    chart = _charts(published, board, names)["cost"]
    line = chart.series[0]
    assert line.joined
    assert [point.label for point in line.points] == [
        "Qwen3.8 27B", "GPT-6.1 Sol", "GPT-6 Astra",
    ]  # fmt: skip
    marked = dict(zip(chart.table.column("doctor"), chart.table.column("best_value"), strict=True))
    assert [name for name, mark in marked.items() if mark] == [
        "GPT-6 Astra", "GPT-6.1 Sol", "Qwen3.8 27B",
    ]  # fmt: skip


def test_heat_map_cells_lead_to_their_consults(
    published: Run, board: Leaderboard, names: Names
) -> None:
    """Of a case to its first consult, of a trap to the list of those that sprang it, or nowhere."""
    found = _charts(published, board, names)
    first = found["cases"].series[0].points[0]
    folder = "consults/2026-10-04-published"
    assert first.href == f"{folder}/openai_gpt-6-astra/abdo_pain_appendicitis-1/"
    cells = {(cell.x, cell.label): cell for cell in found["traps"].series[0].points}
    trap = "Penicillin for the allergic patient"
    assert cells[trap, "GPT-6 Astra"].href == ""
    assert cells[trap, "Llama 4 Maverick"].text == "3 of 3"
    assert cells[trap, "Llama 4 Maverick"].href == (
        "models/meta-llama_llama-4-maverick/#trap-2026-10-04-published-penicillin_allergy"
    )


def test_charts_without_marks_are_left_out(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Free doctors have no place on a price axis, and nobody faced a trap."""
    run = run_of(consult("baseline/a", "a"), consult("baseline/a", "b"))
    assert list(_charts(run, leaderboard(run), Names())) == ["score", "cases", "parts", "losses"]


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
    assert chart.title == (
        "Investigations made up 98 % of the points lost, and 5 % of the points there were to earn"
    )


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
        "By part of the bill: scores differ most in History, least in Investigations"
    )


def _titles(run: Run) -> dict[str, str]:
    return {id_: each.title for id_, each in _charts(run, leaderboard(run), Names()).items()}


def test_titles_of_doctors_that_are_all_alike_say_so(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Nothing is most or least where all is the same."""
    alike = [consult(model, case) for model in ("m", "n") for case in ("a", "b")]
    found = _titles(run_of(*alike))
    assert found["score"] == "Every score is 50 %; 0 of 1 pair differs clearly"
    assert found["cases"] == "By case: scores do not differ"


def test_titles_name_two_of_those_tied_and_count_more(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """Two cases by name; of three last doctors how many they are."""
    totals = {"m": (90, 90, 50), "n": (50, 50, 50), "o": (50, 50, 50), "p": (50, 50, 50)}
    played = [
        consult(model, case, total=total)
        for model, all_ in totals.items()
        for case, total in zip("abc", all_, strict=True)
    ]
    found = _titles(run_of(*played))
    assert found["score"].startswith("Scores run from 77 % (m) to 50 % (three doctors); ")
    assert found["cases"] == "By case: scores differ most in a and b, least in c"


def test_titles_of_one_doctor_tell_its_best_and_worst(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """With nobody to compare, a heat map tells where the one scored."""
    run = run_of(consult("m", "a", total=80), consult("m", "b", total=40))
    found = _titles(run)
    assert found["score"] == "m scored 60 %"
    assert found["cases"] == "By case: highest in a (80 %), lowest in b (40 %)"


def test_trap_that_nobody_fell_for_is_not_called_the_worst(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """None of one consult is no finding about that trap."""
    slots = [{"id": id_, "label": id_} for id_ in ("x", "y", "z")]
    run = run_of(consult("m", "a", diagnoses=slots))
    assert _titles(run)["traps"] == "Nobody fell for a trap"
