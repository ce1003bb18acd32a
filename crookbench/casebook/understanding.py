"""How well a case understands a doctor, item by item, and what one message would bring.

A silent `check` says that a case's own lines are understood, and nothing about other words. So
each line is heard here by a patient and a marker that never learnt it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crookbench.game.moves import Say
from crookbench.patient.chart import ChartPatient
from crookbench.patient.ear import Ear, bare
from crookbench.patient.eligible import sayable
from crookbench.patient.kept import fitted, lines_of
from crookbench.patient.marker import ChartMarker
from crookbench.patient.training import judged_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.patient.phrases import Phrase

FOLDS = 3
"""Parts of a case's lines that are left out in turn: each learning takes some 20 seconds."""


@dataclass(frozen=True, slots=True)
class Understood:
    """How one item fares.

    Attributes:
        id: A topic or a plan item.
        text: What it is about.
        matters: It is a red flag or required, so a doctor loses most where it is missed.
        lines: How many ways to ask or say it there are.
        heard: How many of them are understood by who never learnt them.
        rival: What the others are most often taken for; "" where for nothing.
    """

    id: str
    text: str
    matters: bool
    lines: int
    heard: int
    rival: str

    @property
    def share(self) -> float:
        return self.heard / self.lines if self.lines else 0.0


def understanding(
    case: Case, catalogue: Catalogue, tell: Callable[[str], None]
) -> list[Understood]:
    """Each item of a case, those that matter first, then the worst understood.

    Args:
        case: A sound case.
        catalogue: Its catalogue.
        tell: Called with a sentence before each part, for it takes a while.
    """
    heard: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    taken: dict[str, Counter[str]] = {}
    for fold in range(FOLDS):
        tell(f"Learning without a part of the lines, {fold + 1} of {FOLDS} …")
        for id_, found in _fold(case, catalogue, fold):
            lines[id_] += 1
            heard[id_] += id_ in found
            if found and id_ not in found:
                taken.setdefault(id_, Counter())[found[0]] += 1
    rows = [
        Understood(id_, text, matters, lines[id_], heard[id_],
                   taken[id_].most_common(1)[0][0] if id_ in taken else "")
        for id_, text, matters in _items(case)
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (not row.matters, row.share))


def _items(case: Case) -> Iterator[tuple[str, str, bool]]:
    for item in case.history:
        yield item.id, item.topic, item.importance == "red_flag"
    for id_ in judged_items(case):
        entry = case.management.items[id_]
        yield id_, entry.text, entry.required or entry.critical


def _fold(case: Case, catalogue: Catalogue, fold: int) -> Iterator[tuple[str, Sequence[str]]]:
    """Each line left out, by its item, with what it was taken for."""
    bank = lines_of(case)
    own = [phrase for phrase in bank.own if phrase.ids[0] in case.item]
    plan = [phrase for phrase in bank.plan if phrase.says]
    out = {bare(phrase.said) for phrase in (*own, *plan)[fold::FOLDS]}
    shorter, examples = _without_examples(case, fold)
    rest = replace(
        bank,
        own=[phrase for phrase in bank.own if bare(phrase.said) not in out],
        plan=[phrase for phrase in bank.plan if bare(phrase.said) not in out],
    )
    models = fitted(shorter, rest)
    ear, marker = Ear(shorter, models.ear), ChartMarker(shorter, catalogue, models.plan)
    asked = [(phrase.ids[0], phrase.said, phrase.after) for phrase in _left_out(own, out)]
    for id_, said, after in (
        *asked,
        *((id_, said, "") for id_, said in examples if id_ in case.item),
    ):
        yield id_, ear.hear(said, after).topics
    said_ones = [(phrase.ids[0], phrase.said) for phrase in _left_out(plan, out)]
    for id_, said in (*said_ones, *(each for each in examples if each[0] not in case.item)):
        yield id_, [each for each in judged_items(case) if marker.earns(each, said)]


def _left_out(phrases: Sequence[Phrase], out: set[str]) -> Iterator[Phrase]:
    return (phrase for phrase in phrases if bare(phrase.said) in out)


def _without_examples(case: Case, fold: int) -> tuple[Case, list[tuple[str, str]]]:
    """The case without a part of the example lines in its own file, and those lines by item."""
    examples: list[tuple[str, str]] = []

    def shorten(id_: str, entry: dict[str, Any], field: str) -> None:
        lines = entry[field]
        examples.extend((id_, line) for line in lines[fold::FOLDS])
        entry[field] = [line for n, line in enumerate(lines) if n % FOLDS != fold]

    data = case.model_dump(by_alias=True)
    for item in data["history"]:
        shorten(item["id"], item, "asked_as")
    for tier in ("ideal", "acceptable", "harmful"):
        for n, entry in enumerate(data["management"][tier]):
            shorten(f"{tier}_{n}", entry, "said_as")
    return type(case).model_validate(data).read_from(case.folder), examples


def said(case: Case, catalogue: Catalogue, message: str) -> list[str]:
    """What one message would bring as the first of a consult: line by line, for an author."""
    reply = asyncio.run(ChartPatient(case).hear(message, ()))
    judgement = asyncio.run(ChartMarker(case, catalogue).mark([Say(message)]))
    topics = {item.id: item.topic for item in case.history}
    counted = "1 question" if reply.questions == 1 else f"{reply.questions} questions"
    told = [f"Patient: {reply.text}", f"Counts as {counted}."]
    told += [f"Asks about {id_}: {topics.get(id_, 'a general topic')}." for id_ in reply.asked]
    told += [f"Not understood: {word!r}, a doctor's word." for word in reply.jargon]
    told += [
        f"Says {id_}: {sayable(case)[id_].text} (in {judgement.quotes[id_]!r})."
        for id_ in judgement.judged
    ]
    if not reply.asked and not judgement.judged:
        told.append("Asks about nothing on the chart, and says nothing of the plan.")
    return told
