"""The model patient: the chart patient with a model for ears and voice.

The model that hears sees every topic and says only ids; the model that speaks sees only what is
told just now. So nothing leaks that was not asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.chat.prompts import prompt
from crookbench.chat.usage import Usage
from crookbench.errors import ModelFailure, PatientError
from crookbench.game.moves import Say
from crookbench.game.questions import split
from crookbench.patient import speech
from crookbench.patient.chart import MOST_AT_ONCE, ChartPatient, answer_kind
from crookbench.patient.contract import Reply
from crookbench.patient.data import word_list
from crookbench.patient.jargon import jargon
from crookbench.patient.structured import AskedModel
from crookbench.patient.topic_finder import TopicFinder
from crookbench.patient.words import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.chat.client import Chat
    from crookbench.game.case import Case
    from crookbench.game.moves import Move
    from crookbench.patient.structured import ModelSettings

PROMPT = "patient/reply"
_TOLD_SHARE = 1 / 3
"""A reply with this share of a fact's terms tells it."""


class ModelPatient(ChartPatient):
    """Answers one message at a time over a chat API."""

    def __init__(self, case: Case, settings: ModelSettings, chat: Chat) -> None:
        super().__init__(case)
        self._model = AskedModel(settings, chat)
        self._finder = TopicFinder(case, self._model)
        self.name = settings.model

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:
        """The answer to `message`, given the moves before it.

        Raises:
            PatientError: The model gave no usable answer.
        """
        said = [move for move in before if isinstance(move, Say)]
        if not message.strip():
            return Reply(speech.NO_WORDS)
        try:
            return await self._heard(message, said)
        except ModelFailure as failure:
            told, used = f"the patient's model: {failure}", self._model.taken()
            raise PatientError(told, used, failure.reach) from None

    async def _heard(self, message: str, said: Sequence[Say]) -> Reply:
        known = self._known(said)
        asking = [part.text for part in split(message) if part.asks]
        words = tuple(dict.fromkeys(word for text in asking for word in jargon(text)))
        questions = [text for text in asking if not jargon(text)]
        found = await self._finder.asked(questions, _last(said))
        topics, lines = self._with_open_ones(questions, found, known, said)
        if len(topics) > MOST_AT_ONCE:
            usage = self._model.taken()
            return Reply(speech.TOO_MUCH, asked=topics, flooded=True, usage=usage, questions=0)
        spoken = await self._spoken(message, topics, said) if topics else ""
        rest = " ".join(filter(None, (speech.puzzled(words), *dict.fromkeys(lines))))
        nod = speech.line(self._case, "nod", [move.reply for move in said])
        return Reply(
            text=" ".join(filter(None, (spoken, rest))) or nod,
            released=tuple(id_ for id_ in topics if id_ in self._case.item and id_ not in known),
            asked=topics,
            jargon=words,
            usage=self._model.taken(),
        )

    def _with_open_ones(
        self,
        questions: Sequence[str],
        found: Sequence[tuple[str, ...]],
        known: frozenset[str],
        said: Sequence[Say],
    ) -> tuple[tuple[str, ...], list[str]]:
        """Every topic asked about, and a fixed line for each question that reaches none."""
        topics: dict[str, None] = {}
        lines = []
        for question, own in zip(questions, found, strict=True):
            talk = self.ear.hear(f"{question}?").talk
            opened = self._open_items(known | topics.keys()) if talk == "open" else ()
            if not own and not opened:
                lines.append(self._line(answer_kind(talk), said, [move.reply for move in said]))
            topics |= dict.fromkeys(own or opened)
        return tuple(topics), lines

    async def _spoken(self, message: str, topics: Sequence[str], said: Sequence[Say]) -> str:
        """The topics' facts in the model's words; a fact it left out is added word for word."""
        facts = [self._case.item[id_].answer for id_ in topics if id_ in self._case.item]
        generic = [id_ for id_ in topics if id_ not in self._case.item]
        text = await self._worded(message, facts, generic, said[-1].reply if said else "")
        left_out = [fact for fact in facts if not _tells(text, fact)]
        return " ".join((text, *left_out))

    async def _worded(
        self, message: str, facts: Sequence[str], generic: Sequence[str], last: str
    ) -> str:
        """The reply; asked for once more, in other words, where it is empty or the last again.

        A reply that has to be given again is better than none.
        """
        told = _for_the_voice(message, facts, generic)
        text = await self._model.words(self._persona(), told)
        if not text:
            text = await self._model.words(
                self._persona(), f"{told}\n\nAnswer in one or two spoken sentences."
            )
        elif text == last:
            other = f"{told}\n\nYou have just said: {last}\nSay it in other words."
            text = await self._model.words(self._persona(), other) or text
        if not text:
            raise ModelFailure(f"{self.name} answered nothing twice", Usage())
        return text

    def _persona(self) -> str:
        """Who the voice belongs to; nothing of it is a symptom, and nothing is hidden."""
        patient, persona = self._case.patient, self._case.patient.persona
        lines = (
            f"You are {patient.name}, {patient.age}, {patient.sex}, {patient.occupation}.",
            f"Personality: {persona.personality}. Feels: {persona.emotional_state}.",
            f"Health literacy: {persona.health_literacy}. Way of talking: {persona.verbosity}.",
        )
        return "\n".join((prompt(PROMPT), "", *lines))


def _last(said: Sequence[Say]) -> str:
    """The exchange before, which "it" and "that" may stand for."""
    if not said:
        return "(nothing)"
    return f"Doctor: {said[-1].utterance}\nPatient: {said[-1].reply}"


def _for_the_voice(message: str, facts: Sequence[str], generic: Sequence[str]) -> str:
    """What the speaking model is told: the doctor's words and what is answered to them."""
    denials = [str(word_list("decoys")[id_]["denial"]) for id_ in generic]
    lines = "\n".join(f"- {line}" for line in (*facts, *denials))
    return f"The doctor says:\n{message}\n\nWhat you answer, all of it and nothing else:\n{lines}"


def _tells(text: str, fact: str) -> bool:
    """Whether a reply tells a fact, as far as its words show."""
    wanted = terms(fact)
    return not wanted or len(wanted & terms(text)) >= _TOLD_SHARE * len(wanted)
