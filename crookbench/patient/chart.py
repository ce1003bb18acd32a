"""The embedded patient: answers from the case's chart by rule, without a model or a network.

It can say nothing but fixed lines and the answers of items told before or released just now, so
it cannot leak what was not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.game.moves import Say
from crookbench.game.questions import split
from crookbench.patient import speech
from crookbench.patient.contract import Reply
from crookbench.patient.jargon import jargon
from crookbench.patient.lexicon import terms
from crookbench.patient.openings import asks_leave, invites_questions, is_courtesy, is_open
from crookbench.patient.topics import Topics

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from crookbench.game.case import Case
    from crookbench.game.moves import Move

MOST_AT_ONCE = 6
"""Topics that a person can be asked about in one breath."""


@dataclass(slots=True)
class _Understood:
    """What one message asked: filled part by part."""

    topics: list[str] = field(default_factory=list)
    jargon: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """Fixed lines for parts that no topic answers."""


class ChartPatient:
    """Answers one message at a time from a case's chart."""

    name = "chart"

    def __init__(self, case: Case) -> None:
        self._case = case
        self._topics = Topics(case)

    def opening(self) -> str:
        """What the patient says unasked: every volunteered item, or else why they came."""
        answers = [item.answer for item in self._case.history if item.volunteered]
        verbosity = self._case.patient.persona.verbosity
        return speech.told(answers, verbosity) if answers else "Hello, doctor."

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:
        """The answer to `message`, given the moves before it."""
        said = [move for move in before if isinstance(move, Say)]
        known = self._known(said)
        if not message.strip():
            return Reply(speech.NO_WORDS)
        understood = self._understand(message, said, known)
        asked = tuple(dict.fromkeys(understood.topics))
        if len(asked) > MOST_AT_ONCE:
            return Reply(speech.TOO_MUCH, asked=asked, flooded=True)
        released = tuple(id_ for id_ in asked if id_ in self._case.item and id_ not in known)
        words = tuple(dict.fromkeys(understood.jargon))
        text = self._reply(asked, words, understood.lines) or speech.nod(len(said))
        return Reply(text, released=released, asked=asked, jargon=words)

    def _known(self, said: Sequence[Say]) -> frozenset[str]:
        """Items told already: unasked at the opening, or released before."""
        volunteered = {item.id for item in self._case.history if item.volunteered}
        return frozenset(volunteered.union(*(move.released for move in said)))

    def _understand(self, message: str, said: Sequence[Say], known: frozenset[str]) -> _Understood:
        understood = _Understood()
        context = self._spoken_of(said)
        for part in split(message):
            if part.asks and (words := jargon(part.text)):
                understood.jargon += words
            elif part.asks:
                topics = self._asked(part.text, context, known | set(understood.topics))
                understood.topics += topics
                if not topics and not (understood.topics and not terms(part.text)):
                    understood.lines.append(fixed_line(part.text, len(said)))
                context = context if is_open(part.text) else self._subject(topics) or context
            else:
                context = part.text
        return understood

    def _asked(self, question: str, context: str, known: frozenset[str]) -> tuple[str, ...]:
        """The topics of one question; an open one reaches the open items not told yet."""
        if asks_leave(question) or (is_courtesy(question) and not terms(question)):
            return ()
        topics = self._topics.asked(question, context)
        return topics or (self._open_items(known) if is_open(question) else ())

    def _open_items(self, known: Collection[str]) -> tuple[str, ...]:
        """What an open question brings out: items open to it and not told yet, no red flag."""
        return tuple(
            item.id for item in self._case.history
            if item.open_question and item.importance != "red_flag" and item.id not in known
        )  # fmt: skip

    def _spoken_of(self, said: Sequence[Say]) -> str:
        """The subject of the last answer, or else of the opening: what "it" may stand for."""
        volunteered = [item.id for item in self._case.history if item.volunteered][:1]
        told = [move.asked for move in said]
        return next(filter(None, map(self._subject, reversed([volunteered, *told]))), "")

    def _subject(self, topics: Sequence[str]) -> str:
        """The last item of the case among topics, by its name; nothing where there is none."""
        own = [self._case.item[id_].topic for id_ in topics if id_ in self._case.item]
        return own[-1] if own else ""

    def _reply(self, asked: Sequence[str], words: Sequence[str], lines: Sequence[str]) -> str:
        answers = [self._case.item[topic].answer for topic in asked if topic in self._case.item]
        generic = [topic for topic in asked if topic not in self._case.item]
        sentences = (
            speech.told(answers, self._case.patient.persona.verbosity),
            speech.denied(generic),
            speech.puzzled(words),
            *dict.fromkeys(lines),
        )
        return " ".join(sentence for sentence in sentences if sentence)


def fixed_line(question: str, turn: int) -> str:
    """The fixed line for a question that reached no topic."""
    if invites_questions(question):
        return speech.NO_QUESTIONS
    if is_open(question):
        return speech.NOTHING_MORE
    return speech.AGREES if is_courtesy(question) else speech.unsure(turn)
