"""What a run comes to: who is best, the leaderboard, what stood out, and its charts.

It stands on the overview for the featured run, and on the run's own page for every other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.answer import answer
from crookbench.figures.report import sets_sentence
from crookbench.website.charts.chart import ChartView, chart_view
from crookbench.website.charts.heat import HeatView, heat_view
from crookbench.website.doctors import doctor_view
from crookbench.website.pages.run.board import Board, board_view
from crookbench.website.pages.run.findings import FindingView, findings_view
from crookbench.website.paging import fold_chart, split
from crookbench.website.text import keep_percent
from crookbench.website.urls import chart_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class FigureView:
    """A chart, or a heat map, or several that a reader switches between."""

    chart: ChartView | None = None
    heats: tuple[HeatView, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run comes to.

    Attributes:
        answer: Who is best, and how sure that is; `sure` is how many pairs differ clearly.
        csv: The file of the leaderboard.
    """

    answer: str
    sure: str
    board: Board
    findings: tuple[FindingView, ...]
    charts: tuple[FigureView, ...]
    csv: str


def summary(source: Source, found: RunFigures, page: str) -> Summary:
    """The summary of a run, with the first page of its leaderboard.

    Args:
        source: What the site is computed from.
        found: The figures of the run.
        page: The page that shows it: links in charts are seen from there.
    """
    told = answer(found.board, found.names)
    return Summary(
        answer=keep_percent(told.best),
        sure=keep_percent(f"{sets_sentence(found.board, found.names)} {told.sure}".strip()),
        board=board_view(source, found.board, split(found.board.standings)[0], found.names),
        findings=findings_view(source, found.run, found.findings),
        charts=tuple(_figures(source, found, page)),
        csv=chart_csv(found.run.manifest.id, "leaderboard"),
    )


def _figures(source: Source, found: RunFigures, page: str) -> Iterator[FigureView]:
    """Every chart in order; heat maps that have a subject are one figure to switch within."""
    doctors = {view.name: view for view in (doctor_view(source, m) for m in source.models)}
    groups = {name: view.group for name, view in doctors.items()}
    run = found.run.manifest.id
    drawn = tuple(map(fold_chart, found.charts))
    heats = tuple(
        heat_view(chart, chart_csv(run, chart.id), doctors)
        for chart in drawn
        if chart.kind == "heatmap"
    )
    switched = tuple(heat for heat in heats if heat.subject)
    for chart in drawn:
        if chart.kind != "heatmap":
            yield FigureView(chart=chart_view(chart, page, chart_csv(run, chart.id), groups))
        elif switched and chart.id == switched[0].id:
            yield FigureView(heats=switched)
        elif not chart.subject:
            yield FigureView(heats=tuple(heat for heat in heats if heat.id == chart.id))
