"""Tables of how well a patient and a marker understood whole conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.casebook.conversations import Conversations, precision, recall
from crookbench.figures.evaluation import ALL, rate_json, rate_text
from crookbench.figures.figure import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crookbench.casebook.evaluation import Rate

_HEADINGS = {
    "faultless": "Turns without a fault, %",
    "topics_recall": "Topics recall, %",
    "topics_precision": "Topics precision, %",
    "red_flags": "Red flags, %",
    "plan_recall": "Plan recall, %",
    "plan_precision": "Plan precision, %",
}


def _rates(each: Conversations) -> dict[str, Rate]:
    return {
        "faultless": each.faultless,
        "topics_recall": recall(each.turns),
        "topics_precision": precision(each.turns),
        "red_flags": each.red_flags,
        "plan_recall": recall(each.plans),
        "plan_precision": precision(each.plans),
    }


def _with_all(found: Mapping[str, Conversations]) -> dict[str, Conversations]:
    together = {ALL: Conversations.of_all(found.values())} if len(found) > 1 else {}
    return {**found, **together}


def conversations_table(found: Mapping[str, Conversations], patient: str) -> Table:
    """What was understood of labelled consults, by case."""
    return Table(
        id="conversations",
        title="Conversations",
        reading=(
            f"Recorded consults heard and marked again (patient {patient}). Without a fault: "
            "nothing due was missed and nothing else was told. Red flags: of those due, reached. "
            "False harms: credited, and nobody said them."
        ),
        columns=(
            Column("case", "Case", kind="text"),
            Column("turns", "Turns", kind="count"),
            *(Column(name, heading, kind="ranks") for name, heading in _HEADINGS.items()),
            Column("false_harms", "False harms", kind="count"),
        ),
        rows=tuple(
            (id_, len(each.turns), *map(rate_text, _rates(each).values()), each.false_harms)
            for id_, each in _with_all(found).items()
        ),
        note="In brackets the 95 % Wilson interval.",
    )


def conversations_json(
    found: Mapping[str, Conversations], patient: str, *, misses: bool
) -> dict[str, Any]:
    """The same figures for a program."""
    told: dict[str, Any] = {
        id_: {
            "turns": len(each.turns),
            **{name: rate_json(rate) for name, rate in _rates(each).items()},
            "false_harms": each.false_harms,
        }
        for id_, each in _with_all(found).items()
    }
    listed = {"misses": list(conversation_misses(found))} if misses else {}
    return {"patient": patient, "conversations": told, **listed}


def conversation_misses(found: Mapping[str, Conversations]) -> Iterator[str]:
    """A line for each turn or plan that was misunderstood."""
    for id_, each in found.items():
        for answer in (*each.turns, *each.plans):
            if answer.missed or answer.wrong:
                missed = ", ".join(sorted(answer.missed)) or "-"
                wrong = ", ".join(sorted(answer.wrong)) or "-"
                yield f"{id_}: missed {missed}; wrong {wrong}: {answer.said}"
