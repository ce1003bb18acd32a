"""The bill on the terminal: the score, what earned or cost points, what was missed, the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from crookbench.doctor.terminal.render_move import plain
from crookbench.game.awards import PARTS
from crookbench.records.transcript import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from crookbench.game.awards import Award, Missed, Part
    from crookbench.records.record import Record

CAVEAT = "A score in a game, not a measure of medical competence."
_SHORT: dict[Part, str] = {
    "history": "History",
    "examination": "Exam",
    "investigations": "Tests",
    "management": "Plan",
}
"""The parts in a narrow column."""


def bill_shown(record: Record, title: str) -> RenderableType:
    """The whole bill of one consult, in 80 columns or as many as there are."""
    return Group(*_sections(record, title))


def _sections(record: Record, title: str) -> Iterator[RenderableType]:
    """In the order of reading, the score last: there the eye is when the terminal stops."""
    yield plain(f"\nThe bill: {title}", "bold")
    if record.awards:
        yield plain("\nWhat earned or cost points", "bold")
        yield _awards(record.awards)
    if record.missed:
        yield plain("\nWhat was missed, and what would have earned it", "bold")
        yield _missed(record.missed)
    if record.unmarked:
        yield plain("\nNot marked, so neither earned nor missed: " + "; ".join(record.unmarked))
    if record.story:
        yield plain("\nWhat happened", "bold")
        yield from (plain(paragraph) for paragraph in record.story)
    yield plain("\nThe score", "bold")
    yield _parts(record)
    share = f" ({100 * record.total / record.max:.0f} %)" if record.max else ""
    yield plain(
        f"{record.total} of {record.max} points{share}: {record.level}. "
        f"Outcome: {OUTCOMES[record.consequence]}."
    )
    yield plain(CAVEAT, "dim")


def _table() -> Table:
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)


def _parts(record: Record) -> Table:
    table = _table()
    table.add_column()
    table.add_column(justify="right")
    for part in record.domains:
        table.add_row(plain(PARTS[part.id]), Text(f"{part.earned} of {part.max}"))
    table.add_row(plain("Total", "bold"), Text(f"{record.total} of {record.max}", "bold"))
    return table


def _listed() -> Table:
    table = _table()
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    return table


def _awards(awards: tuple[Award, ...]) -> Table:
    table = _listed()
    for award in awards:
        quote = f" “{award.quote}”" if award.quote else ""
        style = "red" if award.points < 0 else "green" if award.points > 0 else ""
        table.add_row(
            Text(f"{award.points:+d}", style), _SHORT[award.part], plain(f"{award.label}{quote}")
        )
    return table


def _missed(missed: tuple[Missed, ...]) -> Table:
    table = _listed()
    for item in missed:
        label = plain(item.label)
        if item.label not in item.hint:
            label = Text.assemble(label, "\n", plain(item.hint, "dim"))
        table.add_row(str(item.points), _SHORT[item.part], label)
    return table
