"""A run as pandas DataFrames: its consults, items and moves, each column explained.

Everything that is computed over consults starts here: the leaderboard, the export, and a
researcher's notebook. Words of patients and models stay in the logs; these tables hold figures,
ids and labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import pandas as pd

from crookbench.figures.items import item_analysis
from crookbench.figures.played import once, raw_total, scored, share
from crookbench.game.awards import PARTS
from crookbench.game.moves import Say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.figures.figure import Cell
    from crookbench.game.moves import Move
    from crookbench.records.record import Record
    from crookbench.records.results import Run

Type: TypeAlias = Literal["text", "integer", "number", "boolean"]

DTYPES: dict[Type, str] = {
    "text": "str", "integer": "Int64", "number": "float64", "boolean": "boolean",
}  # fmt: skip
"""The dtype of each type of column; every one of them can hold a missing value."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a data set, as the dictionary explains it."""

    name: str
    type: Type
    meaning: str


KEY = (
    Field("run", "text", "Id of the run"),
    Field("model", "text", "Id of the doctor"),
    Field("case", "text", "Id of the case"),
    Field("rep", "integer", "Repeat, from 1"),
)
"""What tells one consult from every other."""

CONSULTS = (
    *KEY,
    Field("ending", "text", "How the consult ended"),
    Field("total", "integer", "Points, never below 0"),
    Field("raw_total", "integer", "Points before the floor at 0"),
    Field("max", "integer", "The case's maximum"),
    Field("score", "number", "100 × total / max"),
    Field("level", "text", "Name of the level reached"),
    Field("outcome", "text", "What happened to the patient"),
    *(
        Field(f"{part}_{what}", "integer", f"{name}: points {meaning}")
        for part, name in PARTS.items()
        for what, meaning in (("earned", "earned"), ("max", "that could be earned"))
    ),
    Field("flags_elicited", "integer", "Red flags elicited"),
    Field("flags", "integer", "Red flags that could be elicited"),
    Field("harms", "integer", "Harmful acts"),
    Field("unnecessary", "integer", "Unnecessary examinations and tests"),
    Field("required_missed", "integer", "Required items not done"),
    *(
        Field(f"{slot}{end}", "text", f"{name} diagnosis: its {meaning}")
        for slot, name in (
            ("most_likely", "Most likely"), ("differential", "Differential"),
            ("cant_miss", "Can't-miss"),
        )
        for end, meaning in (("", "id"), ("_role", "role on the key, empty for none"))
    ),
    Field("says", "integer", "Messages to the patient"),
    Field("questions", "integer", "Questions counted"),
    Field("max_questions", "integer", "Budget of questions"),
    Field("unmarked", "integer", "Spoken plan items that no marker answered for"),
    Field("attempts", "integer", "Tries until the consult was whole"),
    Field("seconds", "number", "Duration, empty where unknown"),
    Field("calls", "integer", "Calls of the doctor's model"),
    Field("prompt_tokens", "integer", "Tokens sent to the doctor's model"),
    Field("completion_tokens", "integer", "Tokens it wrote"),
    Field("cost", "number", "US$, empty where unknown"),
    Field("started", "text", "When it began, UTC"),
)  # fmt: skip

ITEMS = (
    *KEY,
    Field("item", "text", "Id of the item"),
    Field("label", "text", "The item in words"),
    Field("part", "text", "Part of the bill"),
    Field("kind", "text", "Kind of the item"),
    Field("points", "integer", "What it is worth"),
    Field("done", "boolean", "Whether this consult earned it"),
)

MOVES = (
    *KEY,
    Field("number", "integer", "Place in the consult, from 1: 7 is #m07 on its page"),
    Field("move", "text", "What was done"),
    Field("id", "text", "Id of the examination, test, medicine or referral"),
    Field("side", "text", "Side examined"),
    Field("subregion", "text", "Sub-region examined"),
    Field("frequency", "text", "Frequency of the prescription"),
    Field("released", "text", "Ids of the history items told, separated by spaces"),
    Field("flooded", "boolean", "Whether too much was asked at once"),
    Field("questions", "integer", "Questions the message counted as"),
    Field("points", "integer", "Points of the move's awards"),
    Field("score", "integer", "Running score after it"),
    Field("at", "number", "Seconds since the consult began"),
)


@dataclass(frozen=True)
class Frames:
    """The scored consults of a run as DataFrames, in its order; each is made when first asked for.

    Attributes:
        run: The run itself, with its records and logs.
    """

    run: Run

    @cached_property
    def consults(self) -> pd.DataFrame:
        """One row a scored consult."""
        rows = (_consult(self.run.manifest.id, each.record) for each in scored(self.run))
        return frame_of(CONSULTS, rows)

    @cached_property
    def items(self) -> pd.DataFrame:
        """One row an item and a consult that could earn it."""
        rows: list[tuple[Cell, ...]] = []
        for of_case in item_analysis(self.run).values():
            for item in of_case:
                done = set(item.done)
                about = (item.id, item.label, item.part, item.kind, item.points)
                rows += [(self.run.manifest.id, *key, *about, key in done) for key in item.of]
        return frame_of(ITEMS, rows)

    @cached_property
    def moves(self) -> pd.DataFrame:
        """One row a move, without its words; the only frame that reads the logs."""
        wordless = self.run.manifest.kind == "wordless"
        rows = (
            (self.run.manifest.id, *each.record.key, number, *_move(move, wordless=wordless))
            for each in scored(self.run)
            for number, move in enumerate(each.log, start=1)
        )
        return frame_of(MOVES, rows)

    @property
    def dictionary(self) -> pd.DataFrame:
        """What every column of the three frames means, with its type."""
        found = (("consults", CONSULTS), ("items", ITEMS), ("moves", MOVES))
        return pd.DataFrame(
            [(name, each.name, each.type, each.meaning) for name, of in found for each in of],
            columns=["dataset", "column", "type", "meaning"],
        )


@once
def frames(run: Run) -> Frames:
    """The frames of a run: read once, however many figures rest on them."""
    return Frames(run)


def frame_of(fields: Sequence[Field], rows: Iterable[Sequence[Cell]]) -> pd.DataFrame:
    """Rows as a DataFrame whose columns have the types of the dictionary; None is missing."""
    columns = list(zip(*rows, strict=True)) or [()] * len(fields)
    return pd.DataFrame(
        {
            field.name: pd.Series(list(values), dtype=DTYPES[field.type])
            for field, values in zip(fields, columns, strict=True)
        }
    )


def rows_of(frame: pd.DataFrame) -> tuple[tuple[Cell, ...], ...]:
    """The rows of a DataFrame as plain values, None where one is missing."""
    plain = frame.astype(object).where(frame.notna(), None)
    return tuple(zip(*(plain[name].tolist() for name in plain.columns), strict=True))


def _consult(run: str, record: Record) -> tuple[Cell, ...]:
    domains = {domain.id: domain for domain in record.domains}
    bill = (domains.get(part) for part in PARTS)
    named = [(each.id, each.role) for each in record.diagnoses]
    slots = [*named, (None, None), (None, None), (None, None)][:3]
    usage = record.usage
    return (
        run, record.model, record.case, record.rep, record.ending,
        record.total, raw_total(record), record.max, share(record),
        record.level, record.consequence,
        *(value for part in bill for value in ((part.earned, part.max) if part else (0, 0))),
        sum(flag.elicited for flag in record.red_flags), len(record.red_flags),
        len(record.harmful), len(record.unnecessary), len(record.missed_required),
        *(value for slot in slots for value in slot),
        record.says, record.questions, record.max_questions, len(record.unmarked),
        record.attempts, record.seconds, usage.calls, usage.prompt_tokens,
        usage.completion_tokens, usage.cost, record.started,
    )  # fmt: skip


def _move(move: Move, *, wordless: bool) -> tuple[Cell, ...]:
    """A move's figures; a log without words holds neither its times nor its questions."""
    say = move if isinstance(move, Say) else None
    return (
        move.move,
        *(getattr(move, name, None) for name in ("id", "side", "subregion", "frequency")),
        " ".join(say.released) if say else None,
        say.flooded if say else None, say.questions if say and not wordless else None,
        sum(award.points for award in move.awards), move.score, None if wordless else move.t,
    )  # fmt: skip
