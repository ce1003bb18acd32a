"""The embedded patient: answers from the case's chart, without a model's server or a network.

It can say nothing but fixed lines and the answers of items told before or released just now, so
it cannot leak what was not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.game.moves import Rx, Say
from crookbench.game.prescription import STAT
from crookbench.game.questions import split
from crookbench.patient import speech
from crookbench.patient.contract import Reply
from crookbench.patient.ear import OPEN, Ear, leans
from crookbench.patient.jargon import jargon
from crookbench.patient.kept import learnt

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from crookbench.game.case import Case, TalkKind
    from crookbench.game.moves import Move
    from crookbench.game.questions import Part

MOST_AT_ONCE = 6
"""Topics that a person can be asked about in one breath."""
MOST_PARTS = 60
"""Different parts of one message that are heard: nobody takes in more, and no text takes for
ever."""
_ANSWERED: dict[str, TalkKind] = {
    "agrees": "agrees", "any_questions": "any_questions", "consent": "consent",
    "diagnosis_idea": "diagnosis_idea", "feelings": "feelings", "how_now": "how_now",
    "meaning": "meaning", "nonsense": "nonsense", "open": "nothing_more",
    "other_language": "other_language", "teach_back": "teach_back", "whom_to_tell": "whom_to_tell",
}  # fmt: skip
"""Kinds of talk that want an answer."""
_NEWS: tuple[TalkKind, ...] = ("bad_news", "refusal", "limits", "good_news", "news")
"""Kinds of news, the one that weighs most first."""
_TELLING = frozenset({"advice", "explains", "none", "plan", *_NEWS})
"""Kinds of talk that tell the patient something."""
_TO_DO = frozenset({"advice", "limits", "plan"})
"""Kinds of talk that tell the patient what to do."""
AN_EXPLANATION = 2
"""Parts that tell something, after which a statement goes on telling: nobody fishes in the middle
of a plan, whatever words the plan has in it."""
_REACTIONS: tuple[TalkKind, ...] = (*_NEWS, "empathy", "greets")
"""Kinds of talk that get a reaction where nothing else is said, the strongest first."""


@dataclass(slots=True)
class _Understood:
    """What one message asked: filled part by part."""

    topics: list[str] = field(default_factory=list)
    jargon: list[str] = field(default_factory=list)
    talk: list[TalkKind] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    questions: int = 0


class ChartPatient:
    """Answers one message at a time from a case's chart."""

    name = "chart"

    def __init__(self, case: Case) -> None:
        self._case = case
        self._ear: Ear | None = None

    @property
    def ear(self) -> Ear:
        """What it hears with, learnt when it is first spoken to."""
        if self._ear is None:
            self._ear = Ear(self._case, learnt(self._case).ear)
        return self._ear

    def opening(self) -> str:
        """What the patient says unasked: every volunteered item, or else why they came."""
        answers = [item.answer for item in self._case.history if item.volunteered]
        return speech.told(answers) if answers else "Hello, doctor."

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:
        """The answer to `message`, given the moves before it."""
        said = [move for move in before if isinstance(move, Say)]
        if not message.strip():
            return Reply(speech.NO_WORDS, questions=0)
        understood = self._understand(message, said)
        asked = tuple(dict.fromkeys(understood.topics))
        replies = [move.reply for move in said]
        if len(asked) > MOST_AT_ONCE:
            text = speech.line(self._case, "too_much", replies)
            return Reply(text, asked=asked, flooded=True, questions=0)
        known = self._known(said)
        words = tuple(dict.fromkeys(understood.jargon))
        return Reply(
            text=self._reply(message, understood, known, before),
            released=tuple(id_ for id_ in asked if id_ in self._case.item and id_ not in known),
            asked=asked,
            jargon=words,
            questions=understood.questions,
        )

    def _known(self, said: Sequence[Say]) -> frozenset[str]:
        """Items told already: unasked at the opening, or released before."""
        volunteered = {item.id for item in self._case.history if item.volunteered}
        return frozenset(volunteered.union(*(move.released for move in said)))

    def _understand(self, message: str, said: Sequence[Say]) -> _Understood:
        understood = _Understood()
        if (written := self.ear.written(message)) and not jargon(message):
            return _Understood(topics=[written], questions=1)
        known = self._known(said)
        after, lead = self._spoken_of(said), ""
        for part in dict.fromkeys(split(message)):
            if len(understood.heard) >= MOST_PARTS:
                break
            topics = self._hear(part, after, understood, known, lead)
            lead = "" if part.asks or topics else part.text
            understood.questions += bool(topics)
            understood.topics += topics
            after = topics[-1] if topics else after
        return understood

    def _hear(
        self, part: Part, after: str, understood: _Understood, known: Collection[str], lead: str
    ) -> tuple[str, ...]:
        """The topics of a part; what else it is, is noted."""
        text = f"{part.text}?" if part.asks else part.text
        heard = self.ear.hear(text, after)
        unclear = heard.talk in {"", "none"} or (heard.talk == OPEN and leans(text))
        if part.asks and lead and unclear and not heard.topics:
            led = self.ear.led(lead, text)
            heard = led if led.topics else heard
        explained = sum(talk in _TELLING for talk in understood.heard)
        understood.heard.append(heard.talk)
        if not part.asks and explained >= AN_EXPLANATION:
            return ()
        if (part.asks or heard.topics) and (words := jargon(part.text)):
            understood.jargon += words
            return self._plain_ones(text)
        if heard.talk == OPEN:
            opened = self._open_items({*known, *understood.topics})
            if opened:
                return opened
        if not heard.topics and (part.asks or heard.talk in _ANSWERED):
            understood.talk.append(answer_kind(heard.talk))
        return heard.topics

    def _plain_ones(self, text: str) -> tuple[str, ...]:
        """The topics of those elements of a list that hold no medical word."""
        return tuple(
            topic for element in self.ear.elements(text) if not jargon(element)
            for topic in self.ear.hear(element).topics
        )  # fmt: skip

    def _open_items(self, known: Collection[str]) -> tuple[str, ...]:
        """What an open question brings out: items open to it and not told yet, no red flag."""
        return tuple(
            item.id for item in self._case.history
            if item.open_question and item.importance != "red_flag" and item.id not in known
        )  # fmt: skip

    def _spoken_of(self, said: Sequence[Say]) -> str:
        """The topic of the last answer, or else of the opening: what "it" may stand for."""
        told = [topic for move in said for topic in move.asked if not move.flooded]
        volunteered = [item.id for item in self._case.history if item.volunteered]
        return next(iter([*reversed(told), *volunteered]), "")

    def _reply(
        self, message: str, understood: _Understood, known: Collection[str], before: Sequence[Move]
    ) -> str:
        asked = tuple(dict.fromkeys(understood.topics))
        replies = [move.reply for move in before if isinstance(move, Say)]
        own = [self._case.item[topic] for topic in asked if topic in self._case.item]
        again = [item for item in own if item.id in known]
        sentences = [
            speech.told([item.answer for item in own if item.id not in known]),
            *(
                speech.told_again(item.answer, message, len(replies) + n)
                for n, item in enumerate(again)
            ),
            speech.denied([topic for topic in asked if topic not in self._case.item]),
            speech.puzzled(tuple(dict.fromkeys(understood.jargon))),
        ]
        complete = any(sentences)
        kinds = dict.fromkeys(understood.talk)
        sentences += [
            self._line(kind, before, replies)
            for kind in kinds
            if not (complete and kind == "nothing_more")
        ]
        if not any(sentences):
            sentences.append(self._line(_reaction(understood.heard), before, replies))
        return " ".join(sentence for sentence in sentences if sentence)

    def _line(self, kind: TalkKind, before: Sequence[Move], replies: Sequence[str]) -> str:
        if kind == "how_now" and any(map(_treats, before)):
            kind = "how_now_treated"
        if kind == "teach_back" and any(_explained(move) for move in before):
            plan = tuple(self._plan(before))
            told = speech.line(self._case, "teach_back_told", replies)
            return " ".join(filter(None, (speech.said_back(plan), told)))
        return speech.line(self._case, kind, replies)

    def _plan(self, before: Sequence[Move]) -> Iterator[str]:
        """What the doctor told the patient to do, sentence by sentence."""
        for move in before:
            for part in split(move.utterance) if isinstance(move, Say) else ():
                if not part.asks and self.ear.hear(part.text).talk in _TO_DO:
                    yield part.text


def answer_kind(talk: str) -> TalkKind:
    """What kind of line answers a part of this kind of talk."""
    return _ANSWERED.get(talk, "not_understood")


def _reaction(heard: Sequence[str]) -> TalkKind:
    return next((kind for kind in _REACTIONS if kind in heard), "nod")


_A_PLAN = 12
"""Words from which on a message that asked nothing told the patient something to keep in mind."""


def _treats(move: Move) -> bool:
    """Whether a move gave a medicine on the spot."""
    return isinstance(move, Rx) and move.frequency == STAT


def _explained(move: Move) -> bool:
    """Whether a move told the patient what to do, at some length."""
    return isinstance(move, Say) and not move.asked and len(move.utterance.split()) >= _A_PLAN
