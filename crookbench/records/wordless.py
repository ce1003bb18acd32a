"""Checks a consult without words: it cannot be replayed, but its figures must agree."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.game.moves import Dx, Say
from crookbench.game.points import level
from crookbench.records.jsonfile import compact_repr
from crookbench.records.results import log_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.awards import Award
    from crookbench.game.moves import Move
    from crookbench.records.record import Record
    from crookbench.records.results import Consult


def wordless_faults(consult: Consult) -> Iterator[Fault]:
    """Every figure of record and log that another one contradicts."""
    for name, (expected, seen) in _record_pairs(consult.record, consult.log).items():
        if expected != seen:
            yield _fault(str(consult.record_path), name, expected, seen)
    log = str(log_path(consult.record_path))
    expected_scores, seen_scores = _score_faults(consult.log)
    if expected_scores != seen_scores:
        yield _fault(log, "score", expected_scores, seen_scores)


def _fault(path: str, name: str, expected: object, seen: object) -> Fault:
    message = f"expected {compact_repr(expected, 160)}, seen {compact_repr(seen, 160)}"
    return Fault(path, message, key=name)


def _record_pairs(record: Record, moves: tuple[Move, ...]) -> dict[str, tuple[Any, Any]]:
    """For each field what the others give and what it holds."""
    raw = sum(award.points for award in record.awards)
    says = [move for move in moves if isinstance(move, Say)]
    told = {item for say in says for item in say.released}
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
        "says": (len(says), record.says),
        "red_flags": ([flag.id in told for flag in flags], [flag.elicited for flag in flags]),
        "awards": (awards_in(moves), record.awards),
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


def awards_in(moves: tuple[Move, ...]) -> tuple[Award, ...]:
    """The awards that a log holds; of several saved diagnoses only the last one's stand."""
    last = max((n for n, move in enumerate(moves, start=1) if isinstance(move, Dx)), default=0)
    return tuple(
        award
        for number, move in enumerate(moves, start=1)
        for award in move.awards
        if not (isinstance(move, Dx) and award.is_of_diagnosis and number != last)
    )


def _score_faults(moves: tuple[Move, ...]) -> tuple[list[int], list[int]]:
    sums = (sum(award.points for award in move.awards) for move in moves)
    return list(accumulate(sums)), [move.score for move in moves]
