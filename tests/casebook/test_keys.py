"""What every key of rules 2 promises: brisk and safe is good, fatal is bad, and little is ideal.

Moves are made and scored directly, so nothing here depends on how a patient or a marker
understands words: a question has released its item, a sentence has earned its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from crookbench.casebook.casebook import load_casebook
from crookbench.doctor.brisk import brisk_steps
from crookbench.doctor.oracle import plan_calls, steps
from crookbench.game.moves import Dx, End, Exam, Move, Order, Refer, Review, Rx, Say, Stop
from crookbench.game.scoring import score
from crookbench.game.triggers import does, ingredient
from crookbench.paths import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crookbench.doctor.contract import ToolCall
    from crookbench.doctor.oracle import Step
    from crookbench.game.case import Case
    from crookbench.game.management import ManagementItem, PlanItem, Trigger
    from crookbench.game.scoring import Scoring

BOOK = load_casebook(shipped("cases"), shipped("cases") / "catalogue")
CATALOGUE = BOOK.catalogue
CASES = [case for case in BOOK.cases.values() if case.rules == 2]
OF_A_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


@dataclass(frozen=True)
class Consult:
    """Moves, and the plan items that are said by the end."""

    moves: tuple[Move, ...]
    said: tuple[str, ...]

    def but(self, moves: Iterable[Move] = (), said: Iterable[str] = ()) -> Consult:
        """With some more, done last."""
        return Consult((*self.moves, *moves), (*self.said, *said))

    def without(self, unwanted: Callable[[Move], bool], said: str = "") -> Consult:
        """Without some moves, and without saying one item."""
        return Consult(
            tuple(move for move in self.moves if not unwanted(move)),
            tuple(id_ for id_ in self.said if id_ != said),
        )

    def scored(self, case: Case) -> Scoring:
        return score(case, CATALOGUE, (*self.moves, End.of(self.said)))


def as_move(call: ToolCall) -> Move:
    """A call that is no speech, as the move it makes."""
    arguments = call.arguments
    if call.name == "diagnose":
        return Dx.of(**arguments)
    if call.name == "prescribe":
        return Rx(arguments["drug_id"], *(arguments[k] for k in ("dose", "frequency", "duration")))
    kinds = {
        "examine": Exam, "order_test": Order, "refer": Refer, "book_review": Review,
        "stop_medicine": Stop,
    }  # fmt: skip
    return kinds[call.name](*arguments.values())


def consult(played: Iterable[Step]) -> Consult:
    """Steps as moves: each question is understood, each sentence of the plan earns its item."""
    moves: list[Move] = []
    said: list[str] = []
    for step in played:
        kind, _, id_ = step.item.partition(":")
        if step.call.name != "say":
            moves.append(as_move(step.call))
        elif kind == "history":
            moves.append(Say(step.call.arguments["text"], (id_,), questions=1))
        else:
            said.append(id_)
    return Consult(tuple(moves), tuple(said))


def oracle(case: Case) -> Consult:
    return consult(steps(case, CATALOGUE))


def does_any(triggers: Iterable[Trigger]) -> Callable[[Move], bool]:
    """Whether a move is the action of one of these triggers."""
    wanted = tuple(triggers)
    return lambda move: any(does(CATALOGUE, trigger, move) for trigger in wanted)


def left_out(case: Case, item: PlanItem) -> Consult:
    """The oracle's consult without anything that does a plan item."""
    return oracle(case).without(does_any(item.entry.when), item.id)


def room_for(case: Case, item: ManagementItem) -> Consult:
    """The oracle's consult without what would keep a harm from being one."""
    barring = {word.lower() for trigger in item.when for word in trigger.without}
    belying = does_any(item.unless)
    return oracle(case).without(
        lambda move: (
            belying(move) or (isinstance(move, Rx) and ingredient(CATALOGUE, move) in barring)
        )
    )


def ways(item: PlanItem) -> Iterator[tuple[str, ManagementItem | None]]:
    """Each way to do a plan item: every trigger of it alone, and saying it (None)."""
    for place, trigger in enumerate(item.entry.when):
        yield f"when.{place}", item.entry.model_copy(update={"when": (trigger,)})
    if item.entry.judged:
        yield "said", None


def critical(tier: str) -> list[tuple[Case, PlanItem]]:
    found = [(case, item) for case in CASES for item in case.management.plan]
    return [(case, item) for case, item in found if item.critical and item.tier == tier]


def named(*parts: object) -> str:
    return "-".join(getattr(part, "id", str(part)) for part in parts)


HARMS = [
    pytest.param(case, item, how, id=named(case, item, name))
    for case, item in critical("harmful")
    for name, how in ways(item)
]
REQUIRED = [(case, i) for case in CASES for i in case.management.plan if i.required]


def assert_fails(scoring: Scoring) -> None:
    """As a fatal error is seen from outside."""
    assert scoring.total <= 0.39 * scoring.maximum
    assert scoring.level in ("Intern", "Resident", "Registrar")


@OF_A_CASE
def test_oracle_has_full_marks_and_ends_ideal(case: Case) -> None:
    """The whole key can be had in one consult, late or early."""
    scoring = oracle(case).scored(case)

    assert (scoring.total >= scoring.maximum, scoring.outcome) == (True, "ideal")


@OF_A_CASE
def test_brisk_consult_is_good_and_ends_ideal(case: Case) -> None:
    """A brisk, safe doctor with fifteen questions has at least three quarters of the points."""
    assert case.brisk, f"{case.id}: write under brisk: what a brisk, safe doctor does here"

    scoring = consult(brisk_steps(case, CATALOGUE)).scored(case)

    lost = "; ".join(f"{item.points} {item.label}" for item in scoring.missed)
    assert scoring.total >= 0.75 * scoring.maximum, lost
    assert scoring.outcome == "ideal", lost


@OF_A_CASE
def test_case_names_what_fails_a_consult_and_what_the_ideal_outcome_rests_on(case: Case) -> None:
    """So that the tests below have something to say about every case."""
    assert any(item.critical for item in case.management.plan)
    assert case.ideal_needs


@pytest.mark.parametrize(("case", "item", "how"), HARMS)
def test_critical_harm_fails_the_best_consult(
    case: Case, item: PlanItem, how: ManagementItem | None
) -> None:
    """However much else was right."""
    best = room_for(case, item.entry)
    harmed = (
        best.but(said=[item.id])
        if how is None
        else best.but(map(as_move, plan_calls(how, CATALOGUE)))
    )

    scoring = harmed.scored(case)

    assert_fails(scoring)
    assert scoring.outcome == "harmful"
    assert item.text in scoring.labels("harmful")


@pytest.mark.parametrize(
    ("case", "item"),
    [pytest.param(case, item, id=named(case, item)) for case, item in critical("ideal")],
)
def test_critical_care_left_out_fails_the_best_consult(case: Case, item: PlanItem) -> None:
    """However much else was right."""
    scoring = left_out(case, item).scored(case)

    assert_fails(scoring)
    assert scoring.outcome == "missed_red_flag"


@pytest.mark.parametrize(
    ("case", "item"), [pytest.param(case, item, id=named(case, item)) for case, item in REQUIRED]
)
def test_required_care_left_out_never_ends_ideal(case: Case, item: PlanItem) -> None:
    """It costs points, and the ending."""
    scoring = left_out(case, item).scored(case)

    assert scoring.total < oracle(case).scored(case).total
    assert scoring.outcome == "missed_red_flag"


@pytest.mark.parametrize(
    ("case", "need"),
    [pytest.param(case, need, id=named(case, need)) for case in CASES for need in case.ideal_needs],
)
def test_finding_left_out_never_ends_ideal(case: Case, need: str) -> None:
    """Nobody could have known without it."""
    blind = oracle(case).without(
        lambda move: isinstance(move, Exam | Order) and need in credited(move)
    )

    assert blind.scored(case).outcome == "acceptable"


def credited(move: Exam | Order) -> tuple[str, ...]:
    """The examination or test itself, and what it counts as."""
    entry = CATALOGUE.examination.get(move.id) if isinstance(move, Exam) else None
    return (move.id, *(entry.counts_as if entry else ()))
