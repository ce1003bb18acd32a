"""From the moves of a consult to its record: one pure computation.

Playing, rescoring and verifying all call it, so they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.game.awards import PARTS
from crookbench.game.catalogue import name_in
from crookbench.game.diagnosis import role
from crookbench.game.moves import Say
from crookbench.game.scoring import logged, score
from crookbench.records.record import (
    SCHEMA,
    Domain,
    Metadata,
    Record,
    RedFlag,
    SavedDiagnosis,
)
from crookbench.records.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.deeds import Deeds
    from crookbench.game.moves import Move
    from crookbench.game.scoring import Scoring


@dataclass(frozen=True, slots=True)
class ConsultRecord:
    """What the three files of a consult hold."""

    record: Record
    moves: tuple[Move, ...]
    transcript: str


def record_consult(
    case: Case, catalogue: Catalogue, moves: Sequence[Move], about: Metadata
) -> ConsultRecord:
    """Scores a consult, once, and writes down everything that follows from it."""
    scoring = score(case, catalogue, moves)
    record, log = record_of(scoring, about), logged(scoring)
    return ConsultRecord(record, log, transcript(case, catalogue, record, log))


def record_of(scoring: Scoring, about: Metadata) -> Record:
    """The record of a scored consult: every score, list and count computed from its moves."""
    done = scoring.deeds
    says = [move for move in scoring.moves if isinstance(move, Say)]
    kept = {name: getattr(about, name) for name in Metadata.model_fields}
    return Record(
        **kept,
        version=SCHEMA,
        case=done.case.id,
        total=scoring.total,
        max=scoring.maximum,
        level=scoring.level,
        consequence=scoring.outcome,
        domains=tuple(
            Domain(id=part.id, name=PARTS[part.id], earned=part.earned, max=part.maximum)
            for part in scoring.parts
        ),
        red_flags=tuple(
            RedFlag(
                topic=flag.topic,
                elicited=flag.id in done.elicited,
                id=flag.id,
                absent=flag.absent,
            )
            for flag in done.case.red_flags
        ),
        harmful=tuple(harm.label for harm in scoring.harms),
        unnecessary=scoring.unnecessary,
        missed_required=scoring.labels("required_missed"),
        diagnoses=tuple(_diagnoses(done)),
        says=len(says),
        questions=sum(say.questions for say in says),
        raw_total=scoring.raw_total,
        story=scoring.story,
        awards=scoring.awards,
        missed=scoring.missed,
        unmarked=_unmarked(done),
    )


def _diagnoses(done: Deeds) -> Iterator[SavedDiagnosis]:
    """The last saved diagnosis, slot by slot."""
    for _, last in done.saved[-1:]:
        for id_ in last.slots.values():
            label = name_in(done.catalogue.diagnosis, id_)
            yield SavedDiagnosis(label=label, id=id_, role=role(done.case.ground_truth, id_))


def _unmarked(done: Deeds) -> tuple[str, ...]:
    """Texts of the spoken plan items that no marker answered for."""
    items = done.case.management.items
    ids = done.end.unmarked if done.end else ()
    return tuple(items[id_].text for id_ in ids if id_ in items)
