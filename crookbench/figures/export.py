"""A run as data for others: consults, items and moves as CSV, JSON and Parquet, with a dictionary.

Words of patients and models stay in the logs: these tables hold figures, ids and labels.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from crookbench.errors import NotAvailable
from crookbench.figures.played import raw_total, scored, share
from crookbench.figures.render import rows_csv
from crookbench.game.awards import PARTS
from crookbench.game.moves import Say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crookbench.figures.figure import Cell
    from crookbench.figures.items import Item
    from crookbench.game.moves import Move
    from crookbench.records.record import Record
    from crookbench.records.results import Consult, Run

Type: TypeAlias = Literal["text", "integer", "number", "boolean"]

_ARROW: dict[Type, str] = {
    "text": "string", "integer": "int64", "number": "float64", "boolean": "bool",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a data set, as the dictionary explains it."""

    name: str
    type: Type
    meaning: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """One table of data.

    Attributes:
        about: What one row is.
    """

    name: str
    about: str
    fields: tuple[Field, ...]
    rows: tuple[tuple[Cell, ...], ...]


_KEY = (
    Field("run", "text", "Id of the run"),
    Field("model", "text", "Id of the doctor"),
    Field("case", "text", "Id of the case"),
    Field("rep", "integer", "Repeat, from 1"),
)

_CONSULTS = (
    *_KEY,
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

_ITEMS = (
    *_KEY,
    Field("item", "text", "Id of the item"),
    Field("label", "text", "The item in words"),
    Field("part", "text", "Part of the bill"),
    Field("kind", "text", "Kind of the item"),
    Field("points", "integer", "What it is worth"),
    Field("done", "boolean", "Whether this consult earned it"),
)

_MOVES = (
    *_KEY,
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


def datasets(run: Run, items: Mapping[str, Iterable[Item]]) -> tuple[Dataset, ...]:
    """Consults, items and moves of a run's scored consults, in its order.

    `items` are those of its cases, from the item analysis.
    """
    consults = scored(run)
    return (
        Dataset("consults", "One row a scored consult.", _CONSULTS,
                tuple(_consult(run, each.record) for each in consults)),
        Dataset("items", "One row an item and a consult that could earn it.", _ITEMS,
                _items(run, items)),
        Dataset("moves", "One row a move, without its words.", _MOVES,
                tuple(_move(run, each, number, move) for each in consults
                      for number, move in enumerate(each.log, start=1))),
    )  # fmt: skip


def _consult(run: Run, record: Record) -> tuple[Cell, ...]:
    domains = [record.domain(part) for part in PARTS]
    named = [(each.id, each.role) for each in record.diagnoses]
    slots = [*named, (None, None), (None, None), (None, None)][:3]
    usage = record.usage
    return (
        run.manifest.id, *record.key, record.ending, record.total, raw_total(record), record.max,
        share(record), record.level, record.consequence,
        *(value for domain in domains for value in (domain.earned, domain.max)),
        sum(flag.elicited for flag in record.red_flags), len(record.red_flags),
        len(record.harmful), len(record.unnecessary), len(record.missed_required),
        *(value for slot in slots for value in slot),
        record.says, record.questions, record.max_questions, len(record.unmarked),
        record.attempts, record.seconds, usage.calls, usage.prompt_tokens,
        usage.completion_tokens, usage.cost, record.started,
    )  # fmt: skip


def _items(run: Run, items: Mapping[str, Iterable[Item]]) -> tuple[tuple[Cell, ...], ...]:
    rows: list[tuple[Cell, ...]] = []
    for of_case in items.values():
        for item in of_case:
            done = set(item.done)
            about = (item.id, item.label, item.part, item.kind, item.points)
            rows += [(run.manifest.id, *key, *about, key in done) for key in item.of]
    return tuple(rows)


def _move(run: Run, consult: Consult, number: int, move: Move) -> tuple[Cell, ...]:
    say = move if isinstance(move, Say) else None
    wordless = run.manifest.kind == "wordless"
    return (
        run.manifest.id, *consult.record.key, number, move.move,
        *(getattr(move, name, None) for name in ("id", "side", "subregion", "frequency")),
        " ".join(say.released) if say else None,
        say.flooded if say else None, say.questions if say and not wordless else None,
        sum(award.points for award in move.awards), move.score, None if wordless else move.t,
    )  # fmt: skip


def csv_text(dataset: Dataset) -> str:
    """A data set as CSV: unrounded, None as an empty field, truth as true and false."""
    rows = [[str(v).lower() if isinstance(v, bool) else v for v in row] for row in dataset.rows]
    return rows_csv([field.name for field in dataset.fields], rows)


def json_text(dataset: Dataset) -> str:
    """A data set as JSON that explains itself: its fields, then its rows, unrounded."""
    fields = [
        {"name": field.name, "type": field.type, "meaning": field.meaning}
        for field in dataset.fields
    ]
    head = {"dataset": dataset.name, "about": dataset.about, "fields": fields}
    opened = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in dataset.rows)
    return f'{opened},\n "rows": [\n{rows}\n]}}\n'


def parquet_bytes(dataset: Dataset) -> bytes:
    """A data set as Parquet, with the types of its dictionary.

    Raises:
        NotAvailable: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise NotAvailable(
            f"{dataset.name}.parquet: expected pyarrow, which is not installed; "
            "install crookbench[parquet], or use the CSV, which has the same rows"
        ) from None
    fields = [(field.name, pa.type_for_alias(_ARROW[field.type])) for field in dataset.fields]
    columns = list(zip(*dataset.rows, strict=True)) or [()] * len(fields)
    table = pa.table(
        [pa.array(values, kind) for values, (_, kind) in zip(columns, fields, strict=True)],
        schema=pa.schema(fields),
    )
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


def dictionary_csv(found: tuple[Dataset, ...]) -> str:
    """The data dictionary: every column of every data set."""
    names = ("dataset", "column", "type", "meaning")
    return rows_csv(
        names,
        [(each.name, field.name, field.type, field.meaning)
         for each in found for field in each.fields],
    )  # fmt: skip
