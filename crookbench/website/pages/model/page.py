"""The pages of doctors: all of them, and everything each did, run by run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import money, number, plural, span
from crookbench.figures.played import share
from crookbench.website import urls, words
from crookbench.website.doctors import DoctorView, doctor_view, groups_of
from crookbench.website.page import Page
from crookbench.website.pages.model.faults import FaultLine, fault_lines
from crookbench.website.pages.model.profile import ProfileView, profile_view
from crookbench.website.pages.model.traps import TrapLine, trap_lines
from crookbench.website.pages.run.findings import tied
from crookbench.website.runview import RunView, run_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crookbench.figures.leaderboard import Standing
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class ConsultRow:
    """One consult of a doctor, in a line."""

    path: str
    case: str
    rep: int
    score: str
    parts: tuple[str, ...]
    flags: str
    asked: int
    outcome: str
    harmed: bool
    cost: str


@dataclass(frozen=True, slots=True)
class InRun:
    """What a doctor did in one run."""

    run: RunView
    score: str
    rank: str
    facts: tuple[tuple[str, str], ...]
    profile: ProfileView | None
    traps: tuple[TrapLine, ...]
    faults: tuple[FaultLine, ...]
    consults: tuple[ConsultRow, ...]


def model_pages(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[Page]:
    """The list of doctors, and the page of each."""
    everyone = {model: _in_runs(source, model, figures) for model in source.models}
    yield _index(source, everyone)
    for model, runs in everyone.items():
        doctor = doctor_view(source, model)
        consults = sum(len(each.consults) for each in runs)
        yield Page(
            path=doctor.path,
            template="model.html",
            title=doctor.name,
            description=f"{doctor.name} as the GP: {plural(consults, 'consult')}, run by run.",
            section="Models",
            context={"doctor": doctor, "groups": groups_of([doctor]), "runs": runs},
        )


def _index(source: Source, everyone: dict[str, tuple[InRun, ...]]) -> Page:
    listed = [
        (doctor_view(source, model), tuple(each.run for each in runs))
        for model, runs in sorted(everyone.items(), key=lambda pair: _alphabet(source, pair[0]))
    ]
    return Page(
        path=f"models/{urls.INDEX}",
        template="models.html",
        title="Models and other doctors",
        description="Every model, baseline and person that played, with the runs they played in.",
        section="Models",
        context={"doctors": listed, "groups": groups_of(doctor for doctor, _ in listed)},
    )


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
    records = [record for record in run.records if record.model == model]
    rank = standing.rank
    return InRun(
        run=run_view(run),
        score=number(standing.score),
        rank=span(rank.low, rank.high) if rank else "",
        facts=tuple((name, tied(value)) for name, value in _facts(standing)),
        profile=profile_view(found.profiles[model]) if model in found.profiles else None,
        traps=trap_lines(source, found, model),
        faults=fault_lines(source, found, model),
        consults=tuple(_row(source, run, record) for record in records),
    )


def _facts(standing: Standing) -> tuple[tuple[str, str], ...]:
    near, far = standing.these_cases, standing.other_cases
    shares = standing.parts
    parts = (f"{name.lower()} {number(shares[part])} %" for part, name in words.PARTS.items())
    return (
        ("Scored", f"{standing.n_scored} of {plural(standing.n_planned, 'planned consult')}"),
        ("On these cases again", f"{span(near.low, near.high)} %" if near else "too few repeats"),
        ("On other cases", f"{span(far.low, min(100, far.high))} %" if far else "too few cases"),
        ("Spread", f"{number(standing.sd, 1)} points, the standard deviation over consults"),
        ("Parts of the bill", ", ".join(parts)),
        ("Red flags asked about", f"{number(standing.red_flags)} %"),
        ("Questions in a consult", number(standing.questions, 1)),
        ("Right diagnosis first", f"{number(standing.top_dx_right)} %"),
        ("Harmful acts in a consult", number(standing.harms, 2)),
        ("Required care missed", _missed(standing)),
        ("Cost of a consult", money(standing.cost, missing="not known")),
    )


def _missed(standing: Standing) -> str:
    return f"{standing.required_care_missed or 0} of {plural(standing.n_scored, 'consult')}"


def _row(source: Source, run: Run, record: Record) -> ConsultRow:
    caught = sum(flag.elicited for flag in record.red_flags)
    domains = (record.domain(part) for part in words.PARTS)
    return ConsultRow(
        path=urls.consult_page(run.manifest.id, *record.key),
        case=source.case_title(record.case, run),
        rep=record.rep,
        score=number(share(record) if record.max else None),
        parts=tuple(f"{number(domain.earned)}/{domain.max}" for domain in domains),
        flags=f"{caught}/{len(record.red_flags)}",
        asked=record.questions,
        outcome=words.OUTCOME_NAMES[record.consequence],
        harmed=record.consequence in ("harmful", "missed_red_flag"),
        cost=number(record.usage.cost, 2),
    )
