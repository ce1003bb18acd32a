"""What the patient says: facts told now, told before, denied, and talk that is on no chart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.patient.data import word_list
from crookbench.patient.features import features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case, TalkKind

_NUMBER_ASKED = re.compile(
    r"\b(?:how (?:many|much|long|often|old|bad)|when|what time|which year)\b", re.IGNORECASE
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|half|dozen|week"
    r"|month|year|day|hour|yesterday|morning|night)s?\b",
    re.IGNORECASE,
)
TOO_MUCH = "That's a lot all at once. Could you ask me a few things at a time?"
NO_WORDS = "Sorry, I didn't catch that."

_AGAIN = ("Like I said: ", "As I said: ", "Same as before: ", "Like I told you: ",
          "As I was saying: ")  # fmt: skip
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_SHORT = 25
"""Words of an answer that people repeat whole."""
_QUOTED = 3
"""Sentences of the plan that a patient can say back."""
_LONGEST_QUOTE = 18
"""Words of one that they can still say back."""


def told(answers: Sequence[str]) -> str:
    """Several answers one after the other, each word for word as it is on the chart."""
    return " ".join(answer.strip() for answer in answers)


def told_again(answer: str, asked: str, turn: int) -> str:
    """What was told before, in short: of a long answer, the two sentences nearest to what is asked.

    A question for a number ("how many", "when") wants a sentence that has one.
    """
    return _AGAIN[turn % len(_AGAIN)] + _nearest(answer.strip(), asked)


def _nearest(answer: str, asked: str) -> str:
    sentences = _SENTENCE_END.split(answer)
    if len(answer.split()) <= _SHORT:
        return answer
    wanted = set(features(asked))
    counts = bool(_NUMBER_ASKED.search(asked))

    def fits(place: int) -> tuple[bool, int]:
        first, pair = sentences[place], " ".join(sentences[place : place + 2])
        near = sum(len(wanted & set(features(each))) for each in (first, pair))
        return counts and bool(_NUMBER.search(pair)), near

    best = max(range(len(sentences)), key=fits)
    return " ".join(sentences[best : best + 2])


def said_back(plan: Sequence[str]) -> str:
    """What the patient is to do, in the doctor's own words: the last few that are short."""
    short = [each for each in plan if len(each.split()) <= _LONGEST_QUOTE][-_QUOTED:]
    quoted = [f"\u201c{each}\u201d" for each in short]
    return f"You said {', and '.join(quoted)}." if quoted else ""


def denied(topics: Sequence[str]) -> str:
    """Generic topics that the chart has nothing on: one in a sentence, several in a list."""
    known = word_list("decoys")
    if len(topics) == 1:
        return str(known[topics[0]]["denial"])
    listed = ", ".join(str(known[topic]["brief"]) for topic in topics)
    return f"{listed[:1].upper()}{listed[1:]}." if listed else ""


def puzzled(terms: Sequence[str]) -> str:
    """Asks what the doctor's medical words mean."""
    if not terms:
        return ""
    named = " and ".join(f"“{term}”" for term in terms)
    return f"Sorry, what does {named} mean?" if len(terms) == 1 else f"Sorry, what do {named} mean?"


def line(case: Case, kind: TalkKind, replies: Sequence[str]) -> str:
    """A line of the patient's own for a kind of talk, one not said in this consult if there is one.

    Only where all were said does one come again, the one said longest ago.
    """
    lines: list[str] = [*case.voice.get(kind, ()), *word_list("voice")[kind]]
    last = {each: max((n for n, reply in enumerate(replies) if each in reply), default=-1)
            for each in lines}  # fmt: skip
    return min(lines, key=lambda each: last[each])
