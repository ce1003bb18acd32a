"""What one part of the doctor's message is about: topics, a kind of talk, or nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.patient.features import features, tokens
from crookbench.patient.linear import fit
from crookbench.patient.training import ASKS, FOLLOW_UP, NONE, TALK, is_topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.game.case import Case
    from crookbench.patient.linear import LinearModel
    from crookbench.patient.training import Row

LEAST = 0.35
"""How likely a topic must be for a whole part."""
LEAST_TALK = 0.2
"""How likely a kind of talk must be, where nothing is asked of the chart: a wrong line does little
harm, and "Sorry, what do you mean?" does some."""
LEAST_STATED = 0.35
"""The same of a statement that is no news, for it tells something as a rule."""
BESIDE = 0.5
"""How likely a second topic must be beside the likeliest, as a share of that."""
ONE_THING = 6
"""Words of a part that is no list and asks one thing only, whatever else it sounds like."""
LEAST_ELEMENT = 0.5
"""How likely one element of a list must make its topic: it has fewer words to go by."""
LEAST_CLEAR = 0.2
"""The same where no other label comes near."""
CLEAR_ELEMENT = 2.5
"""How much likelier than the next it must be then."""
CERTAIN = 0.75
"""How likely another topic must be, where the part leans on a pronoun, to be meant all the same."""
LEAST_VIEW = 0.02
"""How likely the patient's own views must be, where they are asked for by a kind of talk."""
LEAST_ECHO = 0.04
"""How likely a list as a whole must make the topic of one element, where it makes one of them
certain: "pins and needles" asks for no needles, and a rash from a tablet for no skin."""
LAST_LATIN = "\u024f"
OPEN = "open"
"""The kind of talk that invites whatever the patient cares to tell."""
_BAD_NEWS = f"{TALK}bad_news"
_NEWS = frozenset({f"{TALK}{kind}" for kind in ("bad_news", "good_news", "limits", "refusal")})
_WEAK = frozenset({NONE, f"{TALK}{OPEN}"})
"""What a question may sound like although it asks for something in particular."""
LEAST_FAINT = 0.02
"""The same where the whole makes no topic certain."""
ALONE = 0.97
"""How likely an element must be to need no echo then."""
LONG = 5
"""Elements of a list that is surely one, so that none needs an echo in the whole."""
PAIR = 2
"""Elements of the shortest list."""
LEAST_DOUBTFUL = 0.12
"""How likely the best topic of a question may be at the least, where no other comes near."""
CLEAR_LEAD = 2.0
"""How much likelier than the next it must be then."""
LEAST_ASKING = -0.15
"""How much likelier it must be that a part with a question mark, or a statement about the patient,
asks something of the chart than that it is talk: less likely will do, for an answer that nobody
asked for does less harm than a question lost."""
LEAST_TELLING = 0.5
"""The same of a part without one: most of those explain, and explaining must bring nothing out."""
LEAST_BOTH = 0.3
"""How likely a question must ask something of the chart for a sure topic to outweigh that the same
words stand in plans too: "has anyone tested your potassium?"."""
LEAST_FOLLOW_UP = 0.5
"""How likely a part must be to mean the topic just spoken of."""
FEW_WORDS = 8
"""Words of a part that may lean on what came before, word by word; a longer one says it all."""

_ABOUT_YOU = re.compile(
    r"(?:so |and |then |well )*(?:you(?:'ve|'re| have| are| had| get| got| feel| felt| do)\b"
    r"(?! (?:to|got to|going|gonna|free|welcome|right|better|safe)\b)|no )",
    re.IGNORECASE,
)
"""How a statement about the patient begins, which wants to be confirmed or contradicted."""
_TELLS = re.compile(
    r"(?:i|i'm|i'll|i've|i'd|we|we'll|we're|it|it's|this|that|that's|these|those|my|there's)\b",
    re.IGNORECASE,
)
"""How a statement begins that is the doctor's own: it explains, whatever it speaks of."""
_LEANS = re.compile(r"\b(?:it|that|this|they|them|those|these|he|she|him|her)\b", re.IGNORECASE)
_VIEWS = {"diagnosis_idea": "other_concerns", "feelings": "other_concerns",
          "whom_to_tell": "other_home"}  # fmt: skip
"""Kinds of talk that a case's own item answers, where it covers the generic topic."""
_ELEMENT = re.compile(
    r"\s*[,;/]\s*(?:and\s+|or\s+|any\s+)*|\s+(?:and|or)\s+(?:any\s+)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a part is about.

    Attributes:
        topics: Items of the case and generic topics, in the order they are spoken of.
        talk: The kind of talk, where it is about no topic; "" where it is not understood.
    """

    topics: tuple[str, ...] = ()
    talk: str = ""


class Ear:
    """Hears one part at a time."""

    def __init__(self, case: Case, model: LinearModel) -> None:
        self._model = model
        self.labels = model.labels
        covering = {topic: item.id for item in case.history for topic in item.covers}
        self._views = {kind: covering[topic] for kind, topic in _VIEWS.items()
                       if topic in covering}  # fmt: skip
        self._written = {bare(line): item.id for item in case.history for line in item.asked_as}

    def hear(self, text: str, after: str = "") -> Heard:
        """What a part is about, said right after the topic `after`."""
        if _is_foreign(text):
            return Heard((), "other_language")
        written = self.written(text)
        return Heard((written,)) if written else self._read(text, after)

    def _read(self, text: str, after: str) -> Heard:
        likely = self._likely(text, after)
        label = max((each for each in likely if each.startswith(TALK)), key=likely.__getitem__)
        least = LEAST_TALK if "?" in text or label in _NEWS else LEAST_STATED
        if likely[label] < min(least, likely[NONE]):
            label = NONE
        talk = label.removeprefix(TALK) if likely[label] >= LEAST_TALK else ""
        if own := self._own_talk(talk, likely):
            return Heard((own,))
        if talk == OPEN and likely[label] >= max(likely[each] for each in likely if is_topic(each)):
            return Heard((), talk)
        asked = "?" in text or bool(_ABOUT_YOU.match(text))
        least = LEAST_ASKING if asked else LEAST_TELLING
        if self._asking(text, label, likely) < least or (not asked and _TELLS.match(text)):
            return Heard((), talk)
        topics = self._topics(text, after, likely)
        return Heard(topics, "" if topics else talk)

    def _asking(self, text: str, label: str, likely: Mapping[str, float]) -> float:
        """How much likelier it is that a part asks something of the chart than that it is talk."""
        asks = likely[ASKS]
        if label == _BAD_NEWS and _ABOUT_YOU.match(text):
            return asks - likely[NONE]  # "you have pain there" sounds like "you have pneumonia"
        if "?" in text and label in _WEAK and asks >= LEAST_BOTH:
            asks = max(asks, *(likely[each] for each in likely if is_topic(each)))
        return asks - likely[label]

    def led(self, lead: str, text: str) -> Heard:
        """What a question is about when it is read with the statement before it.

        "I can see you holding your side. Tell me more about that pain."
        """
        likely = self._likely(f"{lead}. {text}", "")
        return Heard(_likeliest(likely))

    def written(self, text: str) -> str:
        """The item for which the case itself writes this question; "" where it does for none."""
        return self._written.get(bare(text), "")

    def elements(self, text: str) -> tuple[str, ...]:
        """The elements of a list, each as a question of its own; one where there is no list."""
        mark = "?" if text.endswith("?") or _ABOUT_YOU.match(text) else ""
        return tuple(f"{each.strip(' ?.!')}{mark}" for each in _ELEMENT.split(text)
                     if each.strip(" ?.!"))  # fmt: skip

    def _own_talk(self, talk: str, likely: Mapping[str, float]) -> str:
        """The item of the case that answers a kind of talk, where there is one and it fits."""
        own = self._views.get(talk, "")
        return own if own and likely[own] >= LEAST_VIEW else ""

    def _topics(self, text: str, after: str, likely: Mapping[str, float]) -> tuple[str, ...]:
        ranked = sorted(filter(is_topic, likely), key=lambda label: -likely[label])
        topics = [each for each in ranked
                  if likely[each] >= max(LEAST, BESIDE * likely[ranked[0]])]  # fmt: skip
        listed = list(self._listed(text, likely))
        if not listed and len(tokens(text)) <= ONE_THING:
            topics = topics[:1]
        if after and not listed and likely[FOLLOW_UP] >= LEAST_FOLLOW_UP:
            sure = CERTAIN if leans(text) else LEAST
            if not topics or likely[topics[0]] < sure:
                return (after,)
        return tuple(dict.fromkeys([*listed, *(topics or ([] if listed else _likeliest(likely)))]))

    def _likely(self, text: str, after: str) -> dict[str, float]:
        probabilities = self._model.probabilities(features(text, marks(text, after)))
        return dict(zip(self.labels, probabilities.tolist(), strict=True))

    def _listed(self, text: str, whole: Mapping[str, float]) -> Iterator[str]:
        """The topic of each element of a list."""
        elements = self.elements(text)
        if len(elements) < PAIR:
            return
        sure = max(whole[each] for each in whole if is_topic(each)) >= CERTAIN
        for element in elements:
            likely = self._likely(element, "")
            del likely[ASKS]
            best, second = sorted(likely, key=lambda label: -likely[label])[:2]
            clear = likely[best] >= max(LEAST_CLEAR, CLEAR_ELEMENT * likely[second])
            alone = not sure and (len(elements) >= LONG or likely[best] >= ALONE)
            echo = alone or whole[best] >= (LEAST_ECHO if sure else LEAST_FAINT)
            if is_topic(best) and echo and (clear or likely[best] >= LEAST_ELEMENT):
                yield best


def _likeliest(likely: Mapping[str, float]) -> tuple[str, ...]:
    """The likeliest topic, where it is likely at all and no other comes near."""
    best, second = sorted(filter(is_topic, likely), key=lambda label: -likely[label])[:2]
    clear = likely[best] >= CLEAR_LEAD * likely[second]
    return (best,) if clear and likely[best] >= LEAST_DOUBTFUL else ()


def _is_foreign(text: str) -> bool:
    """Whether a text is written in another script."""
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter > LAST_LATIN for letter in letters) * 2 > len(letters)


def leans(text: str) -> bool:
    """Whether a text speaks of something that was named before it."""
    return bool(_LEANS.search(text))


def bare(text: str) -> str:
    """The words of a line, in plain typography, for lines that a case writes out itself."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def marks(text: str, after: str) -> Iterator[str]:
    """What came before, as features of a part: the topic, and with each of a few words."""
    if not after:
        return
    yield f"after {after}"
    said = tokens(text)
    if len(said) <= FEW_WORDS:
        yield from (f"after {after} {word}" for word in said)


def fit_ear(rows: Sequence[Row], labels: Sequence[str]) -> LinearModel:
    """The model of a case's ear."""
    texts = [features(row.said, marks(row.said, row.after)) for row in rows]

    def tells(n: int, label: str) -> bool:
        """Whatever is not on the chart may be any kind of talk, or several."""
        return not label.startswith(TALK) or NONE not in rows[n].labels

    return fit(texts, [row.labels for row in rows], labels, tells)
