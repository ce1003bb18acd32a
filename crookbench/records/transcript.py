"""The transcript of one consult in Markdown, for reading in the repository.

It is computed from case, record and moves, so it can be checked against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import PARTS
from crookbench.game.catalogue import name_in
from crookbench.game.moves import (
    Dx,
    End,
    Exam,
    Look,
    Order,
    Refer,
    Refused,
    Review,
    Rx,
    Say,
    Stop,
    Unheard,
    Withdraw,
)
from crookbench.records.markdown import inline, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.game.awards import Award
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Entry
    from crookbench.game.moves import Move
    from crookbench.records.record import Record

OUTCOMES = {
    "ideal": "ideal",
    "acceptable": "acceptable",
    "harmful": "harmful",
    "missed_red_flag": "the illness was missed",
}
_SLOTS = ("Most likely", "Differential", "Can't-miss")


def transcript(case: Case, catalogue: Catalogue, record: Record, moves: Sequence[Move]) -> str:
    """Who came, every move with what it earned, the bill, what was missed and the story."""
    sections = [
        _head(case, record),
        "## The consult",
        *_opening(case),
        *(_move(catalogue, number, move) for number, move in enumerate(moves, start=1)),
        "## The bill",
        _bill(record),
        *_missed(record),
        "## What happened",
        *(inline(paragraph) for paragraph in record.story),
    ]
    return "\n\n".join(sections) + "\n"


def wordless_transcript(
    catalogue: Catalogue, record: Record, moves: Sequence[Move], source: str
) -> str:
    """The same of a run that has no words: what was done, what it brought out, and the bill.

    `source` is the address of the words elsewhere, or "".
    """
    facts = _facts(record)
    sections = [
        "\n".join([f"# {inline(record.case)}: {inline(record.model)}, consult {record.rep}", "",
                   *(f"- {name}: {inline(text)}" for name, text in facts.items() if text)]),
        "This run was published without its words."
        + (f" They are at <{source}>" if source else ""),
        "## The consult",
        *(_move(catalogue, n, move, wordless=True) for n, move in enumerate(moves, start=1)),
        "## The bill",
        _bill(record),
    ]  # fmt: skip
    return "\n\n".join(sections) + "\n"


def _head(case: Case, record: Record) -> str:
    patient = case.patient
    facts = {
        "Patient": f"{patient.name}, {patient.age}, {patient.sex}, {patient.occupation}",
        "Booked for": case.presenting_complaint,
        **_facts(record),
    }
    lines = [f"- {name}: {inline(text)}" for name, text in facts.items() if text]
    title = f"# {inline(case.title)}: {inline(record.model)}, consult {record.rep}"
    return "\n".join([title, "", *lines])


def _facts(record: Record) -> dict[str, str]:
    share = round(100 * record.total / record.max) if record.max else 0
    return {
        "Score": f"{record.total} of {record.max} ({share} %), {record.level}",
        "Outcome": OUTCOMES[record.consequence],
        "Ending": record.ending.replace("_", " "),
        "Questions": f"{record.questions} of {record.max_questions}",
        "Patient played by": record.patient_model,
        "Plan marked by": record.marker_model,
        "Started": record.started,
    }


def _opening(case: Case) -> Iterator[str]:
    told = [item.answer for item in case.history if item.volunteered]
    if told:
        yield "Told unasked:"
        yield quoted("\n".join(told))


def _move(catalogue: Catalogue, number: int, move: Move, *, wordless: bool = False) -> str:
    awards = [_award_line(award) for award in move.awards]
    earned = ["Points:", "\n".join(awards)] if awards else []
    done = _done_without_words(catalogue, move) if wordless else _done(catalogue, move)
    return "\n\n".join([f"### {_number(number)}", *done, *earned])


def _done_without_words(catalogue: Catalogue, move: Move) -> Iterator[str]:
    """What a move of a run without words was: nobody kept what was said, found or resulted."""
    match move:
        case Say():
            told = ", ".join(move.released).replace("_", " ")
            yield f"Speaks. The patient tells of: {inline(told)}" if told else "Speaks."
        case Exam():
            yield f"Examines **{_name(catalogue.examination, move.id)}**"
        case Order():
            yield f"Orders **{_name(catalogue.investigation, move.id)}**"
        case _:
            yield from _done(catalogue, move)


def _number(move: int) -> str:
    """A move's number as the site's links have it: m07."""
    return f"m{move:02d}"


def _award_line(award: Award) -> str:
    return f"- **{award.points:+d}** {PARTS[award.part]}: {inline(award.label)}"


def _done(catalogue: Catalogue, move: Move) -> Iterator[str]:  # noqa: C901, PLR0912  one case a move
    """What the move was and what came back, in Markdown."""
    match move:
        case Say():
            yield "The doctor says:"
            yield quoted(move.utterance)
            yield f"The patient answers{' (too much at once)' if move.flooded else ''}:"
            yield quoted(move.reply)
        case Exam():
            where = [place for place in (move.side, move.subregion) if place]
            place = f" ({', '.join(where)})" if where else ""
            yield f"Examines **{_name(catalogue.examination, move.id)}**{inline(place)}:"
            yield quoted(move.finding or "")
        case Order():
            yield f"Orders **{_name(catalogue.investigation, move.id)}**:"
            yield quoted("Not back today." if move.result is None else move.result)
        case Rx():
            verb = "Gives" if move.given_now else "Prescribes"
            quantity = "" if move.quantity is None else f"quantity {move.quantity}"
            told = (move.dose, move.route, move.frequency, move.duration, quantity)
            how = ", ".join(filter(None, told))
            yield f"{verb} **{_name(catalogue.medicine, move.id)}**: {inline(how)}"
        case Refer():
            yield f"Refers: **{_name(catalogue.referral, move.id)}**"
        case Stop():
            yield f"Stops **{_name(catalogue.medicine, move.id)}**"
        case Withdraw():
            yield f"Takes back the script for **{_name(catalogue.medicine, move.id)}**"
        case Review():
            yield f"Books a review: **{inline(move.when)}**"
        case Dx():
            named = zip(_SLOTS, move.slots.values(), strict=True)
            lines = [f"- {slot}: **{_name(catalogue.diagnosis, id_)}**" for slot, id_ in named]
            yield "\n".join(["Saves the diagnosis:", "", *lines])
        case End():
            yield "Ends the consult. The spoken plan is marked:"
            lines = [f"- {inline(id_)}: “{inline(said)}”" for id_, said in move.quotes.items()]
            yield "\n".join(lines) if lines else "Nothing was credited."
        case Look():
            query = ", ".join(move.query.values())
            yield f"Looks up ({inline(move.tool)}): {inline(query)}. Found: {len(move.found)}"
        case Refused():
            yield f"Calls {inline(move.tool)} in a way that cannot be carried out:"
            yield quoted(move.arguments)
            yield "Answer:"
            yield quoted(move.answer)
        case Unheard():
            yield "Writes without calling a tool, so that nobody hears it:"
            yield quoted(move.text)


def _bill(record: Record) -> str:
    table = [
        "| Part | Earned | Maximum |",
        "| --- | ---: | ---: |",
        *(f"| {PARTS[part.id]} | {part.earned} | {part.max} |" for part in record.domains),
        f"| **Total** | **{record.total}** | **{record.max}** |",
    ]
    awards = []
    for award in record.awards:
        at = _number(award.move)
        awards.append(f"{_award_line(award)} ([{at}](#{at}))")
    return "\n".join(table) + ("\n\n" + "\n".join(awards) if awards else "")


def _missed(record: Record) -> Iterator[str]:
    if record.missed:
        yield "## What was missed"
        yield "\n".join(
            f"- {item.points} {PARTS[item.part]}: {inline(item.label)} ({inline(item.hint)})"
            for item in record.missed
        )
    if record.unmarked:
        yield "Not marked, so neither earned nor missed: " + inline("; ".join(record.unmarked))


def _name(shelf: Mapping[str, Entry], id_: str) -> str:
    return inline(name_in(shelf, id_))
