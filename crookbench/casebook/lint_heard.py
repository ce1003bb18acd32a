"""Finds example questions that the patient does not understand, or takes for another's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding
from crookbench.patient.chart import ChartPatient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case, HistoryItem
    from crookbench.patient.contract import Reply


def unheard_questions(case: Case) -> Iterator[Finding]:
    """A finding for each line of `asked_as` that does not bring out its own item.

    Word for word the patient knows every line, so each is also asked with one word more, as a
    doctor who has never read it would: then it must not bring out something else.
    """
    patient = ChartPatient(case)
    for place, item in enumerate(case.history):
        for number, line in enumerate(item.asked_as):
            if problem := _problem(patient, item, line):
                key = f"history.{place}.asked_as.{number}"
                yield Finding(key, f"{line!r} {problem}")


def _problem(patient: ChartPatient, item: HistoryItem, line: str) -> str:
    """Why a line does not bring out its item; nothing where it does."""
    near = asyncio.run(patient.hear(_politely(line), ()))
    if near.asked[:1] == (item.id,):
        return ""
    exact = asyncio.run(patient.hear(line, ()))
    if exact.asked[:1] != (item.id,):
        return _misunderstood(exact)
    if not near.asked or item.id in near.asked:
        return ""
    return (
        f"is known word for word only: asked a little differently it reaches {near.asked[0]!r}; "
        "say in it what only this item is about"
    )


def _politely(line: str) -> str:
    """The line with a word that asks nothing."""
    bare = line.rstrip(" ?.!")
    return f"{bare} please{line[len(bare) :]}"


def _misunderstood(reply: Reply) -> str:
    if reply.jargon:
        named = " and ".join(map(repr, reply.jargon))
        return f"has a doctor's words that the patient does not know, {named}; ask in plain words"
    if reply.flooded:
        return "asks about too much at once; split it into several lines"
    reached = repr(reply.asked[0]) if reply.asked else "nothing"
    return f"reaches {reached}; say in it what only this item is about"
