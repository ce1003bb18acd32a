"""The pages of runs: the overview of the featured one, each run's own, and their list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number, plural, spelled, upper_first
from crookbench.figures.report import resolution_sentence
from crookbench.website.charts.chart import ChartView, chart_view
from crookbench.website.charts.heat import HeatView, heat_view
from crookbench.website.doctors import doctor_view
from crookbench.website.page import Page
from crookbench.website.pages.run.board import board_view
from crookbench.website.pages.run.findings import findings_page_path, findings_view
from crookbench.website.pages.run.grid import grid
from crookbench.website.runfigures import chart_csv
from crookbench.website.runview import run_view
from crookbench.website.tables import table_view
from crookbench.website.urls import INDEX, run_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crookbench.records.results import Run
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class FigureView:
    """A chart, or a heat map, or several that a reader switches between."""

    chart: ChartView | None = None
    heats: tuple[HeatView, ...] = ()


@dataclass(frozen=True, slots=True)
class FailureView:
    """A planned consult that has no score, and why."""

    model: str
    case: str
    rep: int
    why: str


def overview_page(source: Source, figures: Mapping[str, RunFigures]) -> Page:
    run = source.featured
    found = figures[run.manifest.id]
    return Page(
        path=INDEX,
        template="overview.html",
        title="Crook bench: how AI models do as the GP in a consultation game",
        description=(
            f"{upper_first(spelled(len(run.manifest.doctors)))} doctors, "
            f"{plural(len(run.manifest.cases), 'case')}, {plural(len(run.records), 'consult')}: "
            "each scored by code against a hand-written key, and each can be read."
        ),
        section="overview",
        context=_context(source, found, INDEX)
        | {"more_runs": len(source.runs) if source.runs[1:] else 0},
    )


def run_pages(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Page]:
    """The list of runs, and the pages of each."""
    yield Page(
        path=f"runs/{INDEX}",
        template="runs.html",
        title="Runs",
        description="Every run: one set of consults, made under one configuration.",
        section="Runs",
        context={"runs": tuple(run_view(run) for run in source.runs)},
    )
    for found in figures.values():
        yield _run_page(source, found)
        yield from _findings_page(source, found)


def _run_page(source: Source, found: RunFigures) -> Page:
    run = found.run
    path = run_page(run.manifest.id)
    models = [doctor.id for doctor in run.manifest.doctors]
    return Page(
        path=path,
        template="run.html",
        title=run.manifest.title,
        description=f"{run.manifest.title}: {plural(len(run.records), 'consult')} with scores.",
        section="Runs",
        context=_context(source, found, path)
        | {
            "grid": grid(source, run, models, run.manifest.cases),
            "failures": tuple(_failures(source, run)),
            "tables": (table_view(found.faults),),
            "covered": (table_view(found.flags), table_view(found.treatments)),
            "configuration": tuple(_configuration(run)),
        },
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
            context={"run": run_view(run), "findings": view},
        )


def _context(source: Source, found: RunFigures, page: str) -> dict[str, object]:
    """What the overview and a run's own page have in common."""
    run = found.run
    return {
        "run": run_view(run),
        "board": board_view(source, found.board),
        "resolution": resolution_sentence(found.board.resolution),
        "findings": findings_view(source, run, found.findings),
        "charts": tuple(_figures(source, found, page)),
        "csv": chart_csv(run.manifest.id, "leaderboard"),
    }


def _figures(source: Source, found: RunFigures, page: str) -> Iterator[FigureView]:
    """Every chart in order; heat maps that have a subject are one figure to switch within."""
    doctors = {view.name: view for view in (doctor_view(source, m) for m in source.models)}
    run = found.run.manifest.id
    heats = tuple(
        heat_view(chart, chart_csv(run, chart.id), doctors)
        for chart in found.charts
        if chart.kind == "heatmap"
    )
    switched = tuple(heat for heat in heats if heat.subject)
    for chart in found.charts:
        if chart.kind != "heatmap":
            yield FigureView(chart=chart_view(chart, page, chart_csv(run, chart.id)))
        elif switched and chart.id == switched[0].id:
            yield FigureView(heats=switched)
        elif not chart.subject:
            yield FigureView(heats=tuple(heat for heat in heats if heat.id == chart.id))


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
