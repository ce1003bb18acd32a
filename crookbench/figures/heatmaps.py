"""Heat maps of doctors against parts of the bill, cases and traps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.figures.names import consult_href, model_href
from crookbench.figures.played import of_what, played, scored
from crookbench.figures.traps import traps_table
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.figures.names import Names
    from crookbench.figures.traps import Trap
    from crookbench.records.results import Run


@dataclass(frozen=True, slots=True)
class _Heat:
    """Mean shares by column and doctor, and where a cell's evidence stands."""

    id: str
    subject: str
    noun: str
    columns: tuple[str, ...]
    values: Mapping[tuple[str, str], float | None]
    hrefs: Mapping[tuple[str, str], str] = field(default_factory=dict)


def parts_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Heat map of doctors and the bill's parts."""
    values = {
        (name, each.model): each.parts[part]
        for each in board.scored
        for part, name in PARTS.items()
    }
    heat = _Heat("parts", "By part of the bill", "part", tuple(PARTS.values()), values)
    return _heat_map(run, board, names, heat)


def cases_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Heat map of doctors and cases; a cell leads to the first of its consults."""
    values: dict[tuple[str, str], float | None] = {
        (names.case(case), doctor.model): doctor.case_means.get(case)
        for doctor in played(run)
        if doctor.n
        for case in run.manifest.cases
    }
    firsts: dict[tuple[str, str], str] = {}
    for model, case, rep in sorted(consult.record.key for consult in scored(run)):
        href = consult_href(run.manifest.id, (model, case, rep))
        firsts.setdefault((names.case(case), model), href)
    columns = tuple(dict.fromkeys(map(names.case, run.manifest.cases)))
    return _heat_map(run, board, names, _Heat("cases", "By case", "case", columns, values, firsts))


def _heat_map(run: Run, board: Leaderboard, names: Names, heat: _Heat) -> Chart:
    """A heat map of doctors, best first."""
    models = [each.model for each in board.scored]
    points = [
        Point(x=column, y=names.name(model), value=value, label=names.name(model),
              group=names.doctor(model).group, text=numbers.share_text(value),
              href=heat.hrefs.get((column, model), model_href(model)))
        for model in models for column in heat.columns
        if (value := heat.values.get((column, model))) is not None
    ]  # fmt: skip
    return Chart(
        id=heat.id,
        title=_title(heat),
        measure="Average share of the points, %",
        n=of_what(run),
        kind="heatmap",
        series=(Series(heat.subject, tuple(points)),),
        x=Axis("", scale="category", categories=heat.columns),
        y=Axis("", scale="category", categories=tuple(map(names.name, models))),
        table=Table(
            id=heat.id,
            title=heat.subject,
            reading="Average share of the points.",
            columns=(
                Column("doctor", "Doctor", kind="text"),
                *(Column(column, column, "%", "share") for column in heat.columns),
            ),
            rows=tuple(
                (names.name(model), *(heat.values.get((column, model)) for column in heat.columns))
                for model in models
            ),
            n=of_what(run),
        ),
        subject=heat.subject,
    )


def _title(heat: _Heat) -> str:
    """In which columns the scores differ most and least, or one doctor's best and worst."""
    spread: dict[str, int] = {}
    means: dict[str, int] = {}
    for column in heat.columns:
        cells = (value for (name, _), value in heat.values.items() if name == column)
        known = [max(0.0, value) for value in cells if value is not None]
        if known:
            means[column] = round(sum(known) / len(known))
        if len(known) > 1:
            spread[column] = round(max(known)) - round(min(known))
    if spread:
        return f"{heat.subject}: {_differ(spread, heat.noun)}"
    return f"{heat.subject}: {_highest(means, heat.noun)}" if means else heat.subject


def _differ(spread: Mapping[str, int], noun: str) -> str:
    most, least = max(spread.values()), min(spread.values())
    if not most:
        return "scores do not differ"
    if most == least:
        return f"scores differ by up to {most} points{_in_each(spread, noun)}"
    return (
        f"scores differ most in {_tied(spread, most, noun)}, least in {_tied(spread, least, noun)}"
    )


def _highest(means: Mapping[str, int], noun: str) -> str:
    most, least = max(means.values()), min(means.values())
    if most == least:
        return f"{numbers.percent(most)}{_in_each(means, noun)}"
    return (
        f"highest in {_tied(means, most, noun)} ({numbers.percent(most)}), lowest in "
        f"{_tied(means, least, noun)} ({numbers.percent(least)})"
    )


def _in_each(columns: Mapping[str, int], noun: str) -> str:
    return f" in every {noun}" if len(columns) > 1 else ""


def _tied(values: Mapping[str, int], wanted: int, noun: str) -> str:
    return numbers.named([name for name, value in values.items() if value == wanted], noun)


def traps_chart(run: Run, board: Leaderboard, traps: Sequence[Trap], names: Names) -> Chart:
    """Heat map of doctors and traps: how many of the consults that faced a trap sprang it.

    A cell leads to the list of those consults on the doctor's page.
    """
    models = [each.model for each in board.scored]
    points = [
        Point(x=trap.title, y=names.name(model), value=100 * sprung / faced,
              label=names.name(model), group=names.doctor(model).group,
              href=f"{model_href(model)}#{trap_anchor(run, trap)}" if sprung else "",
              text=f"{sprung} of {faced}")
        for model in models for trap in traps
        if (faced := trap.faced_by(model)) for sprung in [trap.sprung_by(model)]
    ]  # fmt: skip
    return Chart(
        id="traps",
        title=_worst_trap(traps),
        measure="Consults that fell for a trap, of those that faced it",
        n=of_what(run),
        kind="heatmap",
        series=(Series("Traps", tuple(points)),),
        x=Axis("", scale="category", categories=tuple(trap.title for trap in traps)),
        y=Axis("", scale="category", categories=tuple(map(names.name, models))),
        table=traps_table(run, traps, models, names),
    )


def trap_anchor(run: Run, trap: Trap) -> str:
    """The id of the place on a doctor's page where the consults that sprang a trap are listed."""
    return f"trap-{run.manifest.id}-{trap.id}"


def _worst_trap(traps: Sequence[Trap]) -> str:
    worst = max((trap.rate for trap in traps), default=0.0)
    if not worst:
        return "Nobody fell for a trap"
    tied = [trap for trap in traps if trap.rate == worst]
    first = tied[0]
    if len(tied) == 1:
        hits = f"{len(first.sprung)} of {numbers.plural(len(first.faced), 'consult')}"
        return f"The trap that caught most: {numbers.lower_first(first.title)}, {hits}"
    which = numbers.named([numbers.lower_first(trap.title) for trap in tied], "trap")
    share = numbers.percent(worst)
    return f"The traps that caught most: {which}, each in {share} of consults"
