"""Where a consult comes from: who played and marked it, with what, when and at what cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures.numbers import money, number, plural
from crookbench.website import words
from crookbench.website.runview import spelled_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.source import Source


def provenance(run: Run, record: Record, moves: int) -> Iterator[tuple[str, str]]:
    """Name and value of everything known about it, the most telling first."""
    yield "Doctor", record.model
    yield "Patient", record.patient_model or run.manifest.patient
    if marker := record.marker_model or run.manifest.marker:
        yield "Marker", marker
    yield "Questions", f"{record.questions} of {record.max_questions}, in {record.says} messages"
    yield "Ended", f"{words.ENDINGS[record.ending]}, after {plural(moves, 'move')}"
    yield "Cost", money(record.usage.cost, missing="not known")
    if record.usage.calls:
        tokens = record.usage.prompt_tokens + record.usage.completion_tokens
        yield "Used", f"{plural(record.usage.calls, 'call')}, {number(tokens)} tokens"
    if record.started:
        yield "Played", f"{spelled_date(record.started)}, {record.started[11:16]} UTC"
    if record.seconds is not None:
        yield "Took", plural(round(record.seconds), "second")
    yield from _made_by(record)
    for each in record.rescored:
        before, after = each.before.total, each.after.total
        yield "Rescored", f"{spelled_date(each.when)}: {before} to {after} points. {each.why}"


def in_brief(record: Record, moves: int) -> tuple[str, ...]:
    """When it was played, how long it is and what it cost, each in a few words."""
    known = (
        spelled_date(record.started),
        plural(moves, "move"),
        f"{record.questions} of {record.max_questions} questions",
        "" if record.seconds is None else plural(round(record.seconds), "second"),
        money(record.usage.cost, missing=""),
    )
    return tuple(each for each in known if each)


def changed_since(source: Source, record: Record) -> str:
    """A sentence where the case file is no longer the one the record was scored against.

    A record without a hash, as crook-bench's have none, tells nothing to compare.
    """
    then, now = record.provenance.case, source.case_hashes.get(record.case, "")
    if not then or not now or then == now:
        return ""
    return (
        "The case file has changed since this consult was scored. The score and the bill are of "
        "the earlier version; what stands here of the patient is of today’s."
    )


def _made_by(record: Record) -> Iterator[tuple[str, str]]:
    made = record.provenance
    if made.served_by:
        yield "Served by", made.served_by
    if made.version:
        yield "Scored with", made.version
    for name, value in (("Case file", made.case), ("Catalogue", made.catalogue)):
        if value:
            yield name, value
    for name, value in sorted(made.prompts.items()):
        yield f"Prompt, {name}", value
    if made.parameters:
        pairs = (f"{name} = {value}" for name, value in sorted(made.parameters.items()))
        yield "Parameters", ", ".join(pairs)
