"""From the log of a consult to its record and its scored rows: one pure computation.

Playing, rescoring and verifying all call it, so they cannot disagree.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from crookbench.doctor.contract import Usage
from crookbench.game.bill import bill
from crookbench.game.diagnosis import diagnosis_awards, role
from crookbench.game.history import elicited
from crookbench.game.moves import DIAGNOSIS_SLOTS, Dx, End, Say
from crookbench.game.outcome import ending, harms_done
from crookbench.game.points import NECESSITY
from crookbench.game.scoring import awards, running_scores
from crookbench.records import record as filed
from crookbench.records.log import award_row, row
from crookbench.records.missed import missed
from crookbench.records.record import SCHEMA, Provenance, Record, Rescored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.awards import Award
    from crookbench.game.bill import Bill
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move
    from crookbench.records.log import Entry, Row
    from crookbench.records.record import Billed


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a record holds besides what log and case say."""

    model: str
    rep: int
    ending: Billed
    max_questions: int = 50
    usage: Usage = field(default_factory=Usage)
    patient_model: str = "chart"
    marker_model: str = "chart"
    patient_usage: Usage | None = None
    started: str = ""
    attempts: int = 1
    lost_cost: float = 0.0
    seconds: float | None = None
    provenance: Provenance = field(default_factory=Provenance)
    rescored: tuple[Rescored, ...] = ()


def circumstances(record: Record) -> Circumstances:
    """Those of a record that is there already."""
    return Circumstances(
        model=record.model,
        rep=record.rep,
        ending=record.ending,
        max_questions=record.max_questions,
        usage=_usage(record.usage) or Usage(),
        patient_model=record.patient_model,
        marker_model=record.marker_model,
        patient_usage=_usage(record.patient_usage),
        started=record.started,
        attempts=record.attempts,
        lost_cost=record.lost_cost,
        seconds=record.seconds,
        provenance=record.provenance,
        rescored=record.rescored,
    )


def _usage(kept: filed.Usage | None) -> Usage | None:
    return Usage(**kept.model_dump()) if kept else None


def _filed_usage(used: Usage | None) -> filed.Usage | None:
    return filed.Usage(**asdict(used)) if used else None


def record_of(
    case: Case, catalogue: Catalogue, entries: Sequence[Entry], about: Circumstances
) -> Record:
    """The record of a consult: every score, list and count computed from its log."""
    moves = [entry.move for entry in entries]
    earned = bill(case, catalogue, moves)
    end = ending(case, catalogue, moves)
    says = [move for move in moves if isinstance(move, Say)]
    return Record(
        version=SCHEMA,
        model=about.model,
        case=case.id,
        rep=about.rep,
        ending=about.ending,
        total=earned.total,
        max=earned.maximum,
        level=earned.level,
        consequence=end.outcome,
        domains=_domains(earned),
        red_flags=_red_flags(case, moves),
        harmful=tuple(h.label for h in harms_done(case, catalogue, moves, earned.awards)),
        unnecessary=tuple(award.label for award in earned.awards if _is_unnecessary(award)),
        missed_required=tuple(a.label for a in earned.awards if a.kind == "required_missed"),
        diagnoses=_diagnoses(case, catalogue, moves),
        says=len(says),
        questions=sum(say.questions for say in says),
        max_questions=about.max_questions,
        usage=filed.Usage(**asdict(about.usage)),
        patient_model=about.patient_model,
        started=about.started,
        raw_total=earned.raw_total,
        story=end.story,
        awards=tuple(map(_award, earned.awards)),
        missed=missed(case, catalogue, moves, earned.awards),
        unmarked=_unmarked(case, moves),
        marker_model=about.marker_model,
        patient_usage=_filed_usage(about.patient_usage),
        attempts=about.attempts,
        lost_cost=about.lost_cost,
        seconds=about.seconds,
        provenance=about.provenance,
        rescored=about.rescored,
    )


def log_rows(case: Case, catalogue: Catalogue, entries: Sequence[Entry]) -> list[Row]:
    """The log as it is filed: each move with its number, its awards and the running score.

    `m` is 1 for the first move. `score` is the unfloored sum so far, so that it can fall below 0
    and ends at the record's `raw_total`. A saved diagnosis that a later one replaced keeps the
    awards it had then; the running score counts it until it was replaced.
    """
    moves = [entry.move for entry in entries]
    by_move = _awards_by_move(case, catalogue, moves)
    scores = running_scores(case, catalogue, moves)
    rows = [
        {"m": index + 1, **row(entry), "awards": by_move[index], "score": scores[index]}
        for index, entry in enumerate(entries)
    ]
    if moves and isinstance(moves[-1], End):
        earned = bill(case, catalogue, moves)
        rows[-1] |= {
            "total": earned.total,
            "max": earned.maximum,
            "level": earned.level,
            "consequence": ending(case, catalogue, moves).outcome,
        }
    return rows


def _awards_by_move(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> list[list[Row]]:
    found: list[list[Award]] = [[] for _ in moves]
    for award in awards(case, catalogue, moves):
        found[award.move].append(award)
    for index, move in enumerate(moves):
        if isinstance(move, Dx):
            then = diagnosis_awards(case, catalogue, moves[: index + 1])
            found[index] = [award for award in then if award.move == index]
    return [[award_row(award) for award in here] for here in found]


def _domains(earned: Bill) -> tuple[filed.Domain, ...]:
    return tuple(
        filed.Domain(id=part.id, name=part.name, earned=part.earned, max=part.maximum)
        for part in earned.parts
    )


def _red_flags(case: Case, moves: Sequence[Move]) -> tuple[filed.RedFlag, ...]:
    asked = elicited(case, moves)
    return tuple(
        filed.RedFlag(topic=flag.topic, elicited=flag.id in asked, id=flag.id, absent=flag.absent)
        for flag in case.red_flags
    )


def _is_unnecessary(award: Award) -> bool:
    """An examination or test that cost points without doing harm."""
    return award.kind in ("exam", "test") and award.points < 0 and not _is_harm(award)


def _is_harm(award: Award) -> bool:
    return award.points == NECESSITY["harmful"]


def _diagnoses(
    case: Case, catalogue: Catalogue, moves: Sequence[Move]
) -> tuple[filed.SavedDiagnosis, ...]:
    """The last saved diagnosis, slot by slot."""
    last = next((move for move in reversed(moves) if isinstance(move, Dx)), None)
    saved = [getattr(last, slot) for slot in DIAGNOSIS_SLOTS] if last else []
    return tuple(
        filed.SavedDiagnosis(
            label=entry.name if (entry := catalogue.diagnosis.get(id_)) else id_,
            id=id_,
            role=role(case.ground_truth, id_),
        )
        for id_ in saved
    )


def _award(award: Award) -> filed.FiledAward:
    return filed.FiledAward(
        points=award.points,
        part=award.part,
        kind=award.kind,
        label=award.label,
        item=award.item,
        move=award.move + 1,
        quote=award.quote,
    )


def _unmarked(case: Case, moves: Sequence[Move]) -> tuple[str, ...]:
    """Texts of the spoken plan items that no marker answered for."""
    last = moves[-1] if moves else None
    items = case.management.items
    ids = last.unmarked if isinstance(last, End) else ()
    return tuple(items[id_].text for id_ in ids if id_ in items)
