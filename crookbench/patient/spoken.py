"""The plan items that words can earn, with their examples read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from crookbench.game.questions import count
from crookbench.patient.clauses import has_third, is_conditional, line_terms
from crookbench.patient.lexicon import Terms, is_known

if TYPE_CHECKING:
    from crookbench.game.case import Case, ManagementItem, Tier

TEXT_STRENGTH = 0.85
"""How much the item's own text counts as an example of saying it."""
CORE_SHARE = 1 / 3
"""A term in this share of an item's examples belongs to its core."""

_ON_THE_WAY = re.compile(
    r"\b(?:on the way|on your way|while we wait|while you wait|for the (?:trip|ride)|until (?:the"
    r" (?:ambulance|paramedics|crew)|you get there)|before (?:the ambulance|you go|they))\b",
    re.IGNORECASE,
)
"""What is done on the way to the right care is not the harm of having it instead."""


@dataclass(frozen=True, slots=True)
class Example:
    """One way to say an item."""

    terms: Terms
    third: bool
    strength: float


@dataclass(frozen=True)
class Spoken:
    """A plan item with its examples read; `good` are terms that several harmless items share."""

    id: str
    item: ManagementItem
    good: Terms = frozenset()

    @property
    def tier(self) -> Tier:
        return cast("Tier", self.id.rpartition("_")[0])

    @cached_property
    def lines(self) -> tuple[Example, ...]:
        """Every example the case gives, and the item's own text where it may serve as one."""
        lines = [Example(line_terms(line), has_third(line), 1.0) for line in self.item.said_as]
        if self.tier != "harmful" or not lines:
            text = self.item.text
            lines.append(Example(line_terms(text), has_third(text), TEXT_STRENGTH))
        return tuple(lines)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The examples with words enough to tell the item from others by."""
        return tuple(line for line in self.lines if self._tells(line.terms))

    def _tells(self, terms: Terms) -> bool:
        """Whether terms are telling: two, or a subject of the lexicon that no good item shares."""
        if len(terms) != 1:
            return bool(terms)
        (term,) = terms
        return is_known(term.removeprefix("not ")) and term not in self.good

    @cached_property
    def counters(self) -> tuple[Terms, ...]:
        """What does not say it; questions never do, and need no counter-example."""
        told = [line for line in self.item.not_said_as if not count(line)]
        return tuple(map(line_terms, told))

    @cached_property
    def conditional(self) -> bool:
        return any(map(is_conditional, (*self.item.said_as, self.item.text)))

    def excused(self, sentence: str) -> bool:
        """Whether a harm is only something done on the way to the right care."""
        if self.tier != "harmful" or any(map(_ON_THE_WAY.search, self.item.said_as)):
            return False
        return bool(_ON_THE_WAY.search(sentence))

    @cached_property
    def vocabulary(self) -> Terms:
        return frozenset().union(*(example.terms for example in self.examples))

    @cached_property
    def core(self) -> Terms:
        """The terms that most ways of saying the item share."""
        least = max(2, CORE_SHARE * len(self.examples))
        return frozenset(
            term for term in self.vocabulary
            if sum(term in example.terms for example in self.examples) >= least
        )  # fmt: skip


def spoken_items(case: Case) -> tuple[Spoken, ...]:
    """Every item of a case's plan that is judged by words."""
    read = [
        Spoken(id_, item)
        for id_, item in case.management.items.items()
        if item.judged and not id_.startswith("not_indicated")
    ]
    shared = Counter(
        term
        for spoken in read
        if spoken.tier != "harmful"
        for term in Terms().union(*(line.terms for line in spoken.lines))
    )
    good = frozenset(term for term, items in shared.items() if items > 1)
    return tuple(
        replace(spoken, good=good) if spoken.tier == "harmful" else spoken for spoken in read
    )
