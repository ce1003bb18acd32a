"""Plays a log again against today's case, without any model.

What was said, released, credited and marked stays as it is in the log; every finding, result,
award and score is computed anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crookbench.errors import Fault
from crookbench.game.findings import finding, is_abnormal, is_result_abnormal, result
from crookbench.game.moves import Exam, Order
from crookbench.records import crook_bench
from crookbench.records.recording import record_consult

if TYPE_CHECKING:
    from crookbench.casebook.casebook import Casebook
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move
    from crookbench.records.recording import ConsultRecord
    from crookbench.records.results import Consult, Run


def replay(consult: Consult, casebook: Casebook) -> ConsultRecord:
    """The consult's files as its log and today's case give them.

    Raises:
        Fault: The case is not there, or is not the one that the consult was played on.
    """
    case = case_of(consult, casebook)
    moves = [again(case, casebook.catalogue, move) for move in consult.log]
    return record_consult(case, casebook.catalogue, moves, consult.record)


def case_of(consult: Consult, casebook: Casebook) -> Case:
    """The case that a consult was played on.

    Raises:
        Fault: It is not there, or the one of that id is another project's.
    """
    case = casebook.case(consult.record.case, consult.record_path)
    crook_bench.refuse_other_cases(consult, case)
    return case


def with_bills(run: Run, casebook: Casebook) -> Run:
    """The run with the bill of every consult of the original crook-bench, whose files have none.

    A consult whose case is not there, or is this project's own, stays without.
    """
    return replace(run, consults=tuple(_with_bill(each, casebook) for each in run.consults))


def _with_bill(consult: Consult, casebook: Casebook) -> Consult:
    if consult.record.version is not None or consult.record.case not in casebook.cases:
        return consult
    try:
        now = replay(consult, casebook)
    except Fault:
        return consult
    computed = ("awards", "missed", "story", "raw_total", "unmarked")
    update = {name: getattr(now.record, name) for name in computed}
    record = consult.record.model_copy(update=update)
    return replace(consult, record=record, moves=now.moves)


def again(case: Case, catalogue: Catalogue, move: Move) -> Move:
    """The move with what today's case shows; ids the catalogue lacks keep what they showed."""
    match move:
        case Exam() if move.id in catalogue.examination:
            shown = finding(case, catalogue, move)
            return replace(move, finding=shown, abnormal=is_abnormal(case, catalogue, move))
        case Order() if move.id in catalogue.investigation:
            return replace(
                move,
                result=result(case, catalogue, move.id),
                abnormal=is_result_abnormal(case, catalogue, move.id),
            )
        case _:
            return move
