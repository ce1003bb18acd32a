"""Everything figured out about one run, once, for all the pages that show some of it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.by_case import flags_table, treatments_table
from crookbench.figures.charts import charts
from crookbench.figures.faults import faults, faults_table
from crookbench.figures.findings import findings
from crookbench.figures.items import item_analysis
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.names import Names
from crookbench.figures.profile import profiles
from crookbench.figures.traps import traps
from crookbench.website import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.faults import Faults
    from crookbench.figures.figure import Chart, Table
    from crookbench.figures.findings import Finding
    from crookbench.figures.items import Item
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.figures.profile import Profile
    from crookbench.figures.traps import Trap
    from crookbench.records.results import Consult, Run
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run with its leaderboard, findings, charts and tables.

    Attributes:
        items: For each case its items, with who did each.
        by_model: Consults by their doctor, in the order of the plan; `by_case` those of a case.
        by_doctor: What went wrong beside the score, by doctor; `profiles` are each doctor's
            strengths and weaknesses.
    """

    run: Run
    by_model: Mapping[str, Sequence[Consult]]
    by_case: Mapping[str, Sequence[Consult]]
    board: Leaderboard
    findings: tuple[Finding, ...]
    charts: tuple[Chart, ...]
    faults: Table
    flags: Table
    treatments: Table
    by_doctor: Mapping[str, Faults]
    traps: tuple[Trap, ...]
    items: Mapping[str, tuple[Item, ...]]
    profiles: Mapping[str, Profile]
    names: Names


def figures_of(source: Source) -> Mapping[str, RunFigures]:
    """The figures of every run, by its id."""
    return {run.manifest.id: _figures(source, run) for run in source.runs}


def _figures(source: Source, run: Run) -> RunFigures:
    cases = {} if run.manifest.played_on else source.cases
    names = Names(
        source.doctors,
        {case: source.case_title(case, run) for case in run.manifest.cases},
        {id_: case.set for id_, case in cases.items()},
    )
    board = leaderboard(run)
    trapped = traps(run, cases, source.catalogue)
    items = item_analysis(run)
    faulty = faults(run, cases)
    by_model: defaultdict[str, list[Consult]] = defaultdict(list)
    by_case: defaultdict[str, list[Consult]] = defaultdict(list)
    for consult in run.consults:
        by_model[consult.record.model].append(consult)
        by_case[consult.record.case].append(consult)
    return RunFigures(
        run=run,
        by_model=by_model,
        by_case=by_case,
        board=board,
        findings=findings(run, board, trapped, names),
        charts=charts(run, board, trapped, names),
        faults=faults_table(run, faulty, names),
        flags=flags_table(run, names),
        treatments=treatments_table(run, source.catalogue, names),
        by_doctor={each.model: each for each in faulty},
        traps=trapped,
        items=items,
        profiles=profiles(run, items, words.PARTS),
        names=names,
    )
