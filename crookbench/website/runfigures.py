"""Everything figured out about one run, once, for all the pages that show some of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.by_case import flags_table, treatments_table
from crookbench.figures.charts import charts
from crookbench.figures.export import datasets
from crookbench.figures.faults import faults, faults_table
from crookbench.figures.findings import findings
from crookbench.figures.items import item_analysis
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names
from crookbench.figures.profile import profiles
from crookbench.figures.traps import traps
from crookbench.website import words
from crookbench.website.downloads import run_files
from crookbench.website.reading import reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.figures.export import Dataset
    from crookbench.figures.faults import Faults
    from crookbench.figures.figure import Chart, Table
    from crookbench.figures.findings import Finding
    from crookbench.figures.items import Item
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.figures.played import Key
    from crookbench.figures.profile import Profile
    from crookbench.figures.traps import Trap
    from crookbench.records.results import Run
    from crookbench.website.downloads import Download
    from crookbench.website.kept import Kept
    from crookbench.website.reading import Reading
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run with its leaderboard, findings, charts, tables and files.

    Attributes:
        items: For each case its items, with who did each.
        readings: Every consult's moves and awards in words, by its key.
        by_doctor: What went wrong beside the score, by doctor; `profiles` are each doctor's
            strengths and weaknesses.
    """

    run: Run
    board: Leaderboard
    findings: tuple[Finding, ...]
    charts: tuple[Chart, ...]
    faults: Table
    flags: Table
    treatments: Table
    by_doctor: Mapping[str, Faults]
    traps: tuple[Trap, ...]
    items: Mapping[str, tuple[Item, ...]]
    readings: Mapping[Key, Reading]
    profiles: Mapping[str, Profile]
    names: Names
    datasets: tuple[Dataset, ...]
    downloads: tuple[Download, ...]


def chart_csv(run: str, chart: str) -> str:
    """Where the numbers of a chart can be downloaded."""
    return f"data/{run}/{chart}.csv"


def figures_of(source: Source, kept: Kept) -> Mapping[str, RunFigures]:
    """The figures of every run, by its id."""
    return {run.manifest.id: _figures(source, run, kept) for run in source.runs}


def _figures(source: Source, run: Run, kept: Kept) -> RunFigures:
    cases = {} if run.manifest.played_on else source.cases
    names = Names(
        source.doctors, {case: source.case_title(case, run) for case in run.manifest.cases}
    )
    board = leaderboard(run)
    trapped = traps(run, cases, source.catalogue)
    drawn = charts(run, board, trapped, names)
    items = item_analysis(run)
    sets = datasets(run)
    faulty = faults(run, cases)
    return RunFigures(
        run=run,
        board=board,
        findings=findings(run, board, trapped, names),
        charts=drawn,
        faults=faults_table(run, faulty, names),
        flags=flags_table(run, names),
        treatments=treatments_table(run, source.catalogue, names),
        by_doctor={each.model: each for each in faulty},
        traps=trapped,
        items=items,
        readings={
            each.record.key: reading(
                each, source.catalogue, wordless=run.manifest.kind == "wordless"
            )
            for each in run.consults
        },
        profiles=profiles(run, items, words.PARTS),
        names=names,
        datasets=sets,
        downloads=tuple(run_files(run, board, sets, drawn, kept)),
    )
