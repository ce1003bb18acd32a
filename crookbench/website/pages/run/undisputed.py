"""The tables of a run as they would be had known issues cost no points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.heatmaps import cases_chart, parts_chart
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.numbers import plural
from crookbench.figures.render import table_csv
from crookbench.website.charts.heat import HeatView, heat_view
from crookbench.website.doctors import doctor_view
from crookbench.website.page import File, Page
from crookbench.website.pages.consult.same_case import Link
from crookbench.website.pages.run.board import Board, board_view
from crookbench.website.pages.run.grid import Grid, grid
from crookbench.website.pages.without_issues import undisputed_run, without_issues
from crookbench.website.paging import MOST_ROWS, fold_chart, fold_table
from crookbench.website.tables import TableView, table_view
from crookbench.website.urls import chart_csv, consult_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class UndisputedView:
    """What the page of a run without disputed points shows.

    Attributes:
        consults: The consults whose points are disputed, each with what is.
        change: Scores and ranks with and without those points.
    """

    run: RunView
    summary: str
    consults: tuple[tuple[Link, str], ...]
    change: TableView
    board: Board
    grid: Grid
    heats: tuple[HeatView, ...]


def undisputed_pages(source: Source, found: RunFigures) -> Iterator[Page | File]:
    """The page and the files of its tables; nothing for a run of which no points are disputed."""
    run = found.run
    change = without_issues(source, run, found.board)
    if change is None:
        return
    lost = source.disputed(run)
    without = undisputed_run(source, run)
    board = leaderboard(without)
    doctors = {view.name: view for view in (doctor_view(source, m) for m in source.models)}
    heats = []
    for draw in (cases_chart, parts_chart):
        chart = draw(without, board, found.names)
        csv = chart_csv(run.manifest.id, f"{chart.id}-without-disputed")
        heats.append(heat_view(fold_chart(chart), csv, doctors))
        yield File(csv, table_csv(chart.table).encode("utf-8", "replace"))
    points = sum(each.points for each in lost.values())
    models = [doctor.id for doctor in run.manifest.doctors][:MOST_ROWS]
    yield Page(
        path=source.undisputed_path(run),
        template="undisputed.html",
        title=f"{run.manifest.title}, without disputed points",
        description="Every table of the run as it would be had known issues cost no points.",
        section="Runs",
        ours=source.is_ours(run),
        view=UndisputedView(
            run=source.view_of(run),
            summary=f"{plural(points, 'point')} in {plural(len(lost), 'consult')}",
            consults=tuple(
                (
                    Link(
                        consult_page(run.manifest.id, *key),
                        f"{source.doctors.name(key[0])}, {source.case_title(key[1], run)}, "
                        f"repeat {key[2]}",
                    ),
                    each.text,
                )
                for key, each in lost.items()
            ),
            change=table_view(fold_table(change)),
            board=board_view(source, board, board.standings[:MOST_ROWS], found.names),
            grid=grid(source, without, models, run.manifest.cases),
            heats=tuple(heats),
        ),
    )
