"""What went wrong beside the score: floods, jargon, denials, refused calls, endings, retries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.figures.figure import Column, Table
from crookbench.figures.played import of_what, scored
from crookbench.game.moves import Refused, Say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.names import Names
    from crookbench.game.case import Case
    from crookbench.game.moves import Move
    from crookbench.records.results import Consult, Run


@dataclass(frozen=True, slots=True)
class Faults:
    """One doctor's consults beside the score.

    Attributes:
        floods: Messages that asked too much at once: nothing was released.
        jargon: Messages with words the patient did not understand; None where logs do not say.
        denied: Facts that the patient held and denied; None where logs or case do not say.
        refused: Calls that could not be carried out; None where logs do not say.
        unmarked: Spoken plan items that no marker answered for.
        endings: How often each ending occurred, failures among them.
        retries: Tries beyond the first.
        cost: Sum in US$ of what is known; None where nothing is.
        seconds: Mean duration; None where unknown.
    """

    model: str
    consults: int
    floods: int
    jargon: int | None
    denied: int | None
    refused: int | None
    unmarked: int
    endings: Mapping[str, int]
    retries: int
    cost: float | None
    seconds: float | None


def faults(run: Run, cases: Mapping[str, Case]) -> tuple[Faults, ...]:
    """Every doctor the run plans, in its order."""
    consults = scored(run)
    full = run.manifest.kind == "full"
    own_cases = {} if run.manifest.played_on else cases
    return tuple(
        _faults(run, doctor.id, [c for c in consults if c.record.model == doctor.id], own_cases,
                full=full)
        for doctor in run.manifest.doctors
    )  # fmt: skip


def _faults(
    run: Run, model: str, consults: Sequence[Consult], cases: Mapping[str, Case], *, full: bool
) -> Faults:
    records = [consult.record for consult in consults]
    failures = [failure for failure in run.failures if failure.model == model]
    says = [move for consult in consults for move in consult.log if isinstance(move, Say)]
    refused = sum(isinstance(move, Refused) for consult in consults for move in consult.log)
    costs = [record.usage.cost for record in records if record.usage.cost is not None]
    seconds = [record.seconds for record in records if record.seconds is not None]
    tries = [*(each.attempts for each in records), *(each.attempts for each in failures)]
    endings = Counter([*(each.ending for each in records), *(each.ending for each in failures)])
    return Faults(
        model=model,
        consults=len(records),
        floods=sum(say.flooded for say in says),
        jargon=sum(bool(say.jargon) for say in says) if full else None,
        denied=_denied(consults, cases) if full else None,
        refused=refused if full else None,
        unmarked=sum(len(record.unmarked) for record in records),
        endings=dict(sorted(endings.items())),
        retries=sum(tries) - len(tries),
        cost=sum(costs) if costs else None,
        seconds=fmean(seconds) if seconds else None,
    )


def _denied(consults: Sequence[Consult], cases: Mapping[str, Case]) -> int | None:
    known = [consult for consult in consults if consult.record.case in cases]
    if len(known) < len(consults) or not consults:
        return None
    return sum(len(denied_facts(cases[c.record.case], c.log)) for c in known)


def denied_facts(case: Case, log: Sequence[Move]) -> tuple[str, ...]:
    """Items held and denied: a generic topic they cover was understood, and they were not told.

    The patient denies a generic topic; where an item stands for that topic in this case and is
    still hidden, the denial is wrong.
    """
    covering = {topic: item.id for item in case.scored_history for topic in item.covers}
    told: set[str] = set()
    denied: dict[str, None] = {}
    for say in (move for move in log if isinstance(move, Say)):
        told.update(say.released)
        if not say.flooded:
            held = (covering.get(topic) for topic in say.asked)
            denied.update({item: None for item in held if item is not None and item not in told})
    return tuple(denied)


def faults_table(run: Run, found: Sequence[Faults], names: Names) -> Table:
    """One row a doctor, with one column an ending that occurred."""
    endings = sorted({ending for each in found for ending in each.endings})
    unknown = "not logged"
    return Table(
        id="faults",
        title="Floods, endings and cost",
        reading="What went wrong beside the score, and what each doctor used.",
        columns=(
            Column("doctor", "Doctor", kind="text"),
            Column("n", "Scored", "consults", "count"),
            Column("floods", "Asked too much at once", "messages", "count"),
            Column("jargon", "Jargon", "messages", "count", missing=unknown),
            Column("denied", "Facts denied", "facts", "count", missing=unknown),
            Column("refused", "Calls refused", "calls", "count", missing=unknown),
            Column("unmarked", "Unmarked", "items", "count"),
            *(Column(e, e.replace("_", " ").capitalize(), "consults", "count") for e in endings),
            Column("retries", "Retries", "tries", "count"),
            Column("cost", "Cost in all", "US$", "money", missing="unknown"),
            Column("seconds", "Time", "s", missing="unknown"),
        ),
        rows=tuple(
            (
                names.name(each.model), each.consults, each.floods, each.jargon, each.denied,
                each.refused, each.unmarked, *(each.endings.get(e, 0) for e in endings),
                each.retries, each.cost, each.seconds,
            )
            for each in found
        ),
        n=of_what(run),
    )  # fmt: skip
