"""Checks a consult without words: it cannot be replayed, but its figures must agree."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.game.points import level
from crookbench.records.crook_bench import with_awards
from crookbench.records.jsonfile import compact_repr
from crookbench.records.results import log_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.records.log import Row
    from crookbench.records.record import Record
    from crookbench.records.results import Consult


def wordless_faults(consult: Consult) -> Iterator[Fault]:
    """Every figure of record and log that another one contradicts."""
    for name, (expected, seen) in _record_pairs(consult.record, consult.log).items():
        if expected != seen:
            yield _fault(str(consult.record_path), name, expected, seen)
    log = str(log_path(consult.record_path))
    for name, (expected, seen) in _log_pairs(consult.record, consult.log).items():
        if expected != seen:
            yield _fault(log, name, expected, seen)


def _fault(path: str, name: str, expected: object, seen: object) -> Fault:
    message = f"expected {compact_repr(expected, 160)}, seen {compact_repr(seen, 160)}"
    return Fault(path, message, key=name)


def _record_pairs(record: Record, rows: tuple[Row, ...]) -> dict[str, tuple[Any, Any]]:
    """For each field what the others give and what it holds."""
    raw = sum(award.points for award in record.awards)
    told = {item for row in rows for item in row.get("released", ())}
    flags = record.red_flags
    return {
        **{
            f"domains.{part.id}": (_earned(record, part.id), part.earned) for part in record.domains
        },
        "raw_total": (raw, record.raw_total),
        "total": (max(0, raw), record.total),
        "max": (sum(part.max for part in record.domains), record.max),
        "level": (level(record.total, record.max), record.level),
        "consequence": (_outcomes(record), _outcomes(record) | {record.consequence}),
        "says": (sum(row["move"] == "say" for row in rows), record.says),
        "red_flags": ([flag.id in told for flag in flags], [flag.elicited for flag in flags]),
        "awards": (_awards_in(record, rows), record.awards),
        "rescored": (
            record.score,
            record.rescored[-1].after if record.rescored else record.score,
        ),
    }


def _earned(record: Record, part: str) -> int:
    return sum(award.points for award in record.awards if award.part == part)


def _outcomes(record: Record) -> set[str]:
    """The outcomes that go with the record's harms and its missed care."""
    if record.harmful:
        return {"harmful"}
    return (
        {"missed_red_flag"}
        if record.missed_required
        else {"ideal", "acceptable", "missed_red_flag"}
    )


def _awards_in(record: Record, rows: tuple[Row, ...]) -> Any:  # noqa: ANN401  awards, to compare
    return with_awards(record.model_copy(update={"awards": ()}), rows).awards


def _log_pairs(record: Record, rows: tuple[Row, ...]) -> dict[str, tuple[Any, Any]]:
    sums = [sum(award["points"] for award in row["awards"]) for row in rows]
    last = rows[-1] if rows else {}
    kept = record.score.model_dump()
    return {
        "score": (list(accumulate(sums)), [row.get("score") for row in rows]),
        **{name: (value, last.get(name)) for name, value in kept.items()},
    }
