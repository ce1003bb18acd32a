"""Plays a consult turn by turn, until the doctor ends it or a limit does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.chat.usage import Usage
from crookbench.doctor.contract import Answer, Turn
from crookbench.errors import ContextOverflow
from crookbench.game.moves import Say, Unheard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.doctor.contract import Doctor
    from crookbench.game.moves import Move
    from crookbench.records.record import Billed
    from crookbench.runs.consult import Consult

MAX_SAYS = 100
MAX_CALLS = 200
MAX_NUDGES = 3


@dataclass(frozen=True, slots=True)
class Played:
    """A consult played to its end.

    Attributes:
        usage: What the doctor's model used.
        seconds: How long it took.
        patient_usage: What the patient's and the marker's model used.
        served_by: Who answered for the doctor, as the model's server names it.
        dropped: Parameters that the doctor's model rejected and that were left out.
    """

    moves: tuple[Move, ...]
    ending: Billed
    usage: Usage
    seconds: float
    patient_usage: Usage = field(default_factory=Usage)
    served_by: str = ""
    dropped: tuple[str, ...] = ()


async def play(consult: Consult, doctor: Doctor) -> Played:
    """Plays a consult until the doctor ends it, stops using tools, or reaches a limit.

    Raises:
        InfrastructureError: The doctor's or the patient's model failed.
    """
    answers: Sequence[Answer] = (Answer(consult.briefing()),)
    nudges = 0
    ending = _ending(consult, nudges)
    turn = Turn()
    servers: dict[str, None] = {}
    while ending is None:
        await asyncio.sleep(0)  # a script never waits for anybody, and Ctrl-C must reach it too
        try:
            turn = await doctor.turn(answers)
        except ContextOverflow as overflow:
            consult.count_doctor(overflow.usage)
            ending = "context_limit"
            continue
        consult.count_doctor(turn.usage)
        servers[turn.served_by] = None
        nudges = 0 if turn.calls else nudges + 1
        answers = await _answers(consult, turn, nudges)
        ending = _ending(consult, nudges)
    if not consult.over:
        await consult.finish()
    return Played(
        moves=tuple(consult.moves),
        ending=ending,
        usage=consult.usage,
        seconds=consult.moves[-1].t,
        patient_usage=consult.patient_usage,
        served_by=", ".join(filter(None, servers)),
        dropped=turn.dropped,
    )


async def _answers(consult: Consult, turn: Turn, nudges: int) -> Sequence[Answer]:
    """What a turn's calls bring, as far as the consult goes, or the reminder to make some."""
    if not turn.calls:
        return (consult.unheard(turn.text),)
    return [
        await consult.carry_out(call)
        for call in turn.calls
        if _ending(consult, nudges) is None
    ]  # fmt: skip


def _ending(consult: Consult, nudges: int) -> Billed | None:
    """How the consult has ended, or None while it goes on.

    A limit that was reached before the log was closed is how it ended, so that a consult gone on
    with after its last move ends as it would have.
    """
    moves = consult.moves[:-1] if consult.over else consult.moves
    if nudges > MAX_NUDGES:
        return "stopped"
    if sum(isinstance(move, Say) for move in moves) >= MAX_SAYS:
        return "say_limit"
    if sum(not isinstance(move, Unheard) for move in moves) >= MAX_CALLS:
        return "tool_limit"
    return "ended" if consult.over else None
