"""Whether every point of a case can be reached in words, shown by playing it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding
from crookbench.doctor.baselines import baseline
from crookbench.doctor.oracle import question
from crookbench.game.moves import Say
from crookbench.game.scoring import score
from crookbench.patient.chart import ChartPatient
from crookbench.patient.marker import ChartMarker
from crookbench.runs.consult import Consult
from crookbench.runs.turn_loop import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move
    from crookbench.game.scoring import Scoring

ORACLE = "baseline/oracle"


@dataclass(frozen=True, slots=True)
class BaselineConsult:
    """One baseline's consult of a case, with its score."""

    doctor: str
    moves: tuple[Move, ...]
    scoring: Scoring


def play_baseline(case: Case, catalogue: Catalogue, doctor: str) -> BaselineConsult:
    """Plays one repeat of a case with a baseline, the chart patient and the chart marker."""
    consult = Consult(case, catalogue, ChartPatient(case), ChartMarker(case, catalogue))
    played = asyncio.run(play(consult, baseline(doctor, case, catalogue, 1)))
    return BaselineConsult(doctor, played.moves, score(case, catalogue, played.moves))


def out_of_reach(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Every point of the maximum that playing the key does not earn, and every one it costs."""
    oracle = play_baseline(case, catalogue, ORACLE)
    for item in oracle.scoring.missed:
        if item.kind == "acceptable":
            continue
        kind, _, id_ = item.item.partition(":")
        why = f"expected it from {item.hint}"
        if kind == "history":
            asked = question(case.item[id_])
            said = next(
                move for move in oracle.moves if isinstance(move, Say) and move.utterance == asked
            )
            reached = ", ".join(said.asked) or "nothing"
            why = f"{asked!r} reached {reached}; reword it, or add to asked_as or topic"
            if said.jargon:
                why = f"the patient did not know the words {', '.join(said.jargon)} in {asked!r}"
        message = (
            f"out of reach: baseline/oracle did not earn the {item.points} points of "
            f"{item.label!r}; {why}"
        )
        yield Finding(_key(case, item.item), message)
    for award in oracle.scoring.awards:
        if award.points < 0:
            message = (
                f"full marks cost points: playing the key brought {award.points} for "
                f"{award.label!r}; what the key asks for must not be punished elsewhere in it"
            )
            yield Finding(_key(case, award.item), message)


def _key(case: Case, item: str) -> str:
    """The place of an item in the case file: `history:fever` stands at `history.4`."""
    kind, _, id_ = item.partition(":")
    match kind:
        case "history":
            place = next(n for n, each in enumerate(case.history) if each.id == id_)
            return f"history.{place}"
        case "exam":
            return f"examination.{id_}"
        case "test":
            return f"investigations.{id_}"
        case "plan" | "required":
            tier, _, place_ = id_.rpartition("_")
            return f"management.{tier}.{place_}"
        case "dx":
            return "ground_truth"
        case _:
            return "management"
