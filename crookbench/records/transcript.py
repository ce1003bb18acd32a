"""The transcript of one consult in Markdown, for reading in the repository.

It is computed from case, record and log rows, so it can be checked against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.game.awards import PARTS
from crookbench.game.moves import DIAGNOSIS_SLOTS
from crookbench.records.markdown import inline, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Entry
    from crookbench.records.log import Row
    from crookbench.records.record import Record

OUTCOMES = {
    "ideal": "ideal",
    "acceptable": "acceptable",
    "harmful": "harmful",
    "missed_red_flag": "the illness was missed",
}
_SLOTS = dict(zip(DIAGNOSIS_SLOTS, ("Most likely", "Differential", "Can't-miss"), strict=True))


def transcript(case: Case, catalogue: Catalogue, record: Record, rows: Sequence[Row]) -> str:
    """Who came, every move with what it earned, the bill, what was missed and the story."""
    sections = [
        _head(case, record),
        "## The consult",
        *_opening(case),
        *(_move(catalogue, row) for row in rows),
        "## The bill",
        _bill(record),
        *_missed(record),
        "## What happened",
        *(inline(paragraph) for paragraph in record.story),
    ]
    return "\n\n".join(sections) + "\n"


def _head(case: Case, record: Record) -> str:
    patient = case.patient
    share = round(100 * record.total / record.max) if record.max else 0
    facts = {
        "Patient": f"{patient.name}, {patient.age}, {patient.sex}, {patient.occupation}",
        "Booked for": case.presenting_complaint,
        "Score": f"{record.total} of {record.max} ({share} %), {record.level}",
        "Outcome": OUTCOMES[record.consequence],
        "Ending": record.ending.replace("_", " "),
        "Questions": f"{record.questions} of {record.max_questions}",
        "Patient played by": record.patient_model,
        "Plan marked by": record.marker_model,
        "Started": record.started,
    }
    lines = [f"- {name}: {inline(text)}" for name, text in facts.items() if text]
    title = f"# {inline(case.title)}: {inline(record.model)}, consult {record.rep}"
    return "\n".join([title, "", *lines])


def _opening(case: Case) -> Iterator[str]:
    told = [item.answer for item in case.history if item.volunteered]
    if told:
        yield "Told unasked:"
        yield quoted("\n".join(told))


def _move(catalogue: Catalogue, row: Row) -> str:
    lines = [f"### {_number(row['m'])}", *_done(catalogue, row)]
    awards = [_award_line(each["points"], each["label"], each["domain"]) for each in row["awards"]]
    earned = ["Points:", "\n".join(awards)] if awards else []
    return "\n\n".join([*lines, *earned])


def _number(move: int) -> str:
    """A move's number as the site's links have it: m07."""
    return f"m{move:02d}"


def _award_line(points: int, label: str, part: str) -> str:
    return f"- **{points:+d}** {PARTS[part]}: {inline(label)}"  # type: ignore[index]


def _done(catalogue: Catalogue, row: Row) -> Iterator[str]:  # noqa: C901  one case a move
    """What the move was and what came back, in Markdown."""
    match row["move"]:
        case "say":
            yield "The doctor says:"
            yield quoted(row["utterance"])
            yield f"The patient answers{' (too much at once)' if row['flooded'] else ''}:"
            yield quoted(row["reply"])
        case "exam":
            where = [row[key] for key in ("side", "subregion") if row.get(key)]
            place = f" ({', '.join(where)})" if where else ""
            yield f"Examines **{_name(catalogue.examination, row['id'])}**{inline(place)}:"
            yield quoted(row["finding"] or "")
        case "order":
            yield f"Orders **{_name(catalogue.investigation, row['id'])}**:"
            yield quoted("Not back today." if row["result"] is None else row["result"])
        case "rx":
            yield _prescription(catalogue, row)
        case "refer":
            yield f"Refers: **{_name(catalogue.referral, row['id'])}**"
        case "dx":
            yield _diagnosis(catalogue, row)
        case "end":
            yield "Ends the consult. The spoken plan is marked:"
            yield from _marked(row)
        case "look":
            query = ", ".join(map(str, row["query"].values()))
            yield f"Looks up ({inline(row['tool'])}): {inline(query)}. Found: {len(row['found'])}"
        case "refused":
            yield f"Calls {inline(row['tool'])} in a way that cannot be carried out:"
            yield quoted(row["arguments"])
            yield "Answer:"
            yield quoted(row["answer"])
        case "unheard":
            yield "Writes without calling a tool, so that nobody hears it:"
            yield quoted(row["text"])


def _prescription(catalogue: Catalogue, row: Row) -> str:
    verb = "Gives" if row["givenNow"] else "Prescribes"
    quantity = [f"quantity {row['quantity']}"] if row.get("quantity") is not None else []
    how = ", ".join(filter(None, [row["dose"], row["frequency"], row["duration"], *quantity]))
    return f"{verb} **{_name(catalogue.medicine, row['id'])}**: {inline(how)}"


def _diagnosis(catalogue: Catalogue, row: Row) -> str:
    saved = [row["primary"], *row["differentials"]]
    named = zip(_SLOTS.values(), saved, strict=False)
    lines = [f"- {slot}: **{_name(catalogue.diagnosis, id_)}**" for slot, id_ in named]
    return "\n".join(["Saves the diagnosis:", "", *lines])


def _marked(row: Mapping[str, Any]) -> Iterator[str]:
    quotes = row["judged"]["quotes"]
    lines = [f"- {inline(id_)}: “{inline(words)}”" for id_, words in quotes.items()]
    yield "\n".join(lines) if lines else "Nothing was credited."


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
        awards.append(f"{_award_line(award.points, award.label, award.part)} ([{at}](#{at}))")
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
    return inline(shelf[id_].name if id_ in shelf else id_)
