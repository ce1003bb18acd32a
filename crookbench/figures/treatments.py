"""What was given, prescribed and referred to, case by case."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crookbench.figures.figure import Column, Table
from crookbench.figures.names import words
from crookbench.figures.played import Key, of_what, scored
from crookbench.game.moves import Refer, Rx

if TYPE_CHECKING:
    from crookbench.figures.names import Names
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.results import Run


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
            label=_label(catalogue, id_),
            times=len(uses),
            consults=tuple(dict.fromkeys(uses)),
            n=n[case],
        )
        for (case, move, id_), uses in used.items()
    ]
    return tuple(
        sorted(found, key=lambda t: (places.index(t.case), t.kind, -len(t.consults), t.id))
    )


def _label(catalogue: Catalogue, id_: str) -> str:
    entry = catalogue.medicine.get(id_) or catalogue.referral.get(id_)
    return words(id_) if entry is None else entry.name


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
