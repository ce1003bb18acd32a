"""The pages of doctors: all of them, and everything each did, run by run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crookbench.figures.lost import lost_by
from crookbench.figures.numbers import BELOW, money, number, plural, share_percent, span
from crookbench.figures.played import share
from crookbench.figures.repeats import every_time
from crookbench.website import urls, words
from crookbench.website.doctors import DoctorView, doctor_view, groups_of
from crookbench.website.page import Page
from crookbench.website.pages.lost import LostTable, lost_table
from crookbench.website.pages.model.faults import FaultLine, fault_lines
from crookbench.website.pages.model.profile import ProfileView, profile_view
from crookbench.website.pages.model.traps import TrapLine, trap_lines
from crookbench.website.paging import MOST_ROWS, Pager, pager, split
from crookbench.website.tables import Figure, sort_value
from crookbench.website.text import keep_percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.figures.leaderboard import Standing
    from crookbench.figures.models import Group
    from crookbench.records.record import Domain, Record
    from crookbench.records.results import Run
    from crookbench.website.page import Part
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class ConsultRow:
    """One consult of a doctor, in a line."""

    path: str
    case: str
    rep: int
    score: str
    parts: tuple[Figure, ...]
    flags: str
    asked: int
    outcome: str
    harmed: bool
    disputed: str
    cost: str


@dataclass(frozen=True, slots=True)
class InRun:
    """What a doctor did in one run; `more` consults have no row, because they are very many."""

    run: RunView
    score: str
    rank: str
    facts: tuple[tuple[str, str], ...]
    profile: ProfileView | None
    lost: LostTable
    traps: tuple[TrapLine, ...]
    faults: tuple[FaultLine, ...]
    consults: tuple[ConsultRow, ...]
    more: int


@dataclass(frozen=True, slots=True)
class ModelView:
    """What the page of a doctor shows."""

    doctor: DoctorView
    groups: Mapping[Group, str]
    runs: tuple[InRun, ...]


@dataclass(frozen=True, slots=True)
class ModelsView:
    """What a list of doctors shows: each with the runs it played in."""

    doctors: tuple[tuple[DoctorView, tuple[RunView, ...]], ...]
    groups: Mapping[Group, str]
    pager: Pager | None


_AT_ONCE = 8
"""Doctors of one part."""


def model_parts(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Part]:
    """The list of doctors, and the page of each."""
    yield partial(_lists, source)
    for models in split(source.models, _AT_ONCE):
        yield partial(_pages, source, models, figures)


def _pages(
    source: Source, models: Sequence[str], figures: Mapping[str, RunFigures]
) -> Iterator[Page]:
    for model in models:
        doctor = doctor_view(source, model)
        runs = _in_runs(source, model, figures)
        consults = sum(len(each.consults) + each.more for each in runs)
        yield Page(
            path=doctor.path,
            template="model.html",
            title=doctor.name,
            description=f"{doctor.name} as the GP: {plural(consults, 'consult')}, run by run.",
            section="Models",
            view=ModelView(doctor, groups_of([doctor]), runs),
        )


def _lists(source: Source) -> Iterator[Page]:
    played = {run.manifest.id: {each.id for each in run.manifest.doctors} for run in source.runs}
    lists = split(sorted(source.models, key=lambda model: _alphabet(source, model)))
    for number_, models in enumerate(lists, start=1):
        doctors = tuple(
            (
                doctor_view(source, model),
                tuple(source.view_of(r) for r in source.runs if model in played[r.manifest.id]),
            )
            for model in models
        )
        path = f"models/{urls.INDEX}"
        nth = "" if number_ == 1 else f", page {number_}"
        yield Page(
            path=urls.page_number(path, number_),
            template="models.html",
            title=f"Models and other doctors{nth}",
            description="Every model, baseline and person that played, with the runs they played "
                        f"in{nth}.",
            section="Models",
            view=ModelsView(doctors, groups_of(doctor for doctor, _ in doctors),
                            pager(path, number_, len(lists))),
        )  # fmt: skip


def _alphabet(source: Source, model: str) -> tuple[bool, str]:
    """Models first, baselines and people after them, each by name."""
    doctor: DoctorView = doctor_view(source, model)
    return (doctor.group in ("baseline", "person"), doctor.name.lower())


def _in_runs(source: Source, model: str, figures: Mapping[str, RunFigures]) -> tuple[InRun, ...]:
    found = []
    for each in figures.values():
        standing = next((one for one in each.board.standings if one.model == model), None)
        if standing is not None:
            found.append(_in_run(source, each, standing))
    return tuple(found)


def _in_run(source: Source, found: RunFigures, standing: Standing) -> InRun:
    run, model = found.run, standing.model
    consults = found.by_model.get(model, ())
    rank = standing.rank
    return InRun(
        run=source.view_of(run),
        score=number(standing.score),
        rank=span(rank.low, rank.high) if rank else "",
        facts=tuple(
            (name, keep_percent(value))
            for name, value in (*_facts(standing), *_every_time(run, model))
        ),
        profile=profile_view(found.profiles[model]) if model in found.profiles else None,
        lost=lost_table(
            source, run, lost_by(run, model), lambda key: f"repeat {key[2]}", with_case=True
        ),
        traps=trap_lines(source, found, model),
        faults=fault_lines(source, found, model),
        consults=tuple(_row(source, run, each.record) for each in consults[:MOST_ROWS]),
        more=max(0, len(consults) - MOST_ROWS),
    )


def _facts(standing: Standing) -> tuple[tuple[str, str], ...]:
    near, far = standing.these_cases, standing.other_cases
    shares = standing.parts
    parts = (f"{name.lower()} {share_percent(shares[part])}" for part, name in words.PARTS.items())
    return (
        ("Scored", f"{standing.n_scored} of {plural(standing.n_planned, 'planned consult')}"),
        ("If replayed", f"{span(near.low, near.high)} %" if near else "too few repeats"),
        ("On new cases", f"{span(far.low, min(100, far.high))} %" if far else "too few cases"),
        ("Spread", f"{number(standing.sd, 1)} points (standard deviation over consults)"),
        ("Parts of the bill", ", ".join(parts)),
        ("Red flags found", f"{number(standing.red_flags)} %"),
        ("Questions in a consult", number(standing.questions, 1)),
        ("Right diagnosis first", f"{number(standing.top_dx_right)} %"),
        ("Harmful acts in a consult", number(standing.harms, 2)),
        ("Required care missed", _missed(standing)),
        ("Cost of a consult", money(standing.cost, missing="not known")),
    )


def _every_time(run: Run, model: str) -> Iterator[tuple[str, str]]:
    """What it does in all of one, two, three repeats of a case."""
    found = every_time(run)[model]
    if len(found) > 1:
        repeats = ", ".join(str(each.k) for each in found)
        ideal = ", ".join(f"{number(each.ideal)} %" for each in found)
        unharmed = ", ".join(f"{number(each.unharmed)} %" for each in found)
        yield f"Ideal in all of {repeats} repeats", ideal
        yield f"No harm in all of {repeats} repeats", unharmed


def _missed(standing: Standing) -> str:
    return f"{standing.required_care_missed or 0} of {plural(standing.n_scored, 'consult')}"


def _part(domain: Domain) -> Figure:
    """Points of a part, of its maximum; a part below 0 has no use for its number."""
    text = BELOW if domain.earned < 0 else f"{number(domain.earned)}/{domain.max}"
    return Figure(text, sort_value(domain.earned))


def _row(source: Source, run: Run, record: Record) -> ConsultRow:
    caught = sum(flag.elicited for flag in record.red_flags)
    disputed = source.disputed(run).get(record.key)
    domains = (record.domain(part) for part in words.PARTS)
    return ConsultRow(
        path=urls.consult_page(run.manifest.id, *record.key),
        case=source.case_title(record.case, run),
        rep=record.rep,
        score=number(share(record) if record.max else None),
        parts=tuple(_part(domain) for domain in domains),
        flags=f"{caught}/{len(record.red_flags)}",
        asked=record.questions,
        outcome=words.OUTCOME_NAMES[record.consequence],
        disputed=disputed.text if disputed else "",
        harmed=record.consequence in ("harmful", "missed_red_flag"),
        cost=number(record.usage.cost, 2),
    )
