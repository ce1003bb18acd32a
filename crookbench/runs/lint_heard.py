"""Finds example questions that the patient does not understand, or takes for another's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crookbench.game.lint_finding import Finding
from crookbench.patient.chart import ChartPatient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case, HistoryItem
    from crookbench.patient.contract import Reply


def unheard_questions(case: Case) -> Iterator[Finding]:
    """A finding for each line of `asked_as` that does not reach its own item first."""
    patient = ChartPatient(case)
    for place, item in enumerate(case.history):
        for number, line in enumerate(item.asked_as):
            reply = asyncio.run(patient.hear(line, ()))
            if problem := _problem(item, reply):
                key = f"history.{place}.asked_as.{number}"
                yield Finding(key, f"{line!r} {problem}")


def _problem(item: HistoryItem, reply: Reply) -> str:
    """Why a question does not bring out its item first; nothing where it does."""
    if reply.jargon:
        named = " and ".join(map(repr, reply.jargon))
        return f"has a doctor's words that the patient does not know, {named}; ask in plain words"
    if reply.flooded:
        return "asks about too much at once; split it into several lines"
    if not reply.asked:
        return "reaches nothing; ask it more plainly, in words of the item's topic"
    first = reply.asked[0]
    if first == item.id:
        return ""
    if first.startswith("other_"):
        return (
            f"reaches the generic topic {first!r} first; reword it, or add {first} to `covers` "
            "if this item stands for it"
        )
    return f"reaches {first!r} first; reword one of the two, so that they share fewer words"
