"""The pages of runs: the overview of the featured one, each run's own, and their list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number, plural
from crookbench.website.page import Page
from crookbench.website.pages.run.board import Board, board_view
from crookbench.website.pages.run.findings import FindingView, findings_page_path, findings_view
from crookbench.website.pages.run.grid import Grid, grid
from crookbench.website.pages.run.summary import Summary, summary
from crookbench.website.pages.run.undisputed import undisputed_pages
from crookbench.website.paging import MOST_ROWS, Pager, fold_table, pager, split
from crookbench.website.tables import TableView, table_view
from crookbench.website.urls import INDEX, page_number, run_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crookbench.records.results import Run
    from crookbench.website.page import Part
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class FailureView:
    """A planned consult that has no score, and why."""

    model: str
    case: str
    rep: int
    why: str


@dataclass(frozen=True, slots=True)
class OverviewView:
    """What the overview shows of the featured run.

    Attributes:
        more_runs: How many runs there are, where there are several.
        pager: Leads to further doctors, on the pages of the run.
        conversations: Where whole conversations of models stand, if not in the featured run.
    """

    run: RunView
    summary: Summary
    more_runs: int
    pager: Pager | None
    conversations: RunView | None


@dataclass(frozen=True, slots=True)
class RunPageView:
    """What the page of a run shows.

    Attributes:
        summary: None for the featured run, whose summary is the overview.
        failures: Planned consults without a score; `more_failures` are not listed.
        covered: Tables that tell what scores.
        configuration: Names and values.
    """

    run: RunView
    summary: Summary | None
    grid: Grid
    failures: tuple[FailureView, ...]
    more_failures: int
    tables: tuple[TableView, ...]
    covered: tuple[TableView, ...]
    configuration: tuple[tuple[str, str], ...]
    pager: Pager | None


@dataclass(frozen=True, slots=True)
class MoreDoctorsView:
    """What a further page of a run of very many doctors shows."""

    run: RunView
    board: Board
    grid: Grid
    pager: Pager | None


@dataclass(frozen=True, slots=True)
class RunsView:
    """What the list of runs shows."""

    runs: tuple[RunView, ...]


@dataclass(frozen=True, slots=True)
class FindingsPageView:
    """What the page of evidence shows."""

    run: RunView
    findings: tuple[FindingView, ...]


def run_parts(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Part]:
    """The overview, the list of runs, and the pages of each."""
    yield partial(_overview, source, figures)
    yield partial(_list, source)
    for found in figures.values():
        for number_ in range(1, len(split(found.board.standings)) + 1):
            yield partial(_doctors_page, source, found, number_)
        yield partial(_findings_page, source, found)
        yield partial(undisputed_pages, source, found)


def _overview(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Page]:
    run = source.featured
    found = figures[run.manifest.id]
    shown = summary(source, found, INDEX)
    yield Page(
        path=INDEX,
        template="overview.html",
        title="How AI models do as the GP in a consultation game",
        description=(
            f"{shown.answer} {plural(len(run.records), 'consult')} with points for what was done. "
            "A benchmark of a game, not of medical competence."
        ),
        section="overview",
        ours=source.is_ours(run),
        view=OverviewView(
            run=source.view_of(run),
            summary=shown,
            more_runs=len(source.runs) if source.runs[1:] else 0,
            pager=pager(run_page(run.manifest.id), 1, len(split(found.board.standings))),
            conversations=_conversations(source) if run.manifest.kind == "wordless" else None,
        ),
    )


def _conversations(source: Source) -> RunView | None:
    """The first run that has the words of a model: scripts say the same in every consult."""
    for run in source.runs:
        doctors = (source.doctors[doctor.id] for doctor in run.manifest.doctors)
        if run.manifest.kind == "full" and any(doctor.is_model for doctor in doctors):
            return source.view_of(run)
    return None


def _list(source: Source) -> Iterator[Page]:
    yield Page(
        path=f"runs/{INDEX}",
        template="runs.html",
        title="Runs",
        description="Every run: one set of consults under the same conditions.",
        section="Runs",
        view=RunsView(tuple(map(source.view_of, source.runs))),
    )


def _doctors_page(source: Source, found: RunFigures, number_: int) -> Iterator[Page]:
    """The nth page of a run: the first tells everything, further ones list further doctors."""
    run = found.run
    path = run_page(run.manifest.id)
    boards = split(found.board.standings)
    models = split([doctor.id for doctor in run.manifest.doctors])[number_ - 1]
    view = source.view_of(run)
    consults = grid(source, run, models, run.manifest.cases)
    pages = pager(path, number_, len(boards))
    if number_ > 1:
        yield Page(
            path=page_number(path, number_),
            template="more-doctors.html",
            title=f"{run.manifest.title}, page {number_}",
            description=f"More doctors of {run.manifest.title}, with every consult.",
            section="Runs",
            ours=source.is_ours(run),
            view=MoreDoctorsView(
                view,
                board_view(source, found.board, boards[number_ - 1], found.names),
                consults,
                pages,
            ),
        )
        return
    failures = _failures(source, run)
    yield Page(
        path=path,
        template="run.html",
        title=run.manifest.title,
        description=f"{run.manifest.title}: {plural(len(run.records), 'consult')} with scores.",
        section="Runs",
        ours=source.is_ours(run),
        view=RunPageView(
            run=view,
            summary=None if run is source.featured else summary(source, found, path),
            grid=consults,
            failures=tuple(islice(failures, MOST_ROWS)),
            more_failures=max(0, len(run.missing) - MOST_ROWS),
            tables=(table_view(fold_table(found.faults)),),
            covered=(table_view(fold_table(found.flags)), table_view(fold_table(found.treatments))),
            configuration=tuple(islice(_configuration(run), MOST_ROWS)),
            pager=pages,
        ),
    )


def _findings_page(source: Source, found: RunFigures) -> Iterator[Page]:
    """The lists of consults behind the findings, where any has more than one."""
    run = found.run
    path = findings_page_path(run.manifest.id)
    view = findings_view(source, run, found.findings)
    if any(phrase.path.startswith(path) for each in view for phrase in each.phrases):
        yield Page(
            path=path,
            template="findings.html",
            title=f"What stood out in {run.manifest.title}",
            description="Every claim about the run, with the consults behind it.",
            section="Runs",
            ours=source.is_ours(run),
            view=FindingsPageView(source.view_of(run), view),
        )


def _failures(source: Source, run: Run) -> Iterator[FailureView]:
    """Planned consults without a score, in the order of the plan."""
    failed = {failure.key: failure for failure in run.failures}
    for key in run.missing:
        model, case, rep = key
        why = failed[key].ending.replace("_", " ") if key in failed else "not played yet"
        title = source.case_title(case, run)
        yield FailureView(source.doctors.name(model), title, rep, why)


def _configuration(run: Run) -> Iterator[tuple[str, str]]:
    manifest = run.manifest
    yield "Run", manifest.id
    yield "Cases", ", ".join(manifest.cases)
    yield "Repeats", str(manifest.reps)
    yield "Budget", f"{number(manifest.questions)} questions a consult"
    yield "Patient", manifest.patient
    if manifest.marker:
        yield "Marker", manifest.marker
    for doctor in manifest.doctors:
        if doctor.parameters:
            pairs = (f"{name} = {value}" for name, value in sorted(doctor.parameters.items()))
            yield doctor.id, ", ".join(pairs)
    if manifest.catalogue_hash:
        yield "Catalogue", manifest.catalogue_hash
    for case, version in sorted(manifest.case_hashes.items()):
        yield f"Case {case}", version
