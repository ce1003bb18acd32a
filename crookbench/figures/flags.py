"""Red flags, case by case: how often the field asked about each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.figure import Column, Table
from crookbench.figures.played import Key, of_what, scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.figures.names import Names
    from crookbench.records.record import Record
    from crookbench.records.results import Run


@dataclass(frozen=True, slots=True)
class Flag:
    """One red flag of one case over a run.

    Attributes:
        present: Whether the patient has it; None where records do not say.
        of: The consults in which it could be elicited; `elicited` are those that did.
    """

    case: str
    id: str
    topic: str
    present: bool | None
    of: tuple[Key, ...]
    elicited: tuple[Key, ...]

    @property
    def share(self) -> float:
        return 100 * len(self.elicited) / len(self.of)

    @property
    def missed(self) -> tuple[Key, ...]:
        have = set(self.elicited)
        return tuple(key for key in self.of if key not in have)


def red_flags(run: Run) -> tuple[Flag, ...]:
    """Every red flag of the run's cases, in their order; within a case the most elicited first."""
    records = [consult.record for consult in scored(run)]
    return tuple(
        flag
        for case in run.manifest.cases
        for flag in _of_case([record for record in records if record.case == case])
    )


def _of_case(records: Sequence[Record]) -> list[Flag]:
    ids = dict.fromkeys(flag.id or flag.topic for record in records for flag in record.red_flags)
    found = [_flag(id_, records) for id_ in ids]
    return sorted(found, key=lambda flag: (-flag.share, flag.id))


def _flag(id_: str, records: Sequence[Record]) -> Flag:
    seen = [
        (record, flag)
        for record in records
        for flag in record.red_flags
        if (flag.id or flag.topic) == id_
    ]
    record, flag = seen[0]
    return Flag(
        case=record.case,
        id=id_,
        topic=flag.topic or id_,
        present=None if flag.absent is None else not flag.absent,
        of=_keys(record for record, _ in seen),
        elicited=_keys(record for record, flag in seen if flag.elicited),
    )


def _keys(records: Iterable[Record]) -> tuple[Key, ...]:
    return tuple(dict.fromkeys(record.key for record in records))


def flags_table(run: Run, names: Names) -> Table:
    """One row a red flag."""
    words = {True: "present", False: "absent", None: "not known"}
    return Table(
        id="red-flags",
        title="Red flags asked about",
        reading="In how many consults of its case each red flag was asked about.",
        columns=(
            Column("case", "Case", kind="text"),
            Column("flag", "Red flag", kind="text"),
            Column("present", "The patient has it", kind="text"),
            Column("elicited", "Asked about", "consults", "count"),
            Column("n", "Of", "consults", "count"),
            Column("share", "Share", "%", "percent"),
        ),
        rows=tuple(
            (
                names.case(flag.case), flag.topic, words[flag.present],
                len(flag.elicited), len(flag.of), flag.share,
            )
            for flag in red_flags(run)
        ),
        n=of_what(run),
    )  # fmt: skip
