"""What the doctor is told and shown in words: the briefing and the answers to its calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.findings import finding, result
from crookbench.game.moves import Exam

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Entry

REMINDER = (
    "The patient did not hear that: act only through the tools. "
    "Use say to talk, diagnose to save your diagnosis, and end_consult to finish."
)
END_NEEDS_DIAGNOSIS = "Save your diagnosis with diagnose before you end the consultation."
NO_QUESTIONS_LEFT = (
    "No questions are left. You can still explain, examine, order, prescribe, refer, "
    "diagnose and end the consultation."
)


def briefing(case: Case, catalogue: Catalogue, opening: str, questions: int) -> str:
    """What a player sees as the patient walks in: nothing of the case that is not on the table."""
    patient = case.patient
    lines = [
        f"Your next patient: {patient.name}, {patient.age}, {patient.sex}, {patient.occupation}.",
        f"Booked for {case.presenting_complaint!r} at {case.consult_start}"
        + (" as urgent." if case.booked_urgent else "."),
        *_record_lines(case),
        *_seen(case, catalogue),
        *_on_arrival(case, catalogue),
        f'{patient.name} says: "{opening}"' if opening else "",
        f"You have {_questions(questions)}.",
    ]
    return "\n".join(line for line in lines if line)


def _record_lines(case: Case) -> list[str]:
    record = case.record
    rows = {
        "allergies": record.allergies,
        "conditions": record.conditions,
        "medicines": record.medications,
    }
    return [f"On record, {name}: {'; '.join(texts) or 'none'}." for name, texts in rows.items()]


def _seen(case: Case, catalogue: Catalogue) -> list[str]:
    texts = [case.patient.appearance]
    if GIVEN_EXAM in case.examination and GIVEN_EXAM in catalogue.examination:
        texts.append(finding(case, catalogue, Exam(GIVEN_EXAM)))
    return [text.strip() for text in texts if text.strip()]


def _on_arrival(case: Case, catalogue: Catalogue) -> list[str]:
    return [
        f"Done on arrival: {catalogue.investigation[test].name}: {result(case, catalogue, test)}"
        for test, written in case.investigations.items()
        if written.on_arrival
    ]


def listed(entries: Iterable[Entry], elsewhere: Sequence[str] = ()) -> str:
    """Catalogue entries as the doctor sees them: id and name, one a line.

    Where there are none, the other kinds under which the same words find something.
    """
    lines = [f"{entry.id}: {entry.name}" for entry in entries]
    if lines:
        return "\n".join(lines)
    hint = f" There is something under: {', '.join(elsewhere)}." if elsewhere else ""
    return f"Nothing found.{hint}"


def said(reply: str, left: int, *, charged: int = 0, cut: bool = False, flood: int = 0) -> str:
    """The patient's reply, with what it cost and how many questions are left."""
    count = f"({_questions(charged)}, {left} left.)"
    if flood:
        count = (
            f"(Counted as {flood} topics at once, more than a person takes in: nothing was answered"
            f" or charged; {_questions(left)} left.)"
        )
    note = NO_QUESTIONS_LEFT if cut else count
    return f"{reply}\n{note}" if reply else note


def _questions(count: int) -> str:
    return f"{count} {'question' if count == 1 else 'questions'}"
