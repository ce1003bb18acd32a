"""The leaderboard as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.intervals import Interval
from crookbench.figures.metrics import METRICS
from crookbench.figures.numbers import number, span
from crookbench.figures.report import leaderboard_note, leaderboard_reading
from crookbench.website.doctors import DoctorView, doctor_view, groups_of
from crookbench.website.tables import Figure, sort_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.leaderboard import Leaderboard, Standing, Value
    from crookbench.figures.metrics import Metric
    from crookbench.figures.models import Group
    from crookbench.figures.names import Names
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class Heading:
    """One of the leaderboard's further columns; `low_first` is how a reader wants it sorted."""

    label: str
    hint: str = ""
    low_first: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One doctor.

    Attributes:
        scored: How many consults were scored, "12 of 15" where some are missing.
    """

    doctor: DoctorView
    rank: Figure
    scored: Figure
    score: Figure
    cells: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table; `who` heads the column of names."""

    reading: str
    note: str
    who: str
    columns: tuple[Heading, ...]
    rows: tuple[Row, ...]
    groups: Mapping[Group, str]


_SHOWN = tuple(metric for metric in METRICS if metric.on_site)


def board_view(
    source: Source, board: Leaderboard, standings: Sequence[Standing], names: Names
) -> Board:
    """Some rows of a leaderboard."""
    rows = tuple(_row(source, standing) for standing in standings)
    return Board(
        reading=leaderboard_reading(board, names),
        note=leaderboard_note(board, names),
        who="Model" if all(names.doctor(row.doctor.id).is_model for row in rows) else "Doctor",
        columns=tuple(map(_heading, _SHOWN)),
        rows=rows,
        groups=groups_of(row.doctor for row in rows),
    )


def _row(source: Source, standing: Standing) -> Row:
    rank, n = standing.rank, standing.n_scored
    return Row(
        doctor=doctor_view(source, standing.model),
        rank=Figure(
            span(rank.low, rank.high) if rank else "–",
            sort_value(rank.low + rank.high / 1000 if rank else None),
        ),
        scored=Figure(str(n) if standing.complete else f"{n} of {standing.n_planned}", str(n)),
        score=Figure(number(standing.score), sort_value(standing.score)),
        cells=tuple(_cell(metric, standing.figures[metric.name]) for metric in _SHOWN),
    )


def _heading(metric: Metric) -> Heading:
    label = metric.narrow or metric.label
    return Heading(
        f"{label}, {metric.unit}" if metric.unit else label, metric.hint, metric.low_first
    )


def _cell(metric: Metric, value: Value) -> Figure:
    """A figure; an interval sorts by its lower end."""
    if isinstance(value, Interval):
        return Figure(span(value.low, value.high), sort_value(value.low))
    if value is None and metric.is_interval:
        return Figure(metric.missing, "")
    return Figure(metric.text(value), sort_value(value))
