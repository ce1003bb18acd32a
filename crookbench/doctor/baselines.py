"""The baselines: floor, ceiling and cheats of the benchmark, free and repeatable."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.doctor import script
from crookbench.doctor.brisk import brisk
from crookbench.doctor.oracle import oracle
from crookbench.doctor.review import (
    ADVICE,
    CANT_MISS,
    DIFFERENTIAL,
    EXAMS,
    FALLBACK,
    QUESTIONS,
    STATEMENTS,
    TESTS,
)
from crookbench.doctor.script import ScriptedDoctor
from crookbench.game.search import words

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from crookbench.doctor.contract import ToolCall
    from crookbench.doctor.script import Script
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Entry

GREETING = "Hello, I'm the doctor. Come in and take a seat."
FAREWELL = "All the best."
BRISK = "baseline/brisk"
"""Plays only cases whose author wrote down what it does there."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a baseline may look at.

    Only the oracle and the brisk doctor look at the case beyond the booking line.
    """

    case: Case
    catalogue: Catalogue
    seed: int

    @property
    def booking(self) -> str:
        return self.case.presenting_complaint

    def shuffled(self, entries: Sequence[Entry]) -> list[str]:
        """Ids in an order of this repeat's own."""
        ids = [entry.id for entry in entries]
        random.Random(self.seed).shuffle(ids)  # noqa: S311  repeatable is the point
        return ids


def _oracle(setting: Setting) -> Script:
    """Plays the key: the ceiling."""
    return oracle(setting.case, setting.catalogue)


def _brisk(setting: Setting) -> Script:
    """Plays the brisk, safe consult that the case's author wrote down."""
    return brisk(setting.case, setting.catalogue)


def _checklist(setting: Setting) -> Script:
    """One fixed systems review, examination and battery of tests for every patient."""
    yield script.say(GREETING)
    for question in QUESTIONS:
        yield script.say(question)
    for exam in EXAMS:
        yield script.examine(exam)
    for test in TESTS:
        yield script.order(test)
    yield from _guess(setting)
    yield script.say(FAREWELL)
    yield script.end_consult()


def _ask_by_statement(setting: Setting) -> Script:
    """The same review with no question mark in it, in case such questions were free."""
    yield script.say(GREETING)
    for statement in STATEMENTS:
        yield script.say(statement)
    yield from _guess(setting)
    yield script.end_consult()


def _order_everything(setting: Setting) -> Script:
    """Orders every test there is."""
    yield script.say(GREETING)
    for test in setting.shuffled(setting.catalogue.investigations):
        yield script.order(test)
    yield from _guess(setting)
    yield script.end_consult()


def _recite_advice(setting: Setting) -> Script:
    """Recites every kind of advice, in case some of it is on the key."""
    yield script.say(GREETING)
    for advice in ADVICE:
        yield script.say(advice)
    yield from _guess(setting)
    yield script.end_consult()


def _silent(setting: Setting) -> Script:
    """Says hello, names three diagnoses out of a hat, ends: the floor."""
    yield script.say(GREETING)
    first, second, third, *_ = setting.shuffled(setting.catalogue.diagnoses)
    yield script.diagnose(first, second, third)
    yield script.end_consult()


def _guess(setting: Setting) -> Generator[ToolCall, str, None]:
    """Saves whatever diagnosis a search for the booking's own words finds first."""
    found: list[str] = []
    for word in words(setting.booking):
        answer = yield script.search("diagnoses", word)
        found += [line.partition(":")[0] for line in answer.splitlines() if ": " in line]
    taken = (DIFFERENTIAL, CANT_MISS)
    first = next((each for each in found if each not in taken), FALLBACK)
    yield script.diagnose(first, DIFFERENTIAL, CANT_MISS)


BASELINES: dict[str, Callable[[Setting], Script]] = {
    "baseline/oracle": _oracle,
    BRISK: _brisk,
    "baseline/checklist": _checklist,
    "baseline/order-everything": _order_everything,
    "baseline/silent": _silent,
    "baseline/recite-advice": _recite_advice,
    "baseline/ask-by-statement": _ask_by_statement,
}


def can_play(name: str, case: Case) -> bool:
    """Whether a baseline has a script for a case: all do for every case, but for the brisk one."""
    return name != BRISK or bool(case.brisk)


def baseline(name: str, case: Case, catalogue: Catalogue, rep: int) -> ScriptedDoctor:
    """A baseline ready to play one repeat of one case."""
    return ScriptedDoctor(name, BASELINES[name](Setting(case, catalogue, rep)))
