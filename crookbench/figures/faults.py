"""What went wrong, doctor by doctor: overlong messages, jargon, endings, retries, lost points."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.figures.figure import Column, Table
from crookbench.figures.frames import frames
from crookbench.figures.metrics import over_cases
from crookbench.figures.names import words
from crookbench.figures.numbers import listed, lower_first, upper_first
from crookbench.figures.played import of_what, once, played, scored
from crookbench.game.awards import PARTS
from crookbench.game.moves import Refused, Say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.figure import Cell
    from crookbench.figures.names import Names
    from crookbench.figures.played import Played
    from crookbench.game.awards import Kind, Part
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
    own_cases = {} if run.manifest.played_on else cases
    consults: defaultdict[str, list[Consult]] = defaultdict(list)
    for consult in scored(run):
        consults[consult.record.model].append(consult)
    return tuple(
        _faults(run, each.id, consults[each.id], own_cases) for each in run.manifest.doctors
    )


def _faults(run: Run, model: str, consults: Sequence[Consult], cases: Mapping[str, Case]) -> Faults:
    records = [consult.record for consult in consults]
    failures = [failure for failure in run.failures if failure.model == model]
    full = run.manifest.kind == "full"
    floods = jargon = refused = 0
    denied: int | None = None
    if consults and all(record.case in cases for record in records):
        denied = 0
    for consult in consults:
        log = consult.log  # read once: in a large run it comes from the file
        says = [move for move in log if isinstance(move, Say)]
        floods += sum(say.flooded for say in says)
        jargon += sum(bool(say.jargon) for say in says)
        refused += sum(isinstance(move, Refused) for move in log)
        if denied is not None:
            denied += len(denied_facts(cases[consult.record.case], log))
    costs = [record.usage.cost for record in records if record.usage.cost is not None]
    seconds = [record.seconds for record in records if record.seconds is not None]
    tries = [*(each.attempts for each in records), *(each.attempts for each in failures)]
    endings = Counter([*(each.ending for each in records), *(each.ending for each in failures)])
    return Faults(
        model=model,
        consults=len(records),
        floods=floods,
        jargon=jargon if full else None,
        denied=denied if full else None,
        refused=refused if full else None,
        unmarked=sum(len(record.unmarked) for record in records),
        endings=dict(sorted(endings.items())),
        retries=sum(tries) - len(tries),
        cost=sum(costs) if costs else None,
        seconds=fmean(seconds) if seconds else None,
    )


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
    """One row a doctor, with one column an ending that occurred.

    What was recorded of no doctor has no column; the note says so.
    """
    endings = sorted({ending for each in found for ending in each.endings})
    unknown = "not recorded"
    columns = (
        Column("doctor", "Doctor", kind="text"),
        Column("n", "Scored", "consults", "count"),
        Column("floods", "Asked too much at once", "messages", "count"),
        Column("jargon", "Jargon", "messages", "count", missing=unknown),
        Column("denied", "Answers wrongly denied", "facts", "count", missing=unknown),
        Column("refused", "Failed tool calls", "calls", "count", missing=unknown),
        Column("unmarked", "Items not marked", "items", "count"),
        *(Column(e, upper_first(words(e)), "consults", "count") for e in endings),
        Column("retries", "Retries", "tries", "count"),
        Column("cost", "Total cost", "US$", "money", missing=unknown),
        Column("seconds", "Time", "s", missing=unknown),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            names.name(each.model), each.consults, each.floods, each.jargon, each.denied,
            each.refused, each.unmarked, *(each.endings.get(e, 0) for e in endings),
            each.retries, each.cost, each.seconds,
        )
        for each in found
    ]  # fmt: skip
    kept = [n for n, _ in enumerate(columns) if any(row[n] is not None for row in rows)]
    lacking = [lower_first(c.label) for n, c in enumerate(columns) if n not in kept]
    return Table(
        id="faults",
        title="Overlong messages, endings and cost",
        reading="What went wrong apart from the score, and what each doctor used.",
        columns=tuple(columns[n] for n in kept),
        rows=tuple(tuple(row[n] for n in kept) for row in rows),
        n=of_what(run),
        note=f"Not recorded in this run: {listed(lacking)}." if rows and lacking else "",
    )


PENALTIES: dict[Kind, str] = {
    "exam": "Unnecessary or harmful examinations",
    "test": "Unnecessary or harmful tests",
    "harmful": "Harmful acts",
    "required_missed": "Required care missed",
    "safety": "Unsafe medicines",
    "not_indicated": "Medicines not indicated",
    "cant_miss": "Wrong can't-miss diagnosis",
    "dx_changed": "Diagnosis changed",
}
"""Kinds of awards that can be negative, as readers know them."""


@dataclass(frozen=True, slots=True)
class Losses:
    """One doctor's lost points, each a mean over its consults in percent of the case's maximum.

    Attributes:
        parts: Maximum less earned, by part; below 0 where bonuses passed the part's maximum. The
            four add up to 100 less the unfloored score.
        penalties: What negative awards took, by kind; None where records list no awards.
    """

    model: str
    n: int
    parts: Mapping[Part, float | None]
    penalties: Mapping[Kind, float] | None


@once
def losses(run: Run) -> tuple[Losses, ...]:
    """Every doctor the run plans, in its order."""
    consults = frames(run).consults
    lost = {
        part: over_cases(
            consults,
            100 * (consults[f"{part}_max"] - consults[f"{part}_earned"]) / consults["max"],
        ).to_dict()
        for part in PARTS
    }
    return tuple(
        Losses(
            model=doctor.model,
            n=doctor.n,
            parts={part: lost[part].get(doctor.model) for part in PARTS},
            penalties=_penalties(doctor),
        )
        for doctor in played(run)
    )


def _penalties(doctor: Played) -> dict[Kind, float] | None:
    if not doctor.records or not all(record.awards for record in doctor.records):
        return None
    taken: defaultdict[Kind, float] = defaultdict(float)
    for record in doctor.records:
        for award in record.awards:
            if award.points < 0:
                taken[award.kind] += -100 * award.points / record.max / doctor.n
    return {kind: taken[kind] for kind in PENALTIES if kind in taken}


def losses_table(run: Run, found: Sequence[Losses], order: Sequence[str], names: Names) -> Table:
    """One row a doctor, in `order`: the four parts, then the kinds of penalty that occurred."""
    by_model = {each.model: each for each in found}
    kinds = [kind for kind in PENALTIES if any(kind in (each.penalties or {}) for each in found)]
    return Table(
        id="losses",
        title="Where points were lost",
        reading="Average points lost in each part, in percent of the case's maximum.",
        columns=(
            Column("doctor", "Doctor", kind="text"),
            Column("n", "Scored", "consults", "count"),
            *(Column(part, name, "%", places=1) for part, name in PARTS.items()),
            *(Column(f"penalty_{k}", f"of it: {PENALTIES[k]}", "%", places=1) for k in kinds),
        ),
        rows=tuple(
            (
                names.name(model), by_model[model].n, *by_model[model].parts.values(),
                *(None if (taken := by_model[model].penalties) is None else taken.get(kind, 0.0)
                  for kind in kinds),
            )
            for model in order
        ),
        n=of_what(run),
        note="The four parts add up to 100 minus the score. A part under 0 earned more than its "
        "maximum, by bonus points.",
    )  # fmt: skip
