"""Checks a consult without words: it cannot be replayed, but its figures must agree."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

from crookbench.errors import Fault
from crookbench.game.moves import Dx, Say
from crookbench.game.points import level
from crookbench.records.differences import difference
from crookbench.records.results import log_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.awards import Award
    from crookbench.game.moves import Move
    from crookbench.records.record import Record
    from crookbench.records.results import Consult


def wordless_faults(consult: Consult) -> Iterator[Fault]:
    """Every figure of record and log that another one contradicts."""
    record, moves, path = consult.record, consult.log, consult.record_path
    raw = sum(award.points for award in record.awards)
    says = [move for move in moves if isinstance(move, Say)]
    told = {item for say in says for item in say.released}
    earned = Counter[str]()
    for award in record.awards:
        earned[award.part] += award.points
    last = record.rescored[-1].after if record.rescored else record.score
    expected_and_seen: dict[str, tuple[object, object]] = {
        **{f"domains.{part.id}": (earned[part.id], part.earned) for part in record.domains},
        "raw_total": (raw, record.raw_total),
        "total": (max(0, raw), record.total),
        "max": (sum(part.max for part in record.domains), record.max),
        "level": (level(record.total, record.max), record.level),
        "says": (len(says), record.says),
        "red_flags": (
            [flag.id in told for flag in record.red_flags],
            [flag.elicited for flag in record.red_flags],
        ),
        "awards": (awards_in(moves), record.awards),
        "rescored": (record.score, last),
    }
    for name, (expected, seen) in expected_and_seen.items():
        if expected != seen:
            yield Fault(str(path), difference(expected, seen), key=name)
    if record.consequence not in (possible := _outcomes(record)):
        message = difference(possible, {*possible, record.consequence})
        yield Fault(str(path), message, key="consequence")
    sums = list(accumulate(sum(award.points for award in move.awards) for move in moves))
    if sums != (scores := [move.score for move in moves]):
        yield Fault(str(log_path(path)), difference(sums, scores), key="score")


def _outcomes(record: Record) -> set[str]:
    """The outcomes that go with the record's harms and its missed care."""
    if record.harmful:
        return {"harmful"}
    missed = {"missed_red_flag"}
    return missed if record.missed_required else {"ideal", "acceptable", *missed}


def awards_in(moves: tuple[Move, ...]) -> tuple[Award, ...]:
    """The awards that a log holds; of several saved diagnoses only the last one's stand."""
    last = max((n for n, move in enumerate(moves, start=1) if isinstance(move, Dx)), default=0)
    return tuple(
        award
        for number, move in enumerate(moves, start=1)
        for award in move.awards
        if not (isinstance(move, Dx) and award.is_of_diagnosis and number != last)
    )
