"""Score against cost, and the frontier of best value: the doctors whom no cheaper one outscores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.correlation import rank_correlation
from crookbench.figures.figure import Axis, Chart, Column, Series, Table
from crookbench.figures.played import of_what
from crookbench.figures.scatter import by_group, picked, point, relation

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names
    from crookbench.records.results import Run

FRONTIER = "Best value"
_NAMED = 4
"""So many doctors on the frontier are named in the title; more are counted."""


def cost_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Score against cost a consult, on a logarithmic scale; free doctors have no place on it."""
    scored = [each for each in board.standings if each.score is not None]
    paid = [each for each in scored if each.cost]
    best = frontier(paid)
    points = {
        each.model: point(
            each, each.cost or 0.0, each.score or 0.0, names,
            f"{numbers.percent(each.score)}, {numbers.money(each.cost)} a consult",
        )
        for each in paid
    }  # fmt: skip
    line = Series(FRONTIER, tuple(points[each.model] for each in best), joined=True)
    return Chart(
        id="cost",
        title=_title(paid, best, names),
        measure=_measure(len(scored) - len(paid)),
        n=of_what(run),
        kind="scatter",
        series=(*([line] if len(best) > 1 else []), *by_group(list(points.values()))),
        x=Axis("Cost of a consult", "US$", scale="log"),
        y=Axis("Score", "%"),
        table=_table(run, board, names, {each.model for each in best}),
    )


def frontier(paid: Sequence[Standing]) -> tuple[Standing, ...]:
    """The doctors whom none outscores for the same money or less, cheapest first."""
    best: list[Standing] = []
    for each in sorted(paid, key=lambda each: (each.cost or 0.0, -(each.score or 0.0))):
        if not best or (each.score or 0.0) > (best[-1].score or 0.0):
            best.append(each)
    return tuple(best)


def _title(paid: Sequence[Standing], best: Sequence[Standing], names: Names) -> str:
    if not best:
        return "Score and cost"
    who = [names.name(each.model) for each in reversed(best)]
    which = (
        who[0] if len(who) == 1
        else f"{', '.join(who[:-1])} or {who[-1]}" if len(who) <= _NAMED
        else f"the {numbers.spelled(len(who))} on the line"
    )  # fmt: skip
    value = f"none scores more for less than {which}"
    rho = rank_correlation([e.cost or 0.0 for e in paid], [e.score or 0.0 for e in paid])
    if rho is None:
        return numbers.upper_first(value)
    return f"{relation('Price and score', rho)}; {value}"


def _measure(left_out: int) -> str:
    said = "Score, %, against mean cost of a consult, US$, logarithmic; the line joins best value"
    if not left_out:
        return said
    return f"{said}; {numbers.plural(left_out, 'doctor')} without a price left out"


def _table(run: Run, board: Leaderboard, names: Names, best: Collection[str]) -> Table:
    """Score and cost, and who is on the frontier."""
    table = picked(run, board, names, "cost", ("score", "cost"))
    marks = ("yes" if each.model in best else "" for each in board.standings)
    return replace(
        table,
        columns=(*table.columns, Column("best_value", FRONTIER, kind="text")),
        rows=tuple((*row, mark) for row, mark in zip(table.rows, marks, strict=True)),
        note="Best value: no doctor of this run scored more for the same money or less.",
    )
