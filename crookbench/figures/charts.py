"""The site's charts as values: each is titled with its finding and stands on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.correlation import rank_correlation
from crookbench.figures.cost import cost_chart
from crookbench.figures.figure import Axis, Chart, Point, Series
from crookbench.figures.heatmaps import cases_chart, parts_chart, traps_chart
from crookbench.figures.losses import losses, losses_table
from crookbench.figures.names import model_href
from crookbench.figures.played import of_what
from crookbench.figures.scatter import by_group, picked, point, relation
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.losses import Losses
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


def _scored(board: Leaderboard) -> list[Standing]:
    return [each for each in board.standings if each.score is not None]


def score_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Scores, best first, with the interval on these cases and the one to other cases."""
    standings = _scored(board)
    series = [
        Series(name, tuple(_score_point(each, names, wide=wide) for each in standings))
        for name, wide in (("On these cases", False), ("To other cases", True))
    ]
    return Chart(
        id="score",
        title=_score_title(board, names),
        measure="Mean share of each case's maximum, %, with 95 % intervals",
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
        text=f"{numbers.number(each.score)} ({numbers.span(low, high)})",
    )


def _score_title(board: Leaderboard, names: Names) -> str:
    found, scored = board.resolution, _scored(board)
    if not scored:
        return "Nothing was scored"
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
    return f"{ends}; {found.clear_pairs} of {pairs} can be told apart"


def flags_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Red flags caught against questions asked."""
    known = [e for e in _scored(board) if e.questions is not None and e.red_flags is not None]
    points = [point(each, each.questions or 0.0, each.red_flags or 0.0, names,
                    f"{numbers.number(each.questions)} questions, "
                    f"{numbers.percent(each.red_flags)} of red flags")
              for each in known]  # fmt: skip
    return Chart(
        id="questions",
        title=_flags_title(known, names),
        measure="Red flags caught, %, against questions asked a consult",
        n=of_what(run),
        kind="scatter",
        series=by_group(points),
        x=Axis("Questions asked", "a consult"),
        y=Axis("Red flags caught", "%"),
        table=picked(run, board, names, "questions",
                     ("questions", "red_flags", "flags_per_10_questions")),
    )  # fmt: skip


def _flags_title(known: Sequence[Standing], names: Names) -> str:
    """How closely the two are related; of too few doctors, who caught the most."""
    rho = rank_correlation([e.questions or 0.0 for e in known], [e.red_flags or 0.0 for e in known])
    if rho is not None:
        return relation("Questions asked and red flags caught", rho)
    most = max(known, key=lambda e: (e.red_flags or 0.0, -(e.questions or 0.0)), default=None)
    if most is None:
        return "Red flags caught"
    return (
        f"{names.name(most.model)} caught {numbers.percent(most.red_flags)} of the red flags with "
        f"{numbers.plural(round(most.questions or 0.0), 'question')} a consult"
    )


def losses_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Stacked bars: what each doctor's score lacks, by part of the bill."""
    found = losses(run)
    drawn = _drawn_losses(found, _scored(board))
    series = tuple(
        Series(name, tuple(_loss_point(model, part, lost[part], names)
                           for model, lost in drawn.items()))
        for part, name in PARTS.items()
    )  # fmt: skip
    return Chart(
        id="losses",
        title=_losses_title(drawn),
        measure="Mean points lost, % of the case's maximum",
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


def _loss_point(model: str, part: Part, lost: float, names: Names) -> Point:
    name = names.name(model)
    return Point(x=lost, y=name, label=name, group=part, href=model_href(model),
                 text=f"{PARTS[part]}: {numbers.percent(lost, 1)}")  # fmt: skip


def _losses_title(drawn: Mapping[str, Mapping[Part, float]]) -> str:
    totals = {name: sum(lost[part] for lost in drawn.values()) for part, name in PARTS.items()}
    whole = sum(totals.values())
    if whole <= 0:
        return "No points were lost"
    shares = {name: round(100 * total / whole) for name, total in totals.items()}
    most = max(shares.values())
    tied = [name for name, share in shares.items() if share == most]
    each = "of all" if len(tied) == 1 else "of all each"
    return f"Most points were lost in {numbers.named(tied, 'part')} ({most} % {each})"
