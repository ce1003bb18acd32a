"""Everything figured out about one run, once, for all the pages that show some of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crookbench.figures.charts import charts
from crookbench.figures.export import csv_text, datasets, dictionary_csv
from crookbench.figures.faults import faults, faults_table
from crookbench.figures.findings import findings
from crookbench.figures.items import item_analysis, items_table
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names
from crookbench.figures.render import table_csv
from crookbench.figures.report import leaderboard_csv, leaderboard_json
from crookbench.figures.traps import traps
from crookbench.website.page import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.figures.figure import Chart, Table
    from crookbench.figures.findings import Finding
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.runs.results import Run
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class Download:
    """A file of figures, with what it holds."""

    text: Text
    name: str
    about: str

    @property
    def path(self) -> str:
        return self.text.path


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run with its leaderboard, findings, charts, tables and files.

    Attributes:
        items: For each case what its items earned, doctor by doctor.
    """

    run: Run
    board: Leaderboard
    findings: tuple[Finding, ...]
    charts: tuple[Chart, ...]
    faults: Table
    items: Mapping[str, Table]
    downloads: tuple[Download, ...]


def chart_csv(run: str, chart: str) -> str:
    """Where the numbers of a chart can be downloaded."""
    return f"data/{run}/{chart}.csv"


def figures_of(source: Source) -> Mapping[str, RunFigures]:
    """The figures of every run, by its id."""
    return {run.manifest.id: _figures(source, run) for run in source.runs}


def _figures(source: Source, run: Run) -> RunFigures:
    cases = {} if run.manifest.played_on else source.cases
    names = Names(
        source.doctors, {case: source.case_title(case, run) for case in run.manifest.cases}
    )
    board = leaderboard(run)
    trapped = traps(run, cases, source.catalogue)
    drawn = charts(run, board, trapped, names)
    return RunFigures(
        run=run,
        board=board,
        findings=findings(run, board, trapped, names),
        charts=drawn,
        faults=faults_table(run, faults(run, cases), names),
        items=_items(run, [each.model for each in board.standings], names),
        downloads=tuple(_downloads(run, board, drawn)),
    )


def _items(run: Run, models: Sequence[str], names: Names) -> dict[str, Table]:
    """The items of each case that anyone played, the doctors best first."""
    found = item_analysis(run).items()
    tables = {case: items_table(case, items, models, names) for case, items in found if items}
    return {case: _without_ids(table) for case, table in tables.items()}


def _without_ids(table: Table) -> Table:
    """The table without its first column, which is for programs."""
    return replace(table, columns=table.columns[1:], rows=tuple(row[1:] for row in table.rows))


def _downloads(run: Run, board: Leaderboard, drawn: tuple[Chart, ...]) -> Iterator[Download]:
    folder = f"data/{run.manifest.id}"

    def file(name: str, content: str, about: str) -> Download:
        return Download(Text(f"{folder}/{name}", content), name, about)

    yield file("leaderboard.csv", leaderboard_csv(board), "every figure of the leaderboard")
    yield file("leaderboard.json", leaderboard_json(board), "the same for programs")
    sets = datasets(run)
    for each in sets:
        yield file(f"{each.name}.csv", csv_text(each), each.about[0].lower() + each.about[1:-1])
    yield file("dictionary.csv", dictionary_csv(sets), "what every column of these three means")
    for chart in drawn:
        name = f"{chart.id}.csv"
        yield file(name, table_csv(chart.table), f"the numbers of the chart “{chart.title}”")
