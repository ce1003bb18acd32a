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
from crookbench.game.moves import DIAGNOSIS_SLOTS
from crookbench.game.triggers import completed_by

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
    """

    id: str
    case: str
    title: str
    faced: tuple[Key, ...]
    sprung: tuple[Key, ...]

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
        sprung = tuple(c.record.key for c in faced if springs(rule.test, shelf, c))
        found.append(Trap(rule.id, rule.case, rule.title, keys(c.record for c in faced), sprung))
    repeats = Trap(
        id=REPEAT,
        case="",
        title=REPEAT_TITLE,
        faced=tuple(c.record.key for c in consults if c.record.diagnoses),
        sprung=tuple(c.record.key for c in consults if repeats_a_slot(c.record)),
    )
    return tuple(trap for trap in (*found, repeats) if trap.faced)


def springs(test: Trigger | DiagnosisTest, catalogue: Catalogue, consult: Consult) -> bool:
    """Whether a consult fell for a trap: by its moves, or by the diagnosis it ended with."""
    if isinstance(test, DiagnosisTest):
        slots = zip(DIAGNOSIS_SLOTS, consult.record.diagnoses, strict=False)
        return any(slot in test.slots and named.id in test.diagnoses for slot, named in slots)
    return bool(completed_by(catalogue, test, consult.log))


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
