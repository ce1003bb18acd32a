"""Which of a case's topics, or of the generic ones, a question asks about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from crookbench.patient.data import word_list
from crookbench.patient.lexicon import Terms, terms
from crookbench.patient.likeness import Weights
from crookbench.patient.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crookbench.game.case import Case, HistoryItem

THRESHOLD = 0.5
"""The least likeness of a whole question to a topic."""
ELEMENT_THRESHOLD = 0.62
"""The least likeness of one element of a list, which has fewer words to go by."""
SPECIFIC_BONUS = 0.25
"""How much less like the question than a generic topic an item of the case may be, and win."""
SAID_SHARE = 0.6
"""How much the question's other words count, against a topic's words that were not asked for."""
ENOUGH = 0.92
"""A question this like a topic asks about it alone, list or not."""

_LIST = re.compile(r"\s*[,;/]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", re.IGNORECASE)
_FRAME = re.compile(
    r"(?:and |also )?(?:(?:do|does|did|have|has|had|are|is|were|was)\s+(?:you|there|your)"
    r"(?:\s+(?:ever|also|had|been|got|noticed|take))*|any)\s+",
    re.IGNORECASE,
)

_HEAD = re.compile(
    r"\w\s+(?P<head>diseases?|problems?|troubles?|conditions?|issues|pains?|infections?|swelling)$",
    re.IGNORECASE,
)
"""What a list's last element may spell out for all of them, where these are parts of the body."""
_BODY = re.compile(
    r"heart|lungs?|kidneys?|liver|bowels?|bladder|stomach|thyroid|prostate|skin|joints?|chest|belly"
    r"|tummy|back|neck|side|hip|knee|shoulder|jaw|groin|leg|arm|calf|foot|head|muscle|pelvic"
    r"|abdominal|respiratory|cardiac|renal",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to ask for a topic, and how much it counts as such."""

    terms: Terms
    strength: float


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that can be asked about: an item of the case, or a generic topic."""

    id: str
    generic: bool
    wordings: tuple[Wording, ...]
    asked_as: frozenset[tuple[str, ...]] = frozenset()

    @property
    def terms(self) -> Terms:
        return frozenset().union(*(wording.terms for wording in self.wordings))


@dataclass(frozen=True, slots=True)
class Hit:
    """A topic reached by a question, with the likeness and the wording that reached it."""

    topic: Topic
    likeness: float
    wanted: Terms

    @property
    def rank(self) -> float:
        """What decides between topics: an item of the case goes before a generic one."""
        return self.likeness + (0 if self.topic.generic else SPECIFIC_BONUS)


def elements(text: str) -> tuple[str, ...]:
    """The elements of a list, each with the list's opening ("do you smoke", "do you drink")."""
    listed = _with_heads([part for part in _LIST.split(text.strip(" ?.!")) if part])
    opening = _FRAME.match(text)
    frame = opening.group() if opening else ""
    return tuple(part if _FRAME.match(part) else frame + part for part in listed)


def _with_heads(listed: list[str]) -> list[str]:
    """What only the last of a list spells out, given to all ("heart, kidney or liver disease")."""
    if len(listed) < 2 or not (head := _HEAD.search(listed[-1])):  # noqa: PLR2004  one is no list
        return listed
    return [
        f"{part} {head['head']}" if _BODY.fullmatch(_FRAME.sub("", part)) else part
        for part in listed
    ]  # fmt: skip


def _wordings(lines: Iterable[str], strength: float, of_elements: float) -> Iterator[Wording]:
    for line in lines:
        yield Wording(terms(line), strength)
        listed = elements(line)
        if len(listed) > 1:
            yield from (Wording(terms(element), of_elements) for element in listed)


def _of_item(item: HistoryItem) -> Topic:
    covered = [ask for topic in item.covers for ask in _asks(topic)]
    wordings = (
        *_wordings(item.asked_as, 1.0, 0.7),
        *_wordings((item.topic,), 1.0, 0.9),
        *_wordings((item.id.replace("_", " "),), 0.9, 0.9),
        *_wordings(covered, 0.85, 0.85),
    )
    asked_as = frozenset(map(words, item.asked_as))
    return Topic(item.id, generic=False, wordings=_useful(wordings), asked_as=asked_as)


def _asks(topic: str) -> list[str]:
    """The trigger phrases of a generic topic; none for a name the lists do not have."""
    entry = word_list("decoys").get(topic)
    return list(entry["asks"]) if entry else []


def _useful(wordings: Iterable[Wording]) -> tuple[Wording, ...]:
    return tuple(dict.fromkeys(wording for wording in wordings if wording.terms))


@dataclass(frozen=True)
class Topics:
    """All that can be asked about in one case."""

    case: Case

    @cached_property
    def all(self) -> tuple[Topic, ...]:
        """The case's own topics first, then the generic ones that no item of the case covers."""
        covered = {topic for item in self.case.history for topic in item.covers}
        generic = (
            Topic(name, generic=True, wordings=_useful(_wordings(_asks(name), 1.0, 1.0)))
            for name in word_list("decoys")
            if name not in covered
        )
        return (*map(_of_item, self.case.history), *generic)

    @cached_property
    def _weights(self) -> Weights:
        return Weights.over(topic.terms for topic in self.all)

    def asked(self, question: str, context: str = "") -> tuple[str, ...]:
        """Ids of the topics that a question asks about, in the order asked.

        `context` is what was spoken of before, which "it" and "that" may stand for. A generic
        topic that shares a term with an item reached goes unasked: the patient who says that he
        was dripping does not deny sweats in the same breath.
        """
        exact = words(question)
        question = _EXCEPT.sub("", _IN_CASE.sub("", question))
        for topic in self.all:
            if exact in topic.asked_as:
                return (topic.id,)
        whole = self._in_context(question, context)
        if whole and whole[0].likeness >= ENOUGH:
            return tuple(hit.topic.id for hit in whole)
        listed = elements(question)
        parts = self._listed(listed, whole) if len(listed) > 1 else []
        reached = [*whole, *parts]
        items = Terms().union(*(hit.topic.terms for hit in reached if not hit.topic.generic))
        kept = [hit for hit in reached if not (hit.topic.generic and hit.topic.terms & items)]
        named = [hit.topic.id for hit in parts if hit in kept]
        return tuple(dict.fromkeys([*_ids_beside(kept, named), *named]))

    def _listed(self, listed: tuple[str, ...], whole: list[Hit]) -> list[Hit]:
        """What a list's elements reach, in order; the whole's own subject reaches the whole."""
        hits: list[Hit] = []
        for element in listed:
            if said := terms(element):
                own = [hit for hit in whole if said <= hit.wanted]
                hits += own or self._best(said, ELEMENT_THRESHOLD)
        return hits

    def _in_context(self, question: str, context: str) -> list[Hit]:
        """What the whole question is about, its pronoun filled in where that reaches as much."""
        said = terms(question)
        plain = self._best(said, THRESHOLD)
        if not (context and _PRONOUN.search(question)):
            return plain
        spelt_out = _PRONOUN.sub(lambda _: context, question, count=1)
        filled = self._best(said | terms(spelt_out), THRESHOLD)
        return filled if _most(filled) >= _most(plain) else plain

    def _best(self, said: Terms, threshold: float) -> list[Hit]:
        """The topic most like what was said, or several that are exactly as like it."""
        every = (self._hit(said, topic) for topic in self.all)
        hits = [hit for hit in every if hit.likeness >= threshold]
        most = max((hit.rank for hit in hits), default=0.0)
        return [hit for hit in hits if hit.rank == most]

    def _hit(self, said: Terms, topic: Topic) -> Hit:
        likeness, best = 0.0, Terms()
        for wording in topic.wordings:
            found = wording.strength * self._weights.likeness(said, wording.terms, SAID_SHARE)
            if found > likeness:
                likeness, best = found, wording.terms
        return Hit(topic, likeness, best)


def _ids_beside(hits: list[Hit], named: list[str]) -> list[str]:
    return [hit.topic.id for hit in hits if hit.topic.id not in named]


def _most(hits: list[Hit]) -> float:
    return max((hit.likeness for hit in hits), default=0.0)


_IN_CASE = re.compile(
    r"\s+(?:if|when|in case)\s+(?:things?|you|it|this)\s+(?:gets?|got|becomes?|became)\s+[\w ]+$",
    re.IGNORECASE,
)
"""What the question is asked for ("who could bring you in if it got worse"), not what it asks."""
_EXCEPT = re.compile(
    r"^(?:and\s+)?(?:apart from|aside from|other than|besides|except for)\s+[^,]+,\s*"
    r"|\s+(?:apart from|aside from|other than|besides|except for)\s+[\w' ]+$",
    re.IGNORECASE,
)
"""What is left out of the question ("apart from the pill, do you take anything else")."""
_PRONOUN = re.compile(r"\b(?:it|that|this|they|them|those|these|one)\b", re.IGNORECASE)
