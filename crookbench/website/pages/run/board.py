"""The leaderboard as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.metrics import METRICS
from crookbench.figures.numbers import number, span
from crookbench.website.charts.drawing import Range, Scale, scale_of, score_range
from crookbench.website.doctors import DoctorView, doctor_view, groups_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.metrics import Metric
    from crookbench.figures.models import Group
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class Heading:
    """One of the leaderboard's further columns; `low_first` is how a reader wants it sorted."""

    label: str
    hint: str = ""
    low_first: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as shown, and as a number to sort by ("" sorts last)."""

    text: str
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """One doctor.

    Attributes:
        gaps: "12 of 15 scored" where consults are missing, else "".
    """

    doctor: DoctorView
    rank: str
    rank_value: str
    score: str
    score_value: str
    range: Range | None
    gaps: str
    cells: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table."""

    reading: str
    columns: tuple[Heading, ...]
    rows: tuple[Row, ...]
    scale: Scale
    groups: Mapping[Group, str]


READING = (
    "Score: the mean share of each case’s maximum. In the drawing the dot is the score, the thick "
    "line where it would lie if these cases were played again, the thin line what to expect on "
    "other cases. Rank: the range that comparing doctors pair by pair, case by case, leaves open. "
    "All at 95\N{NO-BREAK SPACE}%."
)

_SHOWN = tuple(metric for metric in METRICS if metric.on_site)


def board_view(source: Source, board: Leaderboard, standings: Sequence[Standing]) -> Board:
    """Some rows of a leaderboard; those of all its pages are drawn to one scale."""
    scale = scale_of(board.standings)
    rows = tuple(_row(source, standing, scale) for standing in standings)
    groups = groups_of(row.doctor for row in rows)
    return Board(READING, tuple(map(_heading, _SHOWN)), rows, scale, groups)


def _row(source: Source, standing: Standing, scale: Scale) -> Row:
    rank = standing.rank
    scored = f"{standing.n_scored} of {standing.n_planned} scored"
    return Row(
        doctor=doctor_view(source, standing.model),
        rank=span(rank.low, rank.high) if rank else "–",
        rank_value=_value(rank.low + rank.high / 1000 if rank else None),
        score=number(standing.score),
        score_value=_value(standing.score),
        range=score_range(standing, scale),
        gaps="" if standing.complete else scored,
        cells=_cells(standing),
    )


def _heading(metric: Metric) -> Heading:
    label = metric.narrow or metric.label
    return Heading(
        f"{label}, {metric.unit}" if metric.unit else label, metric.hint, metric.low_first
    )


def _cells(standing: Standing) -> tuple[Figure, ...]:
    values = ((standing.number(metric.name), metric.places) for metric in _SHOWN)
    return tuple(Figure(number(value, places), _value(value)) for value, places in values)


def _value(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
