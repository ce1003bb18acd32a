"""The log file of one consult: a JSON list of moves, one a line.

Logs of the first format are read as well: their awards call the part `domain`, and hold more
than is needed now (`givenNow`, `fromDiagnosis`, the totals of the end).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from crookbench.errors import Fault
from crookbench.game.moves import Move
from crookbench.records import crook_bench
from crookbench.records.jsonfile import compact, compact_repr, read_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Row = dict[str, Any]
"""One move as it stands in the JSON file."""

MOVE: TypeAdapter[Move] = TypeAdapter(Annotated[Move, Field(discriminator="move")])
LOG: TypeAdapter[tuple[Move, ...]] = TypeAdapter(
    tuple[Annotated[Move, Field(discriminator="move")], ...]
)

_LAST = ("awards", "score")
"""What stands at the end of a line: a reader looks for what was done first."""


def row_of(number: int, move: Move) -> Row:
    """A move as its line in the file, with its number `m` and its name in front."""
    return _row(number, MOVE.dump_python(move, mode="json", by_alias=True))


def rows_of(moves: Sequence[Move]) -> list[Row]:
    """The whole log as its file holds it."""
    dumped = LOG.dump_python(tuple(moves), mode="json", by_alias=True)
    return [_row(number, fields) for number, fields in enumerate(dumped, start=1)]


def _row(number: int, fields: Row) -> Row:
    last = {name: fields.pop(name) for name in _LAST}
    first = {"m": number, "move": fields.pop("move"), "t": round(fields.pop("t"), 3)}
    return {**first, **fields, **last}


def read_moves(path: Path) -> tuple[Move, ...]:
    """The moves of a log file.

    Raises:
        Fault: It is no list of whole moves: where, what was expected and what was seen.
    """
    try:
        moves = LOG.validate_json(path.read_bytes(), strict=True)
    except (OSError, ValidationError):
        moves = _read_slowly(path)
    return tuple(
        _numbered(number, move) if move.awards else move
        for number, move in enumerate(moves, start=1)
    )


def _read_slowly(path: Path) -> tuple[Move, ...]:
    """The same for a log that is not as ours are: mends it, turns it into ours, or says why not."""
    rows = read_json(path)
    if not isinstance(rows, list):
        raise Fault(str(path), f"expected a list of moves, saw {type(rows).__name__}")
    if crook_bench.is_foreign(rows):
        rows = [crook_bench.our_row(row) if isinstance(row, dict) else row for row in rows]
    return moves_of(rows, str(path))


def moves_of(rows: list[Any], where: str) -> tuple[Move, ...]:
    """The moves of rows that are as ours; `where` names their place in messages.

    Raises:
        Fault: One of them is no whole move.
    """
    try:
        return LOG.validate_json(compact(rows), strict=True)
    except ValidationError as problem:
        raise _fault(rows, where, problem) from None


def _numbered(number: int, move: Move) -> Move:
    """The move with awards that know its number; those of the first format do not."""
    if all(award.move == number for award in move.awards):
        return move
    return replace(move, awards=tuple(replace(award, move=number) for award in move.awards))


def _fault(rows: list[Any], where: str, problem: ValidationError) -> Fault:
    """The first thing that does not fit, in a reader's words."""
    first = problem.errors(include_url=False)[0]
    place, *inside = first["loc"]
    row, number = rows[int(place)], int(place) + 1
    if not isinstance(row, dict):
        return Fault(where, f"expected a move, saw {type(row).__name__}", key=f"move {number}")
    if first["type"].startswith("union_tag"):
        names = ", ".join(_NAMES)
        seen = compact_repr(row.get("move"), 40)
        return Fault(where, f"expected a move, one of {names}; saw {seen}", key=f"move {number}")
    key = ".".join(str(part) for part in inside[1:])
    if first["type"] == "missing" or first["input"] is None:
        message = (
            f"expected {key} of the move {row['move']!r}, saw none; bring the log back from its "
            "source, or delete the consult's files and play it again"
        )
        return Fault(where, message, key=f"move {number}")
    reason = first["msg"][:1].lower() + first["msg"][1:]
    message = f"{reason}; saw {compact_repr(first['input'])}"
    return Fault(where, message, key=f"move {number}.{key}")


_NAMES = (
    "say", "exam", "order", "rx", "refer", "stop", "withdraw", "review", "dx", "end", "look",
    "refused", "unheard",
)  # fmt: skip
