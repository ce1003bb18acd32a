"""What charts of one figure against another share: their points, groups, titles and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.correlation import closeness
from crookbench.figures.figure import Point, Series, Table
from crookbench.figures.models import GROUPS
from crookbench.figures.names import model_href
from crookbench.figures.report import leaderboard_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names
    from crookbench.records.results import Run


def point(each: Standing, x: float, y: float, names: Names, text: str) -> Point:
    """One doctor."""
    doctor = names.doctor(each.model)
    return Point(x=x, y=y, label=doctor.name, group=doctor.group, href=model_href(each.model),
                 text=text)  # fmt: skip


def by_group(points: Sequence[Point]) -> tuple[Series, ...]:
    """One series a group of doctors, named as in the key."""
    series = (
        Series(name, tuple(each for each in points if each.group == group))
        for group, name in GROUPS.items()
    )
    return tuple(each for each in series if each.points)


def relation(what: str, rho: float) -> str:
    """How closely two figures are related, with the number itself."""
    return f"{what} are {closeness(rho)} related (rank correlation {numbers.number(rho, 2)})"


def picked(run: Run, board: Leaderboard, names: Names, id_: str, columns: Sequence[str]) -> Table:
    """Some columns of the leaderboard as a table of their own."""
    whole = leaderboard_table(run, board, names)
    wanted = ("doctor", "scored", *columns)
    places = [place for place, column in enumerate(whole.columns) if column.name in wanted]
    return Table(
        id=id_,
        title=whole.title,
        reading="Means over each doctor's scored consults.",
        columns=tuple(whole.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in whole.rows),
        n=whole.n,
    )
