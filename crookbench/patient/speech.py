"""Joins what the patient has to say into one person's speech, adding no fact of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from crookbench.patient.data import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

Verbosity: TypeAlias = Literal["terse", "normal", "rambling"]

TOO_MUCH = "That's a lot all at once. Could you ask me a few things at a time?"
NO_WORDS = "Sorry, I didn't catch that."
NOTHING_MORE = "No, I think I've told you all there is."
NO_QUESTIONS = "No, no questions from me."
AGREES = "Yes, that's all right with me."

UNSURE = (
    "I'm not sure about that, sorry.",
    "I couldn't really say.",
    "Hard to say, I'm not sure.",
    "I don't know what to tell you there.",
)
NODS = ("Okay.", "Right.", "All right, then.", "Okay, I see.")
_JOINTS: dict[Verbosity, tuple[str, ...]] = {
    "terse": ("",),
    "normal": ("",),
    "rambling": ("Oh, and another thing. ", "And what else. ", "Where was I. "),
}


def told(answers: Sequence[str], verbosity: Verbosity) -> str:
    """Several answers one after the other, each word for word as it is on the chart."""
    joints = _JOINTS[verbosity]
    joined = [
        (joints[(place - 1) % len(joints)] if place else "") + answer.strip()
        for place, answer in enumerate(answers)
    ]
    return " ".join(joined)


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


def unsure(turn: int) -> str:
    """A line for what the patient cannot answer, another one each turn."""
    return UNSURE[turn % len(UNSURE)]


def nod(turn: int) -> str:
    """A line for what asks nothing, another one each turn."""
    return NODS[turn % len(NODS)]
