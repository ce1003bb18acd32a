"""What the ear of one case learns from: each line of its banks with what it asks about.

Labels are the case's history items, the generic topics that none of them covers, the kinds of talk
(`talk:consent`), `none` for what tells or asks nothing, `asks` for all that wants an answer from
the chart, and `follow_up` for what means the topic just spoken of.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from crookbench.game.decoys import DECOYS
from crookbench.game.questions import split
from crookbench.patient.features import features
from crookbench.patient.heldout import held_out
from crookbench.patient.linear import fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crookbench.game.case import Case
    from crookbench.patient.phrases import Phrase

NONE = "none"
FOLLOW_UP = "follow_up"
ASKS = "asks"
TOLD = "told"
"""Marks a sentence of an answer: doctors ask on in the patient's own words, yet it asks nothing."""
TALK = "talk:"

FEWEST_KEPT = 40
"""Lines that a generic topic keeps at least, in a case with only a few lines a topic."""
FEWEST_TALK = 200
"""The same of a kind of talk, which is the same in every case."""
FEWEST_IDLE = 30
"""Statements outside the plan that a marker learns from at least; else half as many as of it, for
more would drown the few lines of a case without a bank."""
CLAIMED = 0.4
"""How likely its own lines must make a shared line an item of the case."""
TOLD_SHARE = 2
"""One in so many lines of the plan serves as talk that asks nothing: more only cost time."""

_IDLE = frozenset({"explains", "empathy", "greets", "instructs"})
"""Kinds of talk that are no plan."""


@dataclass(frozen=True, slots=True)
class Row:
    """One text with its labels, said right after the topic `after`."""

    said: str
    labels: tuple[str, ...]
    after: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines that a case's ear learns from, or is measured by."""

    own: Sequence[Phrase]
    plan: Sequence[Phrase]
    generic: Sequence[Phrase]
    talk: Sequence[Phrase]

    def without_held_out(self) -> Lines:
        """The lines to learn from."""
        return Lines(*(_split(part)[0] for part in self._parts()))

    def held_out(self) -> Lines:
        """The lines kept back to measure by."""
        return Lines(*(_split(part)[1] for part in self._parts()))

    def _parts(self) -> tuple[Sequence[Phrase], ...]:
        return self.own, self.plan, self.generic, self.talk


def _split(phrases: Sequence[Phrase]) -> tuple[list[Phrase], list[Phrase]]:
    out = held_out(phrases)
    learnt = [phrase for place, phrase in enumerate(phrases) if place not in out]
    return learnt, [phrase for place, phrase in enumerate(phrases) if place in out]


def judged_items(case: Case) -> tuple[str, ...]:
    """The plan items that words can earn."""
    return tuple(
        id_ for id_, item in case.management.items.items()
        if item.judged and not id_.startswith("not_indicated")
    )  # fmt: skip


def plan_rows(case: Case, lines: Lines) -> list[tuple[str, tuple[str, ...], str]]:
    """What a case's marker learns from: a statement, what it says, and what alone it speaks of.

    A near miss may say another item, so it tells of its own item only; whatever asks or tells
    something outside the plan says none of them.
    """
    items = judged_items(case)
    rows: list[tuple[str, tuple[str, ...], str]] = []
    for phrase in lines.plan:
        id_ = phrase.ids[0]
        if id_ in items:
            rows.append((phrase.said, (id_,), "") if phrase.says else (phrase.said, (), id_))
    for id_ in items:
        item = case.management.items[id_]
        rows += [(line, (id_,), "") for line in (*item.said_as, item.text)]
        rows += [(line, (), id_) for line in item.not_said_as]
    idle = sorted(_idle(lines), key=lambda phrase: _hashed(phrase.said))
    rows += [(phrase.said, (), "") for phrase in idle[: max(FEWEST_IDLE, len(rows) // 2)]]
    return rows


def _idle(lines: Lines) -> Iterator[Phrase]:
    """Statements that are no plan of this case: small talk, instructions, explanations."""
    for phrase in (*lines.own, *lines.talk):
        own = phrase.ids[0] == NONE
        if (own or phrase.ids[0] in _IDLE) and not phrase.said.endswith("?"):
            yield phrase


def labels_of(case: Case, talk: Iterable[str]) -> tuple[str, ...]:
    """Everything that a part of a message can be about in a case."""
    covered = {topic for item in case.history for topic in item.covers}
    generic = (topic for topic in DECOYS if topic not in covered)
    kinds = (f"{TALK}{kind}" for kind in talk if kind != FOLLOW_UP)
    return (*case.item, *generic, *kinds, NONE, FOLLOW_UP, ASKS)


def is_topic(label: str) -> bool:
    """Whether a label is something on the chart, or a generic topic."""
    return label not in {NONE, FOLLOW_UP, ASKS} and not label.startswith(TALK)


def rows_of(case: Case, lines: Lines) -> list[Row]:
    """The texts that a case's ear learns from.

    Lines that mean something by themselves are said after some topic or other, half of them, so
    that the ear learns to make nothing of what came before where it does not matter.
    """
    labels = set(labels_of(case, dict.fromkeys(p.ids[0] for p in lines.talk)))
    own = [*_own_rows(case, lines.own)]
    most = _most(case, own)
    shared = [
        *_capped(_rows(lines.generic), most),
        *_capped(_rows(lines.talk, _talk_label), max(most, FEWEST_TALK)),
    ]
    known = [
        _renamed(row, case) for row in (*own, *_unclaimed(case, own, shared), *_told(lines.plan))
    ]
    topics = [*case.item]
    placed = [_somewhere(row, topics) for row in known if labels.issuperset({*row.labels} - {TOLD})]
    return [_asking(row) for row in placed]


def _unclaimed(case: Case, own: Sequence[Row], shared: Sequence[Row]) -> Iterator[Row]:
    """Shared lines without those that the case's own lines claim for another of its items.

    A specific item wins over a generic topic on the same subject: where a case has an item for
    blood in the phlegm, such lines of the generic cough would only blur the two.
    """
    model = fit(
        [features(row.said) for row in own],
        [row.labels for row in own],
        [*case.item],
    )
    for row in shared:
        likely = dict(zip(model.labels, model.probabilities(features(row.said)), strict=True))
        claimed = {id_ for id_ in likely if likely[id_] >= CLAIMED}
        if claimed <= {*_renamed(row, case).labels}:
            yield row


def _asking(row: Row) -> Row:
    if TOLD in row.labels:
        return Row(row.said, row.labels[:-1], row.after)
    asks = any(is_topic(label) or label == FOLLOW_UP for label in row.labels)
    return Row(row.said, (*row.labels, ASKS), row.after) if asks else row


def _talk_label(section: str) -> str:
    return section if section == FOLLOW_UP else f"{TALK}{section}"


def _own_rows(case: Case, phrases: Sequence[Phrase]) -> Iterator[Row]:
    yield from _rows(phrases)
    said = {phrase.said.casefold() for phrase in phrases}
    for item in case.history:
        for line in (*item.asked_as, f"{item.topic}?"):
            if line.casefold() not in said:
                yield Row(line, (item.id,))
        for sentence in heard_parts(item.answer):
            yield Row(sentence, (item.id, TOLD))


def _rows(phrases: Iterable[Phrase], named: Callable[[str], str] = str) -> Iterator[Row]:
    for phrase in phrases:
        labels = tuple(named(id_) for id_ in phrase.ids)
        if labels == (FOLLOW_UP,):
            yield Row(phrase.said, labels, "*")
        elif phrase.after and phrase.after == phrase.ids[0]:
            yield Row(phrase.said, (*labels, FOLLOW_UP), phrase.after)
            yield Row(phrase.said, (FOLLOW_UP,), "*")
        else:
            yield from (Row(text, labels, phrase.after) for text in _texts(phrase.said, labels[0]))


def _texts(said: str, label: str) -> Sequence[str]:
    """A line as it is heard: talk part by part, a question with what leads to it."""
    return (said,) if is_topic(label) else heard_parts(said)


def heard_parts(said: str) -> tuple[str, ...]:
    """The parts of a message as the ear hears them, a question with its mark."""
    return tuple(f"{part.text}?" if part.asks else part.text for part in split(said))


def _told(plan: Sequence[Phrase]) -> Iterator[Row]:
    for phrase in plan:
        if not phrase.said.endswith("?") and _hashed(phrase.said) % TOLD_SHARE == 0:
            yield from (Row(text, (NONE,)) for text in heard_parts(phrase.said))


def _most(case: Case, own: Sequence[Row]) -> int:
    """Lines that a generic topic may have: no more than an item of this case."""
    counts = defaultdict(int, dict.fromkeys(case.item, 0))
    for row in own:
        counts[row.labels[0]] += 1
    items = [counts[id_] for id_ in case.item]
    return max(FEWEST_KEPT, int(2 * median(items or [0])))


def _capped(rows: Iterable[Row], most: int) -> Iterator[Row]:
    """At most so many rows of each label, the same ones every time."""
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row.labels[0]].append(row)
    for listed in grouped.values():
        yield from sorted(listed, key=lambda row: _hashed(row.said))[:most]


def _renamed(row: Row, case: Case) -> Row:
    """A row with the case's own items for the generic topics that they cover."""
    covering = {topic: item.id for item in case.history for topic in item.covers}
    if covering.keys().isdisjoint((*row.labels, row.after)):
        return row
    labels = tuple(dict.fromkeys(covering.get(id_, id_) for id_ in row.labels))
    return Row(row.said, labels, covering.get(row.after, row.after))


def _somewhere(row: Row, topics: Sequence[str]) -> Row:
    """The row after a topic drawn by its words, or after none, where it names none itself."""
    drawn = _hashed(row.said)
    if not topics or (row.after and row.after != "*"):
        return row
    if not row.after and (drawn % 2 or TOLD in row.labels):
        return row
    return Row(row.said, row.labels, topics[drawn // 2 % len(topics)])


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
