"""The embedded marker: finds what of the spoken plan the doctor's own words did, by rule.

It looks at statements and offers alone, credits nothing without words that were really said, and
doubts a harm more readily than a good deed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crookbench.game.catalogue import Catalogue
from crookbench.game.moves import Say
from crookbench.patient.clauses import Clause, clauses
from crookbench.patient.contract import Judgement
from crookbench.patient.eligible import eligible, is_belied
from crookbench.patient.lexicon import Terms, at_other_times
from crookbench.patient.likeness import Weights
from crookbench.patient.spoken import Example, Spoken, bare, spoken_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.case import Case, Tier
    from crookbench.game.moves import Move

THRESHOLDS: dict[Tier, float] = {"ideal": 0.45, "acceptable": 0.5, "harmful": 0.62}
"""The least likeness that earns an item of each tier."""
SAID_SHARE = 0.3
"""How much the doctor's further words count, against words of the example not said."""
POOLED = 0.9
"""How much words count that are of the item's examples together, though of no single one."""
MOST_NEEDED = 3
"""Terms of an example that a harm must have in common with it, if it has as many."""
WIDEST = 3
"""Neighbouring clauses that may say a thing together."""

BEYOND_DOUBT = 0.97
"""The least likeness that earns a harm which the doctor's own referral belies."""
CERTAIN = 0.75
"""A whole statement this like a counter-example is one, whatever a part of it sounds like."""


class Credit(NamedTuple):
    """How well an item's words were said, and where: best first when sorted backwards."""

    likeness: float
    shortness: int
    quote: str


class _Said(NamedTuple):
    """The counted clauses of a window: what an example is compared with depends on who says it."""

    clauses: Sequence[Clause]
    conditional: bool
    """Whether what holds on a condition counts for every example of the item."""

    def doctors(self, *, told: bool, conditional: bool = False) -> Terms:
        """What the doctor says: to others with the rest, or else only what is not told to them."""
        own = [clause for clause in self._holding(conditional=conditional) if not clause.third]
        if told:
            return _terms(own) if any(clause.told for clause in own) else Terms()
        return _terms([clause for clause in own if not clause.told])

    def as_in(self, example: Example) -> Terms:
        """What may be compared with an example."""
        if example.third:
            return _terms(self._holding(conditional=example.conditional))
        return self.doctors(told=example.told, conditional=example.conditional)

    def _holding(self, *, conditional: bool) -> list[Clause]:
        return [c for c in self.clauses if conditional or self.conditional or not c.conditional]


class ChartMarker:
    """Judges the spoken plan of one case."""

    name = "chart"

    def __init__(self, case: Case, catalogue: Catalogue | None = None) -> None:
        self._case = case
        self._catalogue = catalogue or Catalogue()
        self._spoken = spoken_items(case)
        self._weights = Weights.over(
            spoken.vocabulary.union(*spoken.counters) for spoken in self._spoken
        )

    async def mark(self, moves: Sequence[Move]) -> Judgement:
        """What the doctor's statements in `moves` earned of the items that can be said."""
        utterances = [move.utterance for move in moves if isinstance(move, Say)]
        items = eligible(self._case, self._catalogue, moves)
        quotes = {}
        for spoken in self._spoken:
            if spoken.id not in items:
                continue
            credit = self._best(spoken, utterances, self._least(spoken, moves))
            if credit and any(credit.quote in utterance for utterance in utterances):
                quotes[spoken.id] = credit.quote
        return Judgement(judged=tuple(quotes), quotes=quotes)

    def earns(self, id_: str, line: str) -> bool:
        """Whether a line that is all a doctor says is credited to an item that can be said."""
        return any(
            self._best(spoken, [line], THRESHOLDS[spoken.tier]) is not None
            for spoken in self._spoken
            if spoken.id == id_
        )

    def _least(self, spoken: Spoken, moves: Sequence[Move]) -> float:
        """The least likeness that earns an item; a harm belied by what was done must be plain."""
        belied = is_belied(self._case, spoken.id, moves)
        return BEYOND_DOUBT if belied else THRESHOLDS[spoken.tier]

    def _best(self, spoken: Spoken, utterances: Sequence[str], least: float) -> Credit | None:
        """The words that say the item best, if any say it well enough."""
        found = [
            Credit(likeness, start - end, utterance[start:end])
            for utterance in utterances
            for window in _windows(utterance)
            if (likeness := self._likeness(spoken, utterance, window)) >= least
            for start, end in [(window[0].start, window[-1].end)]
        ]
        return max(found, key=lambda credit: credit[:2], default=None)

    def _likeness(self, spoken: Spoken, utterance: str, window: Sequence[Clause]) -> float:
        """How well a few clauses say the item; 0 where they say its opposite or something else."""
        if spoken.excused(_sentence(utterance, window)):
            return 0.0
        counted = [
            clause for clause in window
            if not clause.reported
            and not (clause.aside and spoken.tier == "harmful")
            and (spoken.may_be_conditional or not clause.conditional)
        ]  # fmt: skip
        of_anyone = _terms(counted)
        said = _Said(counted, spoken.conditional)
        around = _terms([c for c in clauses(utterance) if c.part in {w.part for w in window}])
        if not spoken.indispensable <= bare(of_anyone):
            return 0.0
        if self._says_the_opposite(spoken, of_anyone) or self._says_the_opposite(
            spoken, around, CERTAIN
        ):
            return 0.0
        single = max(
            (self._single(spoken, example, said.as_in(example)) for example in spoken.examples),
            default=0.0,
        )
        if spoken.tier == "harmful":
            meant_well = self._means_well(spoken, of_anyone) or self._means_well(spoken, around)
            return 0.0 if meant_well else single
        return max(single, self._pooled(spoken, said.doctors(told=spoken.told)))

    def _single(self, spoken: Spoken, example: Example, said: Terms) -> float:
        """Likeness to one example, of which one word alone says too little."""
        needed = MOST_NEEDED if spoken.tier == "harmful" else 2
        too_little = len(said & example.terms) < min(needed, len(example.terms))
        if too_little or at_other_times(said, example.terms):
            return 0.0
        return example.strength * self._weights.likeness(said, example.terms, SAID_SHARE)

    def _means_well(self, spoken: Spoken, said: Terms) -> bool:
        """Whether some good item accounts for these words at least as well as the harm does."""
        harm = max((self._accounts(said, terms) for terms in _wordings(spoken)), default=(0.0, 0.0))
        return any(
            self._accounts(said, terms) >= harm
            for good in self._spoken
            if good.tier != "harmful"
            for terms in _wordings(good)
        )

    def _accounts(self, said: Terms, wanted: Terms) -> tuple[float, float]:
        """How much of what was said a wording explains, and then how close the two are."""
        return (
            round(self._weights.likeness(said, wanted, 1.0), 6),
            self._weights.likeness(said, wanted, 0.5),
        )

    def _says_the_opposite(self, spoken: Spoken, said: Terms, least: float = 0.0) -> bool:
        """Whether the words are more like something that does not say the item."""
        if not spoken.counters:
            return False
        against = max(self._weights.likeness(said, line, 0.5) for line in spoken.counters)
        favour = max(
            (self._weights.likeness(said, line.terms, 0.5) for line in spoken.examples), default=0.0
        )
        return against >= max(favour, least)

    def _pooled(self, spoken: Spoken, said: Terms) -> float:
        """Likeness to the item's examples taken together: a core term, and others of theirs."""
        shared = said & spoken.vocabulary
        if at_other_times(said, spoken.vocabulary):
            return 0.0
        if len(shared) < 2 or not shared & spoken.core:  # noqa: PLR2004  one term proves nothing
            return 0.0
        enough = 1 - 0.5 ** len(shared)
        return POOLED * enough * self._weights.likeness(said, shared, 1.0)


def _terms(listed: Sequence[Clause]) -> Terms:
    return frozenset().union(*(clause.terms for clause in listed))


def _wordings(spoken: Spoken) -> Iterator[Terms]:
    """An item's examples, and all of them taken together."""
    yield spoken.vocabulary
    yield from (example.terms for example in spoken.examples)


def _windows(utterance: str) -> Iterator[Sequence[Clause]]:
    """Every run of up to three neighbouring clauses."""
    listed = clauses(utterance)
    for first in range(len(listed)):
        for last in range(first + 1, min(first + WIDEST, len(listed)) + 1):
            yield listed[first:last]


def _sentence(utterance: str, window: Sequence[Clause]) -> str:
    """The window with the rest of the sentence it stands in."""
    start = max(utterance.rfind(stop, 0, window[0].start) for stop in ".?!\n") + 1
    ends = [utterance.find(stop, window[-1].end) for stop in ".?!\n"]
    return utterance[start : min((end for end in ends if end >= 0), default=len(utterance))]
