"""Plays a log again against today's case, without any model.

What was said, released, credited and marked stays as it is in the log; every finding, result,
award and score is computed anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crookbench.errors import Fault
from crookbench.game.findings import finding, is_abnormal, is_result_abnormal, result
from crookbench.game.moves import Exam, Order
from crookbench.records.log import entry
from crookbench.records.recording import circumstances, log_rows, record_of
from crookbench.records.results import log_path
from crookbench.records.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.casebook.casebook import Casebook
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.log import Entry, Row
    from crookbench.records.record import Record
    from crookbench.records.recording import Circumstances
    from crookbench.records.results import Consult


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the files of a consult should hold."""

    record: Record
    rows: list[Row]
    transcript: str


def replay(consult: Consult, casebook: Casebook, about: Circumstances | None = None) -> Replayed:
    """The consult's files as its log and today's case give them.

    Raises:
        Fault: The case is not there, or a row of the log is no move.
    """
    case = casebook.case(consult.record.case, consult.record_path)
    played = [again(case, casebook.catalogue, each) for each in entries_of(consult)]
    about = about or circumstances(consult.record)
    record = record_of(case, casebook.catalogue, played, about)
    rows = log_rows(case, casebook.catalogue, played)
    return Replayed(record, rows, transcript(case, casebook.catalogue, record, rows))


def entries_of(consult: Consult) -> Iterable[Entry]:
    """The log's moves.

    Raises:
        Fault: A row lacks what its move needs.
    """
    for index, row in enumerate(consult.log):
        try:
            yield entry(row)
        except KeyError as missing:
            raise Fault(
                str(log_path(consult.record_path)),
                f"expected a move with {missing}, seen {sorted(row)}",
                key=str(index),
            ) from None
        except (AttributeError, TypeError, ValueError) as problem:
            raise Fault(
                str(log_path(consult.record_path)),
                f"expected a {row['move']}, seen values that do not fit: {problem}",
                key=str(index),
            ) from None


def again(case: Case, catalogue: Catalogue, kept: Entry) -> Entry:
    """The entry with what today's case shows; ids the catalogue lacks keep what they showed."""
    match kept.move:
        case Exam() as exam if exam.id in catalogue.examination:
            shown = finding(case, catalogue, exam)
            return replace(kept, shown=shown, abnormal=is_abnormal(case, catalogue, exam))
        case Order(id=test) if test in catalogue.investigation:
            back = result(case, catalogue, test)
            abnormal = is_result_abnormal(case, catalogue, test)
            return replace(kept, shown=back, abnormal=abnormal)
        case _:
            return kept
