"""One consult from its first word to its end: played in this process, or wherever else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from crookbench.doctor.contract import Usage
from crookbench.errors import InfrastructureError
from crookbench.runs.consult import Consult
from crookbench.runs.turn_loop import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.casebook.casebook import Casebook
    from crookbench.doctor.contract import Doctor
    from crookbench.game.case import Case
    from crookbench.game.moves import Move
    from crookbench.patient.contract import Marker, Patient
    from crookbench.records.manifest import Key
    from crookbench.runs.turn_loop import Played


class Participants(Protocol):
    """Makes everyone who takes part in one consult; only what keeps no state is shared."""

    def doctor(self, model: str, case: Case, rep: int) -> Doctor:
        """The doctor under test."""

    def patient(self, case: Case) -> Patient:
        """Who answers."""

    def marker(self, case: Case) -> Marker:
        """Who judges the spoken plan."""


@dataclass(frozen=True, slots=True)
class Talk:
    """How a consult went.

    Attributes:
        outcome: The consult played to its end, or the fault that ended it.
        spent: US$ that everyone in it cost together, as far as that is known.
        patient: The patient's name, and `marker` the marker's.
    """

    outcome: Played | InfrastructureError
    spent: float
    patient: str
    marker: str


class Place(Protocol):
    """Where consults are played."""

    async def talk(
        self, key: Key, on_move: Callable[[Move], None], on_spent: Callable[[float], None]
    ) -> Talk:
        """Plays one consult.

        Args:
            key: The doctor, the case and the repeat.
            on_move: Told of each move before its answer reaches the doctor, where that can be.
            on_spent: Told what the consult has cost so far, each time that it grows.
        """


@dataclass(frozen=True, slots=True)
class Here:
    """This process."""

    casebook: Casebook
    participants: Participants
    questions: int
    clock: Callable[[], float]

    async def talk(
        self, key: Key, on_move: Callable[[Move], None], on_spent: Callable[[float], None]
    ) -> Talk:
        model, case_id, rep = key
        case = self.casebook.cases[case_id]
        consult = Consult(
            case,
            self.casebook.catalogue,
            self.participants.patient(case),
            self.participants.marker(case),
            questions=self.questions,
            on_move=on_move,
            on_spent=on_spent,
            clock=self.clock,
        )
        outcome: Played | InfrastructureError
        try:
            outcome = await play(consult, self.participants.doctor(model, case, rep))
        except InfrastructureError as error:
            consult.count_doctor(error.usage or Usage())
            outcome = error
        return Talk(outcome, consult.spent, consult.patient.name, consult.marker.name)
