"""The site's charts as values: each is titled with its finding and stands on a table.

Titles, and the line of best value, speak of doctors with every planned consult alone: a lucky
consult of fifteen makes no headline. The others are drawn with the number of their consults. A
title claims a relation only where its interval leaves out 0.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.answer import noun_for
from crookbench.figures.correlation import rank_correlation
from crookbench.figures.faults import losses, losses_table
from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.figures.heatmaps import cases_chart, parts_chart, traps_chart
from crookbench.figures.models import GROUPS
from crookbench.figures.names import model_href
from crookbench.figures.played import of_what, scored
from crookbench.figures.report import leaderboard_table
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.faults import Losses
    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names
    from crookbench.figures.traps import Trap
    from crookbench.game.awards import Part
    from crookbench.records.results import Run

_SCORE = Axis("Score", "%")


def charts(run: Run, board: Leaderboard, traps: Sequence[Trap], names: Names) -> tuple[Chart, ...]:
    """Every chart that has anything to show, in the order of the page."""
    found = (
        score_chart(run, board, names),
        cost_chart(run, board, names),
        flags_chart(run, board, names),
        cases_chart(run, board, names),
        parts_chart(run, board, names),
        traps_chart(run, board, traps, names),
        losses_chart(run, board, names),
    )
    return tuple(chart for chart in found if any(series.points for series in chart.series))


def score_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Scores, best first, with the interval if replayed and the one on new cases."""
    standings = board.scored
    series = [
        Series(name, tuple(_score_point(each, names, wide=wide) for each in standings))
        for name, wide in (("If replayed", False), ("On new cases", True))
    ]
    return Chart(
        id="score",
        title=_score_title(board, names),
        measure="Average share of each case's points, %; thick line: 95 % interval if the same "
        "cases were replayed; thin line: on new cases",
        n=of_what(run),
        kind="interval",
        series=tuple(series),
        x=_SCORE,
        y=Axis("", scale="category", categories=tuple(names.name(e.model) for e in standings)),
        table=picked(run, board, names, "score",
                     ("rank", "score", "sd", "these_cases", "other_cases")),
    )  # fmt: skip


def _score_point(each: Standing, names: Names, *, wide: bool) -> Point:
    interval = each.other_cases if wide else each.these_cases
    doctor = names.doctor(each.model)
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return Point(
        x=each.score or 0.0,
        y=doctor.name,
        lo=low,
        hi=high,
        label=doctor.name,
        group=doctor.group,
        href=model_href(each.model),
        text=f"{numbers.number(each.score)} ({numbers.span(low, high)}){_gaps(each)}",
    )


def _score_title(board: Leaderboard, names: Names) -> str:
    found, scored = board.resolution, board.complete
    if not scored:
        return "No doctor has every planned consult" if board.scored else "Nothing was scored"
    if len(scored) == 1:
        return f"{names.name(scored[0].model)} scored {numbers.percent(scored[0].score)}"
    shown = {each.model: numbers.percent(each.score) for each in scored}
    by_score = sorted(scored, key=lambda each: each.score or 0.0)
    last, best = shown[by_score[0].model], shown[by_score[-1].model]
    who = {
        text: numbers.named([names.name(m) for m, own in shown.items() if own == text], "doctor")
        for text in (best, last)
    }
    ends = (
        f"Every score is {best}"
        if best == last
        else f"Scores run from {best} ({who[best]}) to {last} ({who[last]})"
    )
    if not found.pairs:
        return ends
    pairs = numbers.plural(found.pairs, "pair")
    verb = "differs" if found.pairs == 1 else "differ"
    return f"{ends}; {found.clear_pairs} of {pairs} {verb} clearly"


FRONTIER = "Best value"
_COST_MEASURE = (
    "Score, %, against average cost of a consult, US$, logarithmic; the line joins best value"
)
_NAMED = 4
"""So many doctors on the frontier are named in the title; more are counted."""


def cost_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Score against cost a consult, on a logarithmic scale; free doctors have no place on it."""
    paid = [each for each in board.scored if each.cost]
    whole = [each for each in paid if each.complete]
    best = frontier(whole)
    unpriced = len(board.scored) - len(paid)
    left_out = f"{numbers.plural(unpriced, 'doctor')} without a price left out" if unpriced else ""
    table = picked(run, board, names, "cost", ("score", "cost"))
    marks = ["yes" if each in best else "" for each in board.standings]
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
        title=_cost_title(whole, best, names, noun_for(board, names)),
        measure=_COST_MEASURE + (f"; {left_out}" if left_out else ""),
        n=of_what(run),
        kind="scatter",
        series=(*([line] if len(best) > 1 else []), *by_group(list(points.values()))),
        x=Axis("Cost of a consult", "US$", scale="log"),
        y=Axis("Score", "%"),
        table=replace(
            table,
            columns=(*table.columns, Column("best_value", FRONTIER, kind="text")),
            rows=tuple((*row, mark) for row, mark in zip(table.rows, marks, strict=True)),
            note="Best value: none with every consult scored more for the same money or less; "
            "whoever scored least is left out.",
        ),
    )


def frontier(paid: Sequence[Standing]) -> tuple[Standing, ...]:
    """The doctors whom none outscores for the same money or less, cheapest first.

    Whoever scored least is none of them: nothing can be worse, so being cheapest is no value.
    """
    least = min((each.score or 0.0 for each in paid), default=0.0)
    worth = [each for each in paid if (each.score or 0.0) > least or len(paid) == 1]
    best: list[Standing] = []
    for each in sorted(worth, key=lambda each: (each.cost or 0.0, -(each.score or 0.0))):
        if not best or (each.score or 0.0) > (best[-1].score or 0.0):
            best.append(each)
    return tuple(best)


def _cost_title(paid: Sequence[Standing], best: Sequence[Standing], names: Names, noun: str) -> str:
    if not best:
        return "Score and cost"
    who = [names.name(each.model) for each in reversed(best)]
    which = (
        who[0] if len(who) == 1
        else f"{', '.join(who[:-1])} or {who[-1]}" if len(who) <= _NAMED
        else f"the {numbers.spelled(len(who))} on the line"
    )  # fmt: skip
    value = f"none scored more for less than {which}"
    found = rank_correlation([e.cost or 0.0 for e in paid], [e.score or 0.0 for e in paid])
    if found is None:
        return numbers.upper_first(value)
    says = {1: f"Dearer {noun}s scored higher", -1: f"Cheaper {noun}s scored higher",
            0: "No clear relation between price and score"}  # fmt: skip
    return f"{says[found.sign]} ({found}); {value}"


def flags_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Red flags found against questions asked."""
    known = [e for e in board.scored if e.questions is not None and e.red_flags is not None]
    points = [point(each, each.questions or 0.0, each.red_flags or 0.0, names,
                    f"{numbers.number(each.questions)} questions, "
                    f"{numbers.percent(each.red_flags)} of red flags")
              for each in known]  # fmt: skip
    return Chart(
        id="questions",
        title=_flags_title([e for e in known if e.complete], names, noun_for(board, names)),
        measure="Red flags found, %, against questions asked a consult",
        n=of_what(run),
        kind="scatter",
        series=by_group(points),
        x=Axis("Questions asked", "a consult"),
        y=Axis("Red flags found", "%"),
        table=picked(run, board, names, "questions",
                     ("questions", "red_flags", "flags_per_10_questions")),
    )  # fmt: skip


def _flags_title(known: Sequence[Standing], names: Names, noun: str) -> str:
    """Whether the two are related; of too few doctors, who found the most."""
    found = rank_correlation(
        [e.questions or 0.0 for e in known], [e.red_flags or 0.0 for e in known]
    )
    if found is not None:
        says = {1: f"{numbers.upper_first(noun)}s that asked more found more red flags",
                -1: f"{numbers.upper_first(noun)}s that asked more found fewer red flags",
                0: "No clear relation between questions asked and red flags found"}  # fmt: skip
        return f"{says[found.sign]} ({found})"
    most = max(known, key=lambda e: (e.red_flags or 0.0, -(e.questions or 0.0)), default=None)
    if most is None:
        return "Red flags found"
    return (
        f"{names.name(most.model)} found {numbers.percent(most.red_flags)} of the red flags with "
        f"{numbers.plural(round(most.questions or 0.0), 'question')} a consult"
    )


def losses_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Stacked bars: what each doctor's score lacks, by part of the bill."""
    found = losses(run)
    drawn = _drawn_losses(found, board.scored)
    series = tuple(
        Series(name, tuple(
            Point(x=lost[part], y=names.name(model), label=names.name(model), group=part,
                  href=model_href(model), text=f"{name}: {numbers.percent(lost[part], 1)}")
            for model, lost in drawn.items()
        ))
        for part, name in PARTS.items()
    )  # fmt: skip
    return Chart(
        id="losses",
        title=_losses_title(drawn, run),
        measure="Average points lost, % of the case's maximum",
        n=of_what(run),
        kind="stacked_bar",
        series=series,
        x=Axis("Points lost", "%"),
        y=Axis("", scale="category", categories=tuple(map(names.name, drawn))),
        table=losses_table(run, found, list(drawn), names),
    )


def _drawn_losses(
    found: Sequence[Losses], standings: Sequence[Standing]
) -> dict[str, dict[Part, float]]:
    """Losses by doctor and part, no more in all than the score lacks.

    A consult cannot score below 0, so a doctor that lost more than everything is drawn to scale.
    """
    by_model = {each.model: each.parts for each in found}
    drawn = {}
    for standing in standings:
        lost = {part: share or 0.0 for part, share in by_model[standing.model].items()}
        lacks, whole = 100 - (standing.score or 0.0), sum(lost.values())
        scale = lacks / whole if whole > lacks else 1.0
        drawn[standing.model] = {part: share * scale for part, share in lost.items()}
    return drawn


def _losses_title(drawn: Mapping[str, Mapping[Part, float]], run: Run) -> str:
    """Where most was lost, beside how much there was to earn: a large part loses much anyway."""
    totals = {part: sum(lost[part] for lost in drawn.values()) for part in PARTS}
    whole = sum(totals.values())
    if whole <= 0:
        return "No points were lost"
    part = max(totals, key=lambda each: totals[each])
    lost = round(100 * totals[part] / whole)
    return (
        f"{PARTS[part]} made up {lost} % of the points lost, and {_share_of_all(run, part)} % of "
        "the points there were to earn"
    )


def _share_of_all(run: Run, part: Part) -> int:
    """A part's share of all maxima of the scored consults, in percent."""
    records = [consult.record for consult in scored(run)]
    most = sum(record.domain(part).max for record in records)
    return round(100 * most / sum(record.max for record in records))


def point(each: Standing, x: float, y: float, names: Names, text: str) -> Point:
    """One doctor."""
    doctor = names.doctor(each.model)
    return Point(x=x, y=y, label=doctor.name, group=doctor.group, href=model_href(each.model),
                 text=text + _gaps(each))  # fmt: skip


def _gaps(each: Standing) -> str:
    """What stands beside the figures of a doctor with gaps."""
    return "" if each.complete else f", {each.n_scored} of {each.n_planned} consults"


def by_group(points: Sequence[Point]) -> tuple[Series, ...]:
    """One series a group of doctors, named as in the key."""
    series = (
        Series(name, tuple(each for each in points if each.group == group))
        for group, name in GROUPS.items()
    )
    return tuple(each for each in series if each.points)


def picked(run: Run, board: Leaderboard, names: Names, id_: str, columns: Sequence[str]) -> Table:
    """Some columns of the leaderboard as a table of their own."""
    whole = leaderboard_table(run, board, names)
    wanted = ("doctor", "scored", *columns)
    places = [place for place, column in enumerate(whole.columns) if column.name in wanted]
    return Table(
        id=id_,
        title=whole.title,
        reading="Averages over each doctor's scored consults.",
        columns=tuple(whole.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in whole.rows),
        n=whole.n,
    )
