"""Files a consult that was played to its end: record, log and transcript, computed together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.records.recording import log_rows, record_of
from crookbench.records.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.log import Entry
    from crookbench.records.record import Record
    from crookbench.records.recording import Circumstances
    from crookbench.records.store import ConsultFiles


def file_consult(
    files: ConsultFiles,
    case: Case,
    catalogue: Catalogue,
    entries: Sequence[Entry],
    about: Circumstances,
) -> Record:
    """Scores a consult and writes its three files, the record last."""
    record = record_of(case, catalogue, entries, about)
    rows = log_rows(case, catalogue, entries)
    files.write(record, rows, transcript(case, catalogue, record, rows))
    return record
