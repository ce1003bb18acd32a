"""The words of a consult that was played, as its doctor wrote and read them.

They come from its log through our own engine: every call is made again, with a patient and a
marker that say what the log says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crookbench.chat.completion import Called, Completion
from crookbench.chat.prompts import prompt
from crookbench.doctor.contract import Answer
from crookbench.doctor.conversation import Conversation
from crookbench.doctor.model import PROMPT
from crookbench.game.moves import (
    Dx,
    End,
    Exam,
    Look,
    Order,
    Refer,
    Refused,
    Review,
    Rx,
    Say,
    Stop,
    Unheard,
    Withdraw,
)
from crookbench.patient.chart import ChartPatient
from crookbench.patient.contract import Judgement, Reply
from crookbench.runs.consult import Consult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.doctor.conversation import Message
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move
    from crookbench.records.record import Record


async def conversation(
    case: Case, catalogue: Catalogue, moves: Sequence[Move], record: Record
) -> list[Message]:
    """The messages between a doctor and the consult, one call in each of the doctor's."""
    logged = _Logged(case)
    consult = Consult(case, catalogue, logged, logged, questions=record.max_questions)
    told = Conversation(prompt(PROMPT))
    told.tell([Answer(consult.briefing())])
    for move in moves:
        logged.move = move
        if isinstance(move, Unheard):
            told.keep(Completion(text=move.text))
            told.tell([consult.unheard(move.text)])
        elif record.ending == "ended" or not isinstance(move, End):
            (call,) = told.keep(Completion(calls=(_called(move),)))
            told.tell([await consult.carry_out(call)])
    return told.messages


@dataclass
class _Logged:
    """Patient and marker of a consult that was played.

    Attributes:
        move: The one that is made again.
    """

    case: Case
    name: str = "log"
    move: Move = field(default_factory=lambda: Unheard(""))

    def opening(self) -> str:
        return ChartPatient(self.case).opening()

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:  # noqa: ARG002
        """What the patient said then."""
        said = self.move
        if not isinstance(said, Say):
            raise TypeError(said)
        return Reply(
            text=said.reply,
            released=said.released,
            asked=said.asked,
            flooded=said.flooded,
            jargon=said.jargon,
            questions=said.questions,
        )

    async def mark(self, moves: Sequence[Move]) -> Judgement:  # noqa: ARG002  marked long ago
        return Judgement()


def _called(move: Move) -> Called:
    """The call that a move was; one that was refused comes back as it was written."""
    if isinstance(move, Refused):
        return Called("", move.tool, move.arguments)
    name, arguments = _request(move)
    return Called("", name, {key: value for key, value in arguments.items() if value is not None})


def _request(move: Move) -> tuple[str, dict[str, Any]]:  # noqa: C901, PLR0911  one line a move
    """The tool of a move, and what it was given."""
    match move:
        case Say():
            return "say", {"text": move.utterance}
        case Exam():
            return "examine", {
                "exam_id": move.id, "side": move.side, "subregion": move.subregion,
            }  # fmt: skip
        case Order():
            return "order_test", {"test_id": move.id}
        case Rx():
            return "prescribe", {
                "drug_id": move.id, "dose": move.dose, "frequency": move.frequency,
                "duration": move.duration, "quantity": move.quantity, "route": move.route,
            }  # fmt: skip
        case Refer():
            return "refer", {"referral_id": move.id}
        case Stop():
            return "stop_medicine", {"drug_id": move.id}
        case Withdraw():
            return "withdraw", {"drug_id": move.id}
        case Review():
            return "book_review", {"when": move.when}
        case Dx():
            return "diagnose", dict(move.slots)
        case Look():
            return move.tool, dict(move.query)
        case End():
            return "end_consult", {}
        case _:
            raise TypeError(move)
