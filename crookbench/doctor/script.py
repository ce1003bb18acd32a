"""A scripted doctor: a generator that yields tool calls and is sent what came back."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from crookbench.doctor.contract import ToolCall, Turn

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from crookbench.doctor.contract import Answer

Script: TypeAlias = "Generator[ToolCall, str, None]"
"""Yields a call, is sent its answer; ends after end_consult."""


@dataclass
class ScriptedDoctor:
    """Plays a script, one call a turn. It costs nothing and needs no key."""

    id: str
    script: Script

    async def turn(self, answers: Sequence[Answer]) -> Turn:
        """The script's next call; words without a tool once it has run out."""
        begun = inspect.getgeneratorstate(self.script) != inspect.GEN_CREATED
        try:
            call = self.script.send(answers[-1].text) if begun else next(self.script)
        except StopIteration:
            return Turn(text="The script has ended.")
        return Turn((call,))


def say(text: str) -> ToolCall:
    return ToolCall("say", {"text": text})


def search(kind: str, query: str) -> ToolCall:
    return ToolCall("search", {"kind": kind, "query": query})


def examine(exam_id: str) -> ToolCall:
    return ToolCall("examine", {"exam_id": exam_id})


def order(test_id: str) -> ToolCall:
    return ToolCall("order_test", {"test_id": test_id})


def refer(referral_id: str) -> ToolCall:
    return ToolCall("refer", {"referral_id": referral_id})


def prescribe(drug_id: str, dose: str, frequency: str, duration: str) -> ToolCall:
    arguments = {"drug_id": drug_id, "dose": dose, "frequency": frequency, "duration": duration}
    return ToolCall("prescribe", arguments)


def stop_medicine(drug_id: str) -> ToolCall:
    return ToolCall("stop_medicine", {"drug_id": drug_id})


def book_review(when: str) -> ToolCall:
    return ToolCall("book_review", {"when": when})


def diagnose(most_likely: str, differential: str, cant_miss: str) -> ToolCall:
    slots = {"most_likely": most_likely, "differential": differential, "cant_miss": cant_miss}
    return ToolCall("diagnose", slots)


def end_consult() -> ToolCall:
    return ToolCall("end_consult", {})
