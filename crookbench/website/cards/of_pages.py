"""The cards of the pages whose links are shared: overview, runs, models, cases and consults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures.models import GROUPS
from crookbench.figures.numbers import (
    number,
    percent,
    plural,
    share_percent,
    share_text,
    span,
    upper_first,
)
from crookbench.figures.played import of_what, played, share
from crookbench.website import urls, words
from crookbench.website.cards.card import Bar, Card
from crookbench.website.doctors import doctor_view
from crookbench.website.runview import whose_cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import CaseEntry, Source

_MOST = 5
"""So many doctors stand on a card."""


def cards_of(source: Source, figures: Mapping[str, RunFigures]) -> dict[str, Card]:
    """Every card but those of consults by the path of its page."""
    boards = {run.manifest.id: figures[run.manifest.id].board for run in source.runs}
    found = {urls.INDEX: _overview(source, boards)}
    for run in source.runs:
        board = boards[run.manifest.id]
        found[urls.run_page(run.manifest.id)] = _run(source, run, board, run.manifest.title)
    for model in source.models:
        found[urls.model_page(model)] = _model(source, model, boards)
    for entry in source.case_entries:
        found[entry.path] = _case(source, entry)
    return found


def _overview(source: Source, boards: Mapping[str, Leaderboard]) -> Card:
    run = source.featured
    return _run(source, run, boards[run.manifest.id], "AI models as the GP in a consultation game")


def _run(source: Source, run: Run, board: Leaderboard, title: str) -> Card:
    best = [each for each in board.standings if each.score is not None][:_MOST]
    bars = (_bar(source, each.model, each.score, _rank(each)) for each in best)
    kicker = upper_first(_best_of(len(best), len(board.standings)))
    return Card(kicker, title, tuple(bars), _foot(run, of_what(run)))


def _best_of(shown: int, doctors: int) -> str:
    """How many doctors of how many stand on the card."""
    return plural(doctors, "doctor") if shown == doctors else f"best {shown} of {doctors} doctors"


def _rank(standing: Standing) -> str:
    return f"rank {span(standing.rank.low, standing.rank.high)}" if standing.rank else ""


def _bar(source: Source, model: str, score: float | None, more: str = "") -> Bar:
    value = ", ".join(part for part in (percent(score), more) if part)
    return Bar(source.doctors.name(model), value, _within(score), source.doctors[model].group)


def _within(value: float | None) -> float:
    return max(0.0, min(100.0, value or 0.0))


def _foot(run: Run, *more: str) -> str:
    """What the figures rest on, and on whose cases; the title comes last, where a line is cut."""
    whose = f"on {whose_cases(run)}’s cases" if run.manifest.played_on else ""
    parts = (*more, whose, run.manifest.title)
    return upper_first(" · ".join(part for part in parts if part))


def _runs(source: Source) -> Iterator[Run]:
    """The runs in the order in which a reader wants one: the featured one, then the newest."""
    yield source.featured
    yield from (run for run in source.runs if run is not source.featured)


def _model(source: Source, model: str, boards: Mapping[str, Leaderboard]) -> Card:
    doctor = doctor_view(source, model)
    kicker = ", ".join(part for part in (doctor.lab, GROUPS[doctor.group]) if part)
    for run in _runs(source):
        for standing in boards[run.manifest.id].standings:
            if standing.model == model and standing.score is not None:
                return _standing(run, standing, len(boards[run.manifest.id].ranked), kicker,
                                 doctor.name)  # fmt: skip
    return Card(kicker, doctor.name, (), "No consult scored")


def _standing(run: Run, standing: Standing, ranked: int, kicker: str, name: str) -> Card:
    rank = f"{_rank(standing)} of {ranked}" if standing.rank else ""
    scored = f"{standing.n_scored} of {plural(standing.n_planned, 'consult')}"
    bars = (Bar(words.PARTS[part], share_percent(value), _within(value))
            for part, value in standing.parts.items())  # fmt: skip
    caption = tuple(part for part in ("average score", rank, scored) if part)
    return Card(kicker, name, tuple(bars), _foot(run), percent(standing.score), caption)


def _case(source: Source, entry: CaseEntry) -> Card:
    kicker = f"Case · {entry.case.patient.name}, {entry.case.patient.age}" if entry.case else "Case"
    for run in _runs(source):
        if run.manifest.id not in entry.runs:
            continue
        means = {doctor.model: doctor.case_means[entry.id] for doctor in played(run)
                 if entry.id in doctor.case_means}  # fmt: skip
        if means:
            best = sorted(means.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST]
            bars = tuple(_bar(source, model, mean) for model, mean in best)
            n = sum(record.case == entry.id for record in run.records)
            who = f"{kicker} · {_best_of(len(best), len(means))}"
            return Card(who, entry.title, bars, _foot(run, plural(n, "consult")))
    return Card(kicker, entry.title, (), "Not played yet")


def consult_card(source: Source, run: Run, record: Record) -> Card:
    doctor = source.doctors.name(record.model)
    return Card(
        kicker=f"Consult · repeat {record.rep}",
        title=f"{source.case_title(record.case, run)}, by {doctor}",
        bars=tuple(_parts(record)),
        foot=_foot(run),
        figure=percent(share(record) if record.max else None),
        caption=(
            f"{number(record.total)} of {plural(record.max, 'point')}, {record.level}",
            words.OUTCOMES[record.consequence].removesuffix("."),
        ),
    )


def _parts(record: Record) -> Iterable[Bar]:
    for part, name in words.PARTS.items():
        domain = record.domain(part)
        reach = 100 * domain.earned / domain.max if domain.max else 0.0
        yield Bar(name, f"{share_text(domain.earned)} of {domain.max}", _within(reach))
