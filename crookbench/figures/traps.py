"""Traps: what the record does not show, and which doctors fell for it.

A case names its own trap. A run played on other cases brings a file `traps.yaml` beside its
run.json, whose rules name medicines by the ids in that run's moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import read_yaml
from crookbench.figures.figure import Column, Table
from crookbench.figures.intervals import of_rate
from crookbench.figures.played import Key, keys, of_what, scored
from crookbench.game.case import DiagnosisTest
from crookbench.game.catalogue import Catalogue
from crookbench.game.management import Trigger
from crookbench.game.moves import DIAGNOSIS_SLOTS, Dx
from crookbench.game.triggers import completed_by, deeds_among

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.figures.names import Names
    from crookbench.game.case import Case
    from crookbench.records.record import Record
    from crookbench.records.results import Consult, Run

FILE = "traps.yaml"
REPEAT = "cant_miss_repeat"
REPEAT_TITLE = "Can't-miss diagnosis that repeats another"


class TrapRule(BaseModel):
    """One trap: the case it lies in, and the moves or the saved diagnosis that spring it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    case: str = Field(pattern=r"^[a-z0-9_]+$")
    title: str = Field(min_length=1)
    test: Trigger | DiagnosisTest


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    traps: tuple[TrapRule, ...]


@dataclass(frozen=True, slots=True)
class Trap:
    """One trap over a run.

    Attributes:
        case: The case it lies in, or "" for every case.
        faced: The scored consults it lay in; `sprung` are those that fell for it.
        moves: The number of the move at which each of `sprung` did.
    """

    id: str
    case: str
    title: str
    faced: tuple[Key, ...]
    sprung: tuple[Key, ...]
    moves: tuple[int, ...] = ()

    @property
    def rate(self) -> float:
        """Percent of the consults that faced it; a trap that nobody faced is none."""
        return 100 * len(self.sprung) / len(self.faced)

    def faced_by(self, model: str) -> int:
        return sum(key[0] == model for key in self.faced)

    def sprung_by(self, model: str) -> int:
        return sum(key[0] == model for key in self.sprung)


def read_rules(path: Path) -> tuple[TrapRule, ...]:
    """The rules of a run's own traps.yaml.

    Raises:
        Fault, Faults: It cannot be read or does not fit.
    """
    file = read_yaml(path)
    return validated(_File, file, file.data).traps


def traps(run: Run, cases: Mapping[str, Case], catalogue: Catalogue) -> tuple[Trap, ...]:
    """Every trap of a run that any scored consult faced; the repeated can't-miss slot last."""
    own = run.path / FILE
    if own.is_file():
        rules, shelf = read_rules(own), Catalogue()
    elif run.manifest.played_on:
        rules, shelf = (), catalogue
    else:
        shelf = catalogue
        rules = tuple(
            TrapRule(id=case.id, case=case.id, title=case.trap.title, test=case.trap.test)
            for case in (cases[id_] for id_ in run.manifest.cases if id_ in cases)
            if case.trap is not None
        )
    consults = scored(run)
    found = []
    for rule in rules:
        faced = [consult for consult in consults if consult.record.case == rule.case]
        at = {c.record.key: sprung_at(rule.test, shelf, c) for c in faced}
        sprung = {key: move for key, move in at.items() if move is not None}
        found.append(
            Trap(rule.id, rule.case, rule.title, tuple(at), tuple(sprung), tuple(sprung.values()))
        )
    repeated = [consult for consult in consults if repeats_a_slot(consult.record)]
    repeats = Trap(
        id=REPEAT,
        case="",
        title=REPEAT_TITLE,
        faced=tuple(c.record.key for c in consults if c.record.diagnoses),
        sprung=keys(consult.record for consult in repeated),
        moves=tuple(map(_diagnosed_at, repeated)),
    )
    return tuple(trap for trap in (*found, repeats) if trap.faced)


def sprung_at(test: Trigger | DiagnosisTest, catalogue: Catalogue, consult: Consult) -> int | None:
    """The number of the move at which a consult fell for a trap; None where it did not.

    It is the first that fulfils the rule, or the one that saved the diagnosis it ended with.
    """
    if isinstance(test, DiagnosisTest):
        slots = zip(DIAGNOSIS_SLOTS, consult.record.diagnoses, strict=False)
        named = any(slot in test.slots and each.id in test.diagnoses for slot, each in slots)
        return _diagnosed_at(consult) if named else None
    return next(iter(completed_by(catalogue, test, deeds_among(consult.log))), None)


def _diagnosed_at(consult: Consult) -> int:
    """The number of the move that saved the diagnosis; the last move where no log tells it."""
    log = consult.log
    saved = (number for number, move in enumerate(log, start=1) if isinstance(move, Dx))
    return max(saved, default=len(log))


def repeats_a_slot(record: Record) -> bool:
    """Whether the can't-miss diagnosis also stands in another slot."""
    *others, last = [named.id for named in record.diagnoses] or [""]
    return bool(others) and last in others


def traps_table(run: Run, found: Sequence[Trap], order: Sequence[str], names: Names) -> Table:
    """One row a trap and doctor, doctors in `order`."""
    rows = []
    for trap in found:
        for model in order:
            n, hits = trap.faced_by(model), trap.sprung_by(model)
            rate = of_rate(hits, n)
            share = 100 * hits / n if n else None
            ends = (None, None) if rate is None else (rate.low, rate.high)
            rows.append((trap.title, names.name(model), hits if n else None, n, share, *ends))
    few = "too few"
    return Table(
        id="traps",
        title="Traps",
        reading="How many of the consults that faced a trap fell for it.",
        columns=(
            Column("trap", "Trap", kind="text"),
            Column("doctor", "Doctor", kind="text"),
            Column("sprung", "Fell for it", "consults", "count", missing=few),
            Column("faced", "Of", "consults", "count"),
            Column("share", "Share", "%", "percent", missing=few),
            Column("low", "From", "%", "percent", missing=few),
            Column("high", "To", "%", "percent", missing=few),
        ),
        rows=tuple(rows),
        n=of_what(run),
        note="From and to: 95 % Wilson interval of the share.",
    )
