"""What the patient says: facts told now, told before, denied, and talk that is on no chart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.patient.data import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case, TalkKind

TOO_MUCH = "That's a lot all at once. Could you ask me a few things at a time?"
NO_WORDS = "Sorry, I didn't catch that."

_AGAIN = ("Like I said: ", "As I told you: ", "Same as before: ", "I said, didn't I: ",
          "Well, as I was saying: ")  # fmt: skip
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_FEWEST = 5
"""Words of a sentence that says something: "Oh." and "No, no." do not."""


def told(answers: Sequence[str]) -> str:
    """Several answers one after the other, each word for word as it is on the chart."""
    return " ".join(answer.strip() for answer in answers)


def told_again(answer: str, turn: int) -> str:
    """What was told before, in short: the first of its sentences that says something."""
    sentences = _SENTENCE_END.split(answer.strip())
    telling = (
        each for each in sentences if len(each.split()) >= _FEWEST and not each.endswith("?")
    )
    return _AGAIN[turn % len(_AGAIN)] + next(telling, answer.strip())


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
