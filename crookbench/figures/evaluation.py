"""Tables of how well a patient and a marker understood labelled sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.casebook.evaluation import Evaluation, Rate, Tally
from crookbench.figures import numbers
from crookbench.figures.figure import Column, Table
from crookbench.figures.intervals import of_rate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from crookbench.casebook.evaluation import Answer
    from crookbench.casebook.understanding import Understood
    from crookbench.figures.figure import Cell
    from crookbench.game.management import Tier

ALL = "all"
"""The row of all cases together."""
_CREDITED: tuple[Tier, ...] = ("ideal", "acceptable", "harmful")
_NOTE = "In brackets the 95 % Wilson interval."


def questions_table(found: Mapping[str, Evaluation], patient: str) -> Table:
    """What the patient understood of the questions."""
    return Table(
        id="questions",
        title="Questions",
        reading=(
            f"Questions heard by the patient ({patient}). Recall: of the topics asked about, those "
            "reached. Precision: of those reached, the ones asked about. Flood, jargon: too much "
            "at once, and medical words, told from what is not."
        ),
        columns=(*_first("n"), *_texts("Recall, %", "Precision, %", "Flood", "Jargon")),
        rows=tuple(_rows(found, _questions_row)),
        note=_NOTE,
    )


def plan_table(found: Mapping[str, Evaluation], marker: str) -> Table:
    """What the marker credited of the plan."""
    return Table(
        id="plan",
        title="Plan",
        reading=(
            f"Sentences of the plan read by the marker ({marker}). Ideal, acceptable, harmful: of "
            "the items of each kind said, those credited. Precision: of the items credited, those "
            "said. Wrong harms: harms credited that nobody said."
        ),
        columns=(
            *_first("n"),
            *_texts("Ideal, %", "Acceptable, %", "Harmful, %", "Precision, %", "Wrong harms"),
        ),
        rows=tuple(_rows(found, _plan_row)),
        note=_NOTE,
    )


def understanding_table(rows: Sequence[Understood], title: str) -> Table:
    """How a case understands lines that it did not learn, item by item."""
    heard, lines = sum(row.heard for row in rows), sum(row.lines for row in rows)
    return Table(
        id="understanding",
        title=title,
        reading="Of the ways to ask or say each item, those understood without having learnt them.",
        columns=(
            Column("item", "Item", kind="text"),
            Column("about", "About", kind="text"),
            Column("matters", "Matters", kind="text"),
            Column("lines", "Lines", kind="count"),
            *_texts("Understood, %"),
            Column("rival", "Taken for", kind="text"),
        ),
        rows=tuple(
            (row.id, row.text, "yes" if row.matters else "", row.lines,
             rate_text(Rate(row.heard, row.lines)), row.rival)
            for row in rows
        ),
        note=(
            f"All together: {rate_text(Rate(heard, lines))} % of {lines} lines. Matters: a red "
            "flag, or required or critical in the plan. An item with few lines gains most by more "
            "of them: `crookbench phrases` drafts some."
        ),
    )  # fmt: skip


def _first(*headings: str) -> tuple[Column, ...]:
    numbered = (Column(name, name, kind="count") for name in headings)
    return (Column("case", "Case", kind="text"), *numbered)


def _texts(*headings: str) -> Iterator[Column]:
    """Columns of texts that are figures, and stand to the right as these do."""
    for heading in headings:
        yield Column(heading.lower(), heading, kind="ranks")


def _rows(
    found: Mapping[str, Evaluation], row: Callable[[Evaluation], tuple[Cell, ...]]
) -> Iterator[tuple[Cell, ...]]:
    for id_, each in found.items():
        yield (id_, *row(each))
    if len(found) > 1:
        yield (ALL, *row(Evaluation.of_all(found.values())))


def _questions_row(each: Evaluation) -> tuple[Cell, ...]:
    tally = Tally(each.questions)
    return (
        len(tally.answered), rate_text(tally.recall()), rate_text(tally.precision()),
        _of(tally.floods), _of(tally.jargon),
    )  # fmt: skip


def _plan_row(each: Evaluation) -> tuple[Cell, ...]:
    tally = Tally(each.plan)
    return (
        len(tally.answered), *(rate_text(tally.recall(tier)) for tier in _CREDITED),
        rate_text(tally.precision()), numbers.number(tally.wrong("harmful")),
    )  # fmt: skip


def rate_text(rate: Rate) -> str:
    interval = of_rate(rate.hits, rate.of)
    if interval is None:
        return numbers.MISSING
    share = numbers.number(100 * rate.hits / rate.of)
    return f"{share} ({numbers.span(interval.low, interval.high)})"


def _of(rate: Rate) -> str:
    return f"{rate.hits}/{rate.of}" if rate.of else numbers.MISSING


def as_json(found: Mapping[str, Evaluation], patient: str, *, misses: bool) -> dict[str, Any]:
    """The same figures for a program, every rate with its counts and its interval in percent."""
    return {
        "patient": patient,
        "cases": {id_: _evaluation_json(each, misses=misses) for id_, each in found.items()},
        ALL: _evaluation_json(Evaluation.of_all(found.values()), misses=False),
    }


def _evaluation_json(each: Evaluation, *, misses: bool) -> dict[str, Any]:
    told = {"questions": _questions_json(each), "plan": _plan_json(each)}
    if misses:
        for name, answers in (("questions", each.questions), ("plan", each.plan)):
            told[name]["misses"] = [_miss_json(answer) for answer in answers if _offences(answer)]
    return told


def _questions_json(each: Evaluation) -> dict[str, Any]:
    tally = Tally(each.questions)
    return {
        "n": len(tally.answered),
        "unanswered": tally.unanswered,
        "recall": rate_json(tally.recall()),
        "precision": rate_json(tally.precision()),
        "flood": rate_json(tally.floods),
        "jargon": rate_json(tally.jargon),
    }


def _plan_json(each: Evaluation) -> dict[str, Any]:
    tally = Tally(each.plan)
    return {
        "n": len(tally.answered),
        "unanswered": tally.unanswered,
        **{tier: rate_json(tally.recall(tier)) for tier in _CREDITED},
        "precision": rate_json(tally.precision()),
        "wrong_harms": tally.wrong("harmful"),
    }


def rate_json(rate: Rate) -> dict[str, float | int | None]:
    interval = of_rate(rate.hits, rate.of)
    return {
        "hits": rate.hits,
        "of": rate.of,
        "percent": 100 * rate.hits / rate.of if rate.of else None,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def _miss_json(answer: Answer) -> dict[str, Any]:
    return {
        "said": answer.said,
        "missed": list(answer.missed),
        "wrong": list(answer.wrong),
        "flood": answer.flood,
        "jargon": answer.jargon,
        "failure": answer.failure,
    }


def misses(found: Mapping[str, Evaluation]) -> Iterator[str]:
    """One line for every sentence that was not understood as labelled, case by case."""
    for id_, each in found.items():
        for answer in (*each.questions, *each.plan):
            if told := _offences(answer):
                yield f"{id_}: {'; '.join(told)}: {answer.said}"


def _offences(answer: Answer) -> list[str]:
    if answer.failure:
        return [f"unanswered, {answer.failure}"]
    told = [("missed", answer.missed), ("wrong", answer.wrong)]
    lines = [f"{what} {', '.join(ids)}" for what, ids in told if ids]
    rights = [("flood", answer.flood), ("jargon", answer.jargon)]
    return [*lines, *(f"wrong about {what}" for what, right in rights if not right)]
