"""The bill on the terminal: the score, what earned or cost points, what was missed, the story."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rich.console import Group
from rich.table import Table
from rich.text import Text

from crookbench.doctor.terminal.render_move import plain
from crookbench.game.awards import PARTS
from crookbench.game.points import LEVELS
from crookbench.records.transcript import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from crookbench.game.awards import Award, Missed, Part
    from crookbench.game.case import Outcome
    from crookbench.records.record import Record

    Row: TypeAlias = tuple[Text, Text, Text]

CAVEAT = "A score in a game, not a measure of medical competence."
_MEANING: dict[Outcome, str] = {
    "ideal": "nothing harmful, no red flag missed, most of the ideal plan",
    "acceptable": "nothing harmful and the required care, but something was left out",
    "harmful": "something harmful was done",
    "missed_red_flag": "required care or a red flag was missed",
}
_SLOTS = {
    "dx:most_likely": "Most likely",
    "dx:differential": "Differential",
    "dx:cant_miss": "Can't-miss slot, on the key",
    "dx:cant_miss:safety": "Can't-miss diagnosis",
}
"""Slots of the diagnosis by an award's item, in the words that name a missed one."""


def bill_shown(record: Record, title: str) -> RenderableType:
    """The whole bill of one consult, in 80 columns or as many as there are."""
    return Group(*_sections(record, title))


def score_line(record: Record) -> str:
    """The score in a line: points, share, level and outcome."""
    share = f" ({100 * record.total / record.max:.0f} %)" if record.max else ""
    return (
        f"{record.total} of {record.max} points{share}: {record.level}. "
        f"Outcome: {OUTCOMES[record.consequence]}."
    )


def _sections(record: Record, title: str) -> Iterator[RenderableType]:
    """In the order of reading, the score last: there the eye is when the terminal stops."""
    yield plain(f"\nThe bill: {title}", "bold")
    if record.awards:
        yield plain("\nWhat earned or cost points, with its move", "bold")
        yield from _by_part((each.part, _award(each)) for each in record.awards)
    if record.missed:
        yield plain("\nWhat was missed, and what would have earned it", "bold")
        yield from _by_part((each.part, _missed(each)) for each in record.missed)
    if record.unmarked:
        yield plain("\nNot marked, so neither earned nor missed: " + "; ".join(record.unmarked))
    if record.story:
        yield plain("\nWhat happened", "bold")
        yield from (plain(paragraph) for paragraph in record.story)
    yield plain("\nThe score", "bold")
    yield _parts(record)
    yield plain(score_line(record))
    levels = ", ".join(f"{name} {100 * least:.0f}" for name, least in LEVELS.items())
    yield plain(f"Levels, from % of the points: {levels}.", "dim")
    yield plain(f"{OUTCOMES[record.consequence].capitalize()}: {_MEANING[record.consequence]}.",
                "dim")  # fmt: skip
    took = "" if record.seconds is None else f" in {max(1, round(record.seconds / 60))} min"
    yield plain(f"You used {record.questions} of {record.max_questions} questions{took}.", "dim")
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


def _by_part(rows: Iterable[tuple[Part, Row]]) -> Iterator[RenderableType]:
    """The rows under the name of their part, as every page of a bill has it."""
    listed = [*rows]
    for part, name in PARTS.items():
        own = [row for each, row in listed if each == part]
        if not own:
            continue
        yield plain(name, "italic")
        table = _table()
        table.add_column(justify="right", no_wrap=True, min_width=3)
        table.add_column(no_wrap=True, min_width=3)
        table.add_column()
        for row in own:
            table.add_row(*row)
        yield table


def _award(award: Award) -> Row:
    style = "red" if award.points < 0 else "green" if award.points > 0 else ""
    quote = f" “{award.quote}”" if award.quote else ""
    slot = _SLOTS.get(award.item, "")
    name = f"{slot}: " if slot and slot not in award.label else ""
    points, move = Text(f"{award.points:+d}", style), Text(f"m{award.move:02d}", "dim")
    return points, move, plain(f"{name}{award.label}{quote}")


def _missed(item: Missed) -> Row:
    label = plain(item.label)
    if item.label not in item.hint:
        label = Text.assemble(label, "\n", plain(item.hint, "dim"))
    return Text(str(item.points)), Text(""), label
