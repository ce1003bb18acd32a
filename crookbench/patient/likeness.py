"""How alike two sets of terms are, rare terms counting for more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from crookbench.patient.lexicon import Terms, is_known, kin, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

UNKNOWN_SHARE = 0.5
"""What a word that no topic has and the lexicon does not know weighs, of the most a term can."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each term: log(1 + topics / topics that have it)."""

    known: Mapping[str, float]
    most: float

    @classmethod
    def over(cls, topics: Iterable[Terms]) -> Weights:
        """Weights over topics, each given as all of its terms."""
        listed = list(topics)
        counts = Counter(term for topic in listed for term in topic)
        known = {term: log(1 + len(listed) / count) for term, count in counts.items()}
        return cls(known, log(1 + len(listed)))

    def of(self, term: str) -> float:
        if (weight := self.known.get(term)) is not None:
            return weight
        return self.most if is_known(term) else self.most * UNKNOWN_SHARE

    def total(self, terms: Terms) -> float:
        return sum(map(self.of, sorted(terms)))

    def likeness(self, said: Terms, wanted: Terms, said_share: float) -> float:
        """Shared weight against the weight of both (Tversky index, 1977), from 0 to 1.

        `said_share` is how much terms said beyond the wanted ones count, against wanted ones
        not said.
        """
        if wanted.isdisjoint(akin for term in said for akin in kin(term)):
            return 0.0
        shared = sum(self.of(term) * share(term, wanted) for term in sorted(said))
        whole = said_share * self.total(said) + (1 - said_share) * self.total(wanted)
        return min(1.0, shared / whole) if whole else 0.0
