"""The plan items that words can earn, with their examples read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from crookbench.game.questions import count
from crookbench.patient.clauses import has_third, is_conditional, is_told, line_clauses, line_terms
from crookbench.patient.lexicon import Terms, is_known

if TYPE_CHECKING:
    from crookbench.game.case import Case, ManagementItem, Tier

TEXT_STRENGTH = 0.85
"""How much the item's own text counts as an example of saying it."""
CONDITIONAL_SHARE = 1 / 4
"""An item of whose examples this share is conditional may be said on a condition."""
ENOUGH_EXAMPLES = 6
"""Examples from which can be told what every way of saying a thing has in it."""
CORE_SHARE = 1 / 3
"""A term in this share of an item's examples belongs to its core."""

_ON_THE_WAY = re.compile(
    r"\b(?:on the way|on your way|while we wait|while you wait|for the (?:trip|ride)|until (?:the"
    r" (?:ambulance|paramedics|crew)|you get there)|before (?:the ambulance|you go|they))\b",
    re.IGNORECASE,
)
"""What is done on the way to the right care is not the harm of having it instead."""
_EXAMINING = re.compile(
    r"\b(?:lie|lay|lying|sit up|roll)\b[^.?!]*\b(?:for me|for a (?:sec|second"
    r"|moment|minute)|so (?:that )?(?:i|we) can|and (?:i|we)(?:['’]ll| will| can)"
    r"|while (?:i|we)|(?:i|we)(?:['’]d like to|['’]ll) (?:examine|check|press|feel|test|look))\b"
    r"|\b(?:hop|pop|jump|climb) (?:up )?on(?:to)? (?:the|my)\b"
    r"|^\W*(?:now |please |just )*lie (?:down |back |flat )*on (?:the|my) (?:couch|bed|table)"
    r"(?:,? please)?$",
    re.IGNORECASE,
)
"""How a patient is got ready to be examined, which is no advice to stay lying down."""


@dataclass(frozen=True, slots=True)
class Example:
    """One way to say an item."""

    terms: Terms
    third: bool
    told: bool
    conditional: bool
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
        lines = [_example(line, 1.0) for line in self.item.said_as]
        if self.tier != "harmful" or not lines:
            lines.append(_example(self.item.text, TEXT_STRENGTH))
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
        """What does not say it; questions never do, and need no counter-example.

        Nor does what is not the doctor's own statement, where no example of the item is either.
        """
        told = [line for line in self.item.not_said_as if not count(line)]
        return tuple(terms for line in told if (terms := self._counted(line)))

    def _counted(self, line: str) -> Terms:
        third = any(example.third for example in self.lines)
        return Terms().union(
            *(
                clause.terms
                for clause in line_clauses(line)
                if not clause.reported
                and (third or not clause.third)
                and (self.may_be_conditional or not clause.conditional)
            )
        )

    @cached_property
    def conditional(self) -> bool:
        """Whether it may be said on a condition, as safety nets are."""
        lines = (*self.item.said_as, self.item.text)
        return sum(map(is_conditional, lines)) >= max(1, CONDITIONAL_SHARE * len(lines))

    @cached_property
    def may_be_conditional(self) -> bool:
        """Whether any way of saying it is on a condition."""
        return self.conditional or any(example.conditional for example in self.lines)

    @cached_property
    def told(self) -> bool:
        """Whether it is something told to others, as a handover is."""
        return 2 * sum(map(is_told, self.item.said_as)) > len(self.item.said_as)

    def excused(self, sentence: str) -> bool:
        """Whether a harm is only something done on the way to the right care, or to examine."""
        return self.tier == "harmful" and any(
            excuse.search(sentence) and not any(map(excuse.search, self.item.said_as))
            for excuse in (_ON_THE_WAY, _EXAMINING)
        )

    @cached_property
    def indispensable(self) -> Terms:
        """The terms that every example has, said or denied: nothing says it without them."""
        lines = [bare(line_terms(line)) for line in self.item.said_as]
        return frozenset.intersection(*lines) if len(lines) >= ENOUGH_EXAMPLES else Terms()

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


def bare(terms: Terms) -> Terms:
    """Terms whether said or denied."""
    return frozenset(term.removeprefix("not ") for term in terms)


def _example(line: str, strength: float) -> Example:
    return Example(line_terms(line), has_third(line), is_told(line), is_conditional(line), strength)


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
