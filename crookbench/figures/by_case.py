"""Case by case: which red flags were asked about, and what was given, prescribed, referred to."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crookbench.figures.figure import Column, Table
from crookbench.figures.names import words
from crookbench.figures.played import Key, of_what, once, scored
from crookbench.game.moves import Refer, Rx

if TYPE_CHECKING:
    from crookbench.figures.names import Names
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.record import RedFlag
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


@once
def red_flags(run: Run) -> tuple[Flag, ...]:
    """Every red flag of the run's cases, in their order; within a case the most elicited first."""
    places = {case: place for place, case in enumerate(run.manifest.cases)}
    first: dict[tuple[str, str], RedFlag] = {}
    of: defaultdict[tuple[str, str], dict[Key, bool]] = defaultdict(dict)
    for record in (consult.record for consult in scored(run)):
        for flag in record.red_flags:
            which = (record.case, flag.id or flag.topic)
            first.setdefault(which, flag)
            of[which][record.key] = of[which].get(record.key, False) or flag.elicited
    found = [
        Flag(
            case=case,
            id=id_,
            topic=flag.topic or id_,
            present=None if flag.absent is None else not flag.absent,
            of=tuple(of[case, id_]),
            elicited=tuple(key for key, elicited in of[case, id_].items() if elicited),
        )
        for (case, id_), flag in first.items()
    ]
    return tuple(sorted(found, key=lambda flag: (places[flag.case], -flag.share, flag.id)))


def flags_table(run: Run, names: Names) -> Table:
    """One row a red flag."""
    words = {True: "present", False: "absent", None: "not known"}
    return Table(
        id="red-flags",
        title="Red flags found",
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


@dataclass(frozen=True, slots=True)
class Treatment:
    """One medicine or referral in one case.

    Attributes:
        times: How often it was chosen; a dose and a script of one medicine are two.
        consults: The consults that used it, each once.
        n: How many consults of the case were scored.
    """

    case: str
    kind: Literal["medicine", "referral"]
    id: str
    label: str
    times: int
    consults: tuple[Key, ...]
    n: int


def treatments(run: Run, catalogue: Catalogue) -> tuple[Treatment, ...]:
    """Every medicine and referral used, in the order of the run's cases, most used first."""
    used: defaultdict[tuple[str, str, str], list[Key]] = defaultdict(list)
    n: defaultdict[str, int] = defaultdict(int)
    for consult in scored(run):
        case = consult.record.case
        n[case] += 1
        for move in consult.log:
            if isinstance(move, Rx | Refer):
                used[case, move.move, move.id].append(consult.record.key)
    places = list(run.manifest.cases)
    found = [
        Treatment(
            case=case,
            kind="medicine" if move == "rx" else "referral",
            id=id_,
            label=entry.name
            if (entry := catalogue.medicine.get(id_) or catalogue.referral.get(id_))
            else words(id_),
            times=len(uses),
            consults=tuple(dict.fromkeys(uses)),
            n=n[case],
        )
        for (case, move, id_), uses in used.items()
    ]
    return tuple(
        sorted(found, key=lambda t: (places.index(t.case), t.kind, -len(t.consults), t.id))
    )


def treatments_table(run: Run, catalogue: Catalogue, names: Names) -> Table:
    """One row a medicine or referral of a case."""
    return Table(
        id="treatments",
        title="Medicines and referrals",
        reading="In how many consults of its case each was used.",
        columns=(
            Column("case", "Case", kind="text"),
            Column("item", "Item", kind="text"),
            Column("kind", "Kind", kind="text"),
            Column("times", "Chosen", "times", "count"),
            Column("consults", "In", "consults", "count"),
            Column("n", "Of", "consults", "count"),
        ),
        rows=tuple(
            (names.case(each.case), each.label, each.kind, each.times, len(each.consults), each.n)
            for each in treatments(run, catalogue)
        ),
        n=of_what(run),
    )
