"""How well patient and marker understand whole conversations, turn by turn in their own order.

A line of a label file tells what one utterance asks about, `{"model", "case", "rep", "say": n,
"due": [topics], "also_fine": [topics]}` with n counted from 0, or what a consult says of the plan,
`{"model", "case", "rep", "plan": {item: words}, "plan_also_fine": [ids]}`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from crookbench.casebook.evaluation import Rate
from crookbench.errors import Fault
from crookbench.game.moves import End, Say
from crookbench.patient.training import judged_items

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from crookbench.casebook.evaluation import Cast
    from crookbench.game.case import Case
    from crookbench.game.moves import Move


class Label(BaseModel):
    """One line of a label file."""

    model_config = ConfigDict(frozen=True)

    model: str
    case: str
    rep: int
    say: int | None = None
    due: tuple[str, ...] = ()
    also_fine: tuple[str, ...] = ()
    plan: dict[str, str] | None = None
    plan_also_fine: tuple[str, ...] = Field(default=())


@dataclass(frozen=True, slots=True)
class Answered:
    """One utterance, or one consult's plan, with what was wanted of it and what was given."""

    said: str
    wanted: frozenset[str]
    fine: frozenset[str]
    given: frozenset[str]
    flags: frozenset[str] = frozenset()

    @property
    def missed(self) -> frozenset[str]:
        return self.wanted - self.given

    @property
    def wrong(self) -> frozenset[str]:
        return self.given - self.wanted - self.fine


@dataclass(frozen=True, slots=True)
class Conversations:
    """Every labelled turn and plan of some consults."""

    turns: tuple[Answered, ...]
    plans: tuple[Answered, ...]

    @classmethod
    def of_all(cls, each: Iterable[Conversations]) -> Conversations:
        listed = list(each)
        return cls(
            tuple(turn for one in listed for turn in one.turns),
            tuple(plan for one in listed for plan in one.plans),
        )

    @property
    def faultless(self) -> Rate:
        """Turns in which nothing due was missed and nothing else was told."""
        return Rate(sum(not turn.missed and not turn.wrong for turn in self.turns), len(self.turns))

    @property
    def red_flags(self) -> Rate:
        due = [(turn, id_) for turn in self.turns for id_ in turn.wanted & turn.flags]
        return Rate(sum(id_ in turn.given for turn, id_ in due), len(due))

    @property
    def false_harms(self) -> int:
        return sum(id_.startswith("harmful") for plan in self.plans for id_ in plan.wrong)


def recall(answers: Sequence[Answered]) -> Rate:
    hits = sum(len(each.wanted & each.given) for each in answers)
    return Rate(hits, hits + sum(len(each.missed) for each in answers))


def precision(answers: Sequence[Answered]) -> Rate:
    hits = sum(len(each.wanted & each.given) for each in answers)
    return Rate(hits, hits + sum(len(each.wrong) for each in answers))


def read_labels(paths: Iterable[Path]) -> tuple[Label, ...]:
    """The lines of label files.

    Raises:
        Fault: A line is no label, or a file cannot be read.
    """
    labels = []
    for path in paths:
        try:
            lines = path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Fault(str(path), f"expected a file of labels, saw {error}") from None
        for number, line in enumerate(lines, start=1):
            try:
                labels += [Label.model_validate_json(line)] if line.strip() else []
            except ValidationError as error:
                first = error.errors()[0]
                place = ".".join(map(str, first["loc"]))
                message = f"expected a label: {first['msg']}"
                raise Fault(str(path), message, place, number) from None
    return tuple(labels)


async def replay(
    case: Case, moves: Sequence[Move], labels: Sequence[Label], cast: Cast
) -> Conversations:
    """Has the words of one consult heard and marked again, and compares with its labels."""
    spoken: Mapping[int | None, Label] = {label.say: label for label in labels if not label.plan}
    plans = [label for label in labels if label.plan is not None]
    patient = cast.patient(case)
    flags = frozenset(item.id for item in case.history if item.importance == "red_flag")
    before: list[Move] = []
    turns = []
    for move in moves:
        if isinstance(move, Say):
            number = sum(isinstance(each, Say) for each in before)
            reply = await patient.hear(move.utterance, before)
            known = {*reply.released, *reply.asked} & case.item.keys()
            if number in spoken:
                label = spoken[number]
                due = frozenset(label.due) & case.item.keys()
                fine, given = frozenset(label.also_fine), frozenset(known)
                turns.append(Answered(move.utterance, due, fine, given, flags))
            before.append(replace(move, released=reply.released, reply=reply.text,
                                  asked=reply.asked, flooded=reply.flooded))  # fmt: skip
        elif not isinstance(move, End):
            before.append(move)
    return Conversations(tuple(turns), tuple([await _marked(case, before, each, cast)
                                              for each in plans]))  # fmt: skip


async def _marked(case: Case, moves: Sequence[Move], label: Label, cast: Cast) -> Answered:
    judgement = await cast.marker(case).mark(moves)
    wanted = frozenset(label.plan or ()) & frozenset(judged_items(case))
    return Answered(
        f"{label.model} {label.case}-{label.rep}: the plan",
        wanted,
        frozenset(label.plan_also_fine),
        frozenset(judgement.judged),
    )
