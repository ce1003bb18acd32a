"""Heat maps of doctors against parts of the bill, cases and traps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.figure import Axis, Chart, Column, Point, Series, Table
from crookbench.figures.names import model_href
from crookbench.figures.played import of_what, played
from crookbench.figures.traps import traps_table
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.figures.names import Names
    from crookbench.figures.traps import Trap
    from crookbench.runs.results import Run


@dataclass(frozen=True, slots=True)
class _Heat:
    """Mean shares by column and doctor."""

    id: str
    subject: str
    columns: tuple[str, ...]
    values: Mapping[tuple[str, str], float | None]


def parts_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Heat map of doctors and the bill's parts."""
    standings = [each for each in board.standings if each.score is not None]
    values = {
        (name, each.model): each.parts[part] for each in standings for part, name in PARTS.items()
    }
    heat = _Heat("parts", "By part of the bill", tuple(PARTS.values()), values)
    return _heat_map(run, board, names, heat)


def cases_chart(run: Run, board: Leaderboard, names: Names) -> Chart:
    """Heat map of doctors and cases."""
    values: dict[tuple[str, str], float | None] = {
        (names.case(case), doctor.model): doctor.case_means.get(case)
        for doctor in played(run)
        if doctor.n
        for case in run.manifest.cases
    }
    columns = tuple(dict.fromkeys(map(names.case, run.manifest.cases)))
    return _heat_map(run, board, names, _Heat("cases", "By case", columns, values))


def _heat_map(run: Run, board: Leaderboard, names: Names, heat: _Heat) -> Chart:
    """A heat map of doctors, best first."""
    models = _order(board)
    points = [
        Point(x=column, y=names.name(model), value=value, label=names.name(model),
              group=names.doctor(model).group, href=model_href(model), text=numbers.percent(value))
        for model in models for column in heat.columns
        if (value := heat.values.get((column, model))) is not None
    ]  # fmt: skip
    return Chart(
        id=heat.id,
        title=_title(heat),
        measure="Mean share of the maximum, %",
        n=of_what(run),
        kind="heatmap",
        series=(Series(heat.subject, tuple(points)),),
        x=Axis("", scale="category", categories=heat.columns),
        y=Axis("", scale="category", categories=tuple(map(names.name, models))),
        table=_heat_table(run, heat, models, names),
    )


def _order(board: Leaderboard) -> list[str]:
    return [each.model for each in board.standings if each.score is not None]


def _heat_table(run: Run, heat: _Heat, models: Sequence[str], names: Names) -> Table:
    return Table(
        id=heat.id,
        title=heat.subject,
        reading="Mean share of the maximum.",
        columns=(
            Column("doctor", "Doctor", kind="text"),
            *(Column(column, column, "%") for column in heat.columns),
        ),
        rows=tuple(
            (names.name(model), *(heat.values.get((column, model)) for column in heat.columns))
            for model in models
        ),
        n=of_what(run),
    )


def _title(heat: _Heat) -> str:
    """In which column the doctors differ most and least; below 0 counts as 0."""
    spread = {}
    for column in heat.columns:
        cells = (value for (name, _), value in heat.values.items() if name == column)
        known = [max(0.0, value) for value in cells if value is not None]
        if len(known) > 1:
            spread[column] = max(known) - min(known)
    if len(spread) < 2:  # noqa: PLR2004  nothing to compare
        return heat.subject
    most, least = (pick(spread, key=lambda name: spread[name]) for pick in (max, min))
    return f"{heat.subject}: doctors differ most in {most}, least in {least}"


def traps_chart(run: Run, board: Leaderboard, traps: Sequence[Trap], names: Names) -> Chart:
    """Heat map of doctors and traps: how many of the consults that faced a trap sprang it."""
    models = _order(board)
    points = [
        Point(x=trap.title, y=names.name(model), value=100 * trap.sprung_by(model) / faced,
              label=names.name(model), group=names.doctor(model).group, href=model_href(model),
              text=f"{trap.sprung_by(model)} of {faced}")
        for model in models for trap in traps if (faced := trap.faced_by(model))
    ]  # fmt: skip
    return Chart(
        id="traps",
        title=_worst_trap(traps),
        measure="Consults that walked into a trap, of those that faced it",
        n=of_what(run),
        kind="heatmap",
        series=(Series("Traps", tuple(points)),),
        x=Axis("", scale="category", categories=tuple(trap.title for trap in traps)),
        y=Axis("", scale="category", categories=tuple(map(names.name, models))),
        table=traps_table(run, traps, models, names),
    )


def _worst_trap(traps: Sequence[Trap]) -> str:
    if not traps:
        return "Traps"
    worst = max(traps, key=lambda trap: len(trap.sprung) / len(trap.faced))
    hits = f"{len(worst.sprung)} of {numbers.plural(len(worst.faced), 'consult')}"
    return f"The trap most often walked into: {numbers.lower_first(worst.title)}, {hits}"
