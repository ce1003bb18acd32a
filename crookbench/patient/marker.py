"""The embedded marker: one classifier a plan item, over what the doctor really said.

It reads each statement, each two that stand together, and the clauses of longer ones. A question
says nothing of the plan.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from crookbench.game import phrasing
from crookbench.game.catalogue import Catalogue
from crookbench.game.moves import Say
from crookbench.game.questions import sentences
from crookbench.game.typography import plain, read_plainly
from crookbench.patient.contract import Judgement
from crookbench.patient.eligible import is_belied, sayable
from crookbench.patient.kept import learnt
from crookbench.patient.quotes import OFFER
from crookbench.patient.stance import is_guarded, stance, statement_features
from crookbench.patient.training import judged_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.case import Case
    from crookbench.game.moves import Move
    from crookbench.patient.linear import LinearModel
    from crookbench.patient.stance import Stance

GOOD = 0.3
"""How likely a statement must say a good item. A bank has one line in fifteen for an item, so the
probabilities come out low; from here on, 98 % of credits on labelled sentences are right."""
CLAUSE = 0.5
"""The same of a clause cut out of its sentence, which may have lost what it depends on."""
HARM: dict[Stance, tuple[float, float]] = {
    "plain": (0.5, 0.7), "depends": (0.75, 0.93), "reports": (0.9, 0.97), "denies": (0.9, 0.97),
}  # fmt: skip
"""How likely a harm must be said, by the stance of the sentence: where no other item comes near,
and where one does. A wrong one costs a doctor 30 points; of 1,068 utterances of careful doctors
none is taken for a harm with these, and lower ones take near misses for harms."""
CLEAR_LEAD = 3.0
"""How much likelier than the next item it must be for that to come nowhere near."""
OUTWEIGHS = 2.0
"""How much likelier than a good item a harm must be to keep the sentence from earning it: "pop the
spray under your tongue" has the words of "no spray for you"."""
BELIED = 0.93
"""How likely a harm must be where deeds belie it."""
LONGEST = 60
"""Words of two sentences that are read as one: longer ones say several things."""
SHORTEST = 6
"""Words from which on a sentence is also read clause by clause."""
MOST = 400
"""Different windows of one message that are read: half an hour of talk has fewer, and no text
takes for ever."""

_CLAUSE = re.compile(r"\s*(?:[;:–—,]|\s-\s|\.\.\.)\s*|\s+(?=(?:and|but|so|then)\b)")


class Credit(NamedTuple):
    """A stretch of an utterance that says an item; the likeliest one is quoted."""

    likely: float
    quote: str


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of an utterance, in plain typography and as it was typed.

    Attributes:
        sentence: The whole sentence that it stands in, or begins in.
    """

    text: str
    quote: str
    sentence: str
    clause: bool = False


class ChartMarker:
    """Judges the spoken plan of one case."""

    name = "chart"

    def __init__(
        self, case: Case, catalogue: Catalogue | None = None, model: LinearModel | None = None
    ) -> None:
        self._case = case
        self._catalogue = catalogue or Catalogue()
        self._model = model or learnt(case).plan
        items = case.management.items
        self._written = {
            id_: {_bare(line) for line in items[id_].said_as} for id_ in judged_items(case)
        }
        self._refused = {
            id_: {_bare(line) for line in items[id_].not_said_as} for id_ in judged_items(case)
        }

    async def mark(self, moves: Sequence[Move]) -> Judgement:
        """What the doctor's statements in `moves` earned of the items that can be said."""
        items = sayable(self._case)
        best: dict[str, Credit] = {}
        for move in moves:
            if isinstance(move, Say):
                for id_, credit in self._credits(move.utterance):
                    least = BELIED if is_belied(self._case, id_, moves) else 0.0
                    if id_ in items and credit.likely >= least:
                        best[id_] = max(best.get(id_, credit), credit)
        quotes = {id_: best[id_].quote for id_ in items if id_ in best}
        return Judgement(judged=tuple(quotes), quotes=quotes)

    def earns(self, id_: str, line: str) -> bool:
        """Whether a line that is all a doctor says is credited to an item that can be said."""
        return any(found == id_ for found, _ in self._credits(line))

    def _credits(self, utterance: str) -> Iterator[tuple[str, Credit]]:
        for window in windows(utterance):
            for id_, likely in self._said(window).items():
                yield id_, Credit(likely, window.quote)

    def _said(self, window: Window) -> dict[str, float]:
        """The items that a window says, with how likely it does."""
        found = self._model.probabilities(statement_features(window.text))
        likely = dict(zip(self._model.labels, found.tolist(), strict=True))
        bare, sentence = _bare(window.text), _bare(window.sentence)
        for id_ in likely:
            if bare in self._written.get(id_, ()):
                likely[id_] = 1.0
            elif {bare, sentence} & self._refused.get(id_, set()):
                likely[id_] = 0.0  # "you need no scan, but I'll order one": nor does a part say it
        harms = {id_: p for id_, p in likely.items() if id_.startswith("harmful")}
        worst = max(harms.values(), default=0.0)
        good = max((p for id_, p in likely.items() if id_ not in harms), default=0.0)
        least = CLAUSE if window.clause else GOOD
        said = {id_: p for id_, p in likely.items()
                if id_ not in harms and p >= least and worst < OUTWEIGHS * p}  # fmt: skip
        if not window.clause:
            clear, near = HARM[stance(window.text)]
            first, second = sorted((0.0, 0.0, *likely.values()), reverse=True)[:2]
            needed = clear if first >= CLEAR_LEAD * second else near
            said |= {id_: p for id_, p in harms.items() if needed <= p > good}
        return said


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", plain(text).casefold()))


def windows(utterance: str) -> Iterator[Window]:
    """Every statement, neighbouring two, and the clauses of those that stand on no condition."""
    read = read_plainly(utterance)
    stretches = [
        None if _only_asks(text) else (start, start + len(text.rstrip()))
        for start, text in sentences(read.text)
    ]
    seen: set[str] = set()
    for place, stretch in enumerate(stretches):
        if stretch is None or len(seen) >= MOST:
            continue
        after = stretches[place + 1] if place + 1 < len(stretches) else None
        ends = [stretch[1], after[1]] if after else [stretch[1]]
        for start, end, clause in (*((stretch[0], end, False) for end in ends),
                                   *_clauses(read.text, *stretch)):  # fmt: skip
            text = read.text[start:end]
            if text not in seen and (len(text.split()) <= LONGEST or end <= stretch[1]):
                seen.add(text)
                quote = utterance[read.typed(start, end)].strip(" \n.!,;")
                yield Window(text, quote, read.text[slice(*stretch)], clause)


def _only_asks(text: str) -> bool:
    """Whether a sentence asks and offers nothing."""
    asked = text.rstrip("\"')]*_ \n").endswith("?")
    return asked and not OFFER.match(phrasing.trimmed(text))


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Each clause of a longer sentence that nothing guards, and each two together."""
    sentence = text[start:end]
    if len(sentence.split()) < SHORTEST or is_guarded(sentence):
        return
    cuts = [start, *(start + cut.end() for cut in _CLAUSE.finditer(sentence)), end]
    ends = [*(start + cut.start() for cut in _CLAUSE.finditer(sentence)), end]
    for place, last in enumerate(ends[:-1] if len(ends) == 1 else ends):
        yield cuts[place], last, True
        if place + 1 < len(ends):
            yield cuts[place], ends[place + 1], True
