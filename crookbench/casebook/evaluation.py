"""How well a patient and a marker understand the sentences of a labelled set."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from crookbench.errors import PatientError
from crookbench.game.moves import Say
from crookbench.patient.chart import MOST_AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from crookbench.casebook.labelled import LabelledSet, Question, Sentence
    from crookbench.game.case import Case
    from crookbench.patient.contract import Marker, Patient

IN_A_ROW = 4
"""Sentences without an answer, one after another, after which a server is asked no more."""
NOT_ASKED = f"not asked, for {IN_A_ROW} sentences in a row before it had no answer"


class Cast(Protocol):
    """Who answers and who marks."""

    def patient(self, case: Case) -> Patient: ...

    def marker(self, case: Case) -> Marker: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one sentence.

    Attributes:
        wanted: The ids it is labelled with.
        given: The ids that it reached or earned.
        failure: Why there is no answer, or "": then nothing is given and nothing counts.
        flood: Whether it was rightly taken, or not taken, for too much at once.
        jargon: Whether the medical words in it were rightly noticed.
    """

    said: str
    wanted: tuple[str, ...]
    given: tuple[str, ...] = ()
    failure: str = ""
    flood: bool = True
    jargon: bool = True

    @property
    def missed(self) -> tuple[str, ...]:
        return () if self.failure else tuple(id_ for id_ in self.wanted if id_ not in self.given)

    @property
    def wrong(self) -> tuple[str, ...]:
        return tuple(id_ for id_ in self.given if id_ not in self.wanted)


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of how many."""

    hits: int
    of: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers counted together; those that failed count in `unanswered` alone."""

    answers: Sequence[Answer]

    @property
    def answered(self) -> list[Answer]:
        return [answer for answer in self.answers if not answer.failure]

    @property
    def unanswered(self) -> int:
        return len(self.answers) - len(self.answered)

    def recall(self, tier: str = "") -> Rate:
        """Of the ids wanted (those of one tier, or all), how many were given."""
        pairs = [(id_, answer) for answer in self.answered for id_ in answer.wanted
                 if id_.startswith(tier)]  # fmt: skip
        return Rate(sum(id_ in answer.given for id_, answer in pairs), len(pairs))

    def precision(self) -> Rate:
        """Of the ids given, how many were wanted."""
        pairs = [(id_, answer) for answer in self.answered for id_ in answer.given]
        return Rate(sum(id_ in answer.wanted for id_, answer in pairs), len(pairs))

    def wrong(self, tier: str) -> int:
        """How many ids of one tier were given and not wanted."""
        return sum(id_.startswith(tier) for answer in self.answered for id_ in answer.wrong)

    @property
    def floods(self) -> Rate:
        return Rate(sum(answer.flood for answer in self.answered), len(self.answered))

    @property
    def jargon(self) -> Rate:
        return Rate(sum(answer.jargon for answer in self.answered), len(self.answered))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The answers to one case's questions, and to its plan, in their files' order."""

    questions: tuple[Answer, ...]
    plan: tuple[Answer, ...]

    @classmethod
    def of_all(cls, each: Iterable[Evaluation]) -> Evaluation:
        listed = list(each)
        return cls(
            tuple(answer for one in listed for answer in one.questions),
            tuple(answer for one in listed for answer in one.plan),
        )


async def evaluate(
    sets: Mapping[str, tuple[Case, LabelledSet]],
    cast: Cast,
    concurrency: int,
    done: Callable[[], None] = lambda: None,
) -> dict[str, Evaluation]:
    """Has every sentence heard and marked, a few at once; `done` is called after each."""
    line = _Line(asyncio.Semaphore(concurrency), done)
    found = {}
    for id_, (case, labelled) in sets.items():
        heard = [line.ask(each, partial(_heard, cast, case, each)) for each in labelled.questions]
        marked = [line.ask(each, partial(_marked, cast, case, each)) for each in labelled.plan]
        answers = await asyncio.gather(*heard, *marked)
        found[id_] = Evaluation(tuple(answers[: len(heard)]), tuple(answers[len(heard) :]))
    return found


async def _heard(cast: Cast, case: Case, question: Question) -> Answer:
    try:
        reply = await cast.patient(case).hear(question.said, ())
    except PatientError as error:
        return _unanswered(question, str(error))
    return Answer(
        question.said,
        question.wanted,
        reply.asked,
        flood=reply.flooded == (len(question.ids) > MOST_AT_ONCE),
        jargon=set(reply.jargon) == set(question.jargon),
    )


async def _marked(cast: Cast, case: Case, sentence: Sentence) -> Answer:
    try:
        judgement = await cast.marker(case).mark([Say(sentence.said)])
    except PatientError as error:
        return _unanswered(sentence, str(error))
    if judgement.unmarked:
        return _unanswered(sentence, "the marker's model gave no usable answer")
    return Answer(sentence.said, sentence.wanted, judgement.judged)


def _unanswered(row: Question | Sentence, why: str) -> Answer:
    return Answer(row.said, row.wanted, failure=why)


@dataclass(slots=True)
class _Line:
    """Lets a few sentences through at once, and no more once none of them is answered."""

    free: asyncio.Semaphore
    done: Callable[[], None]
    failed: int = 0

    async def ask(
        self, row: Question | Sentence, answering: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        async with self.free:
            if self.failed >= IN_A_ROW:
                answer = _unanswered(row, NOT_ASKED)
            else:
                answer = await answering()
                self.failed = self.failed + 1 if answer.failure else 0
        self.done()
        return answer
