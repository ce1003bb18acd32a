"""What a comparison reads of a consult: its heading, and a line for every item it could earn.

Two such files are laid side by side by the page's script, which knows nothing of the game: texts,
points and links are ready to be shown, and lines of the same `key` belong in one row.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from crookbench.figures.items import is_item, item_id
from crookbench.figures.numbers import money, number, signed
from crookbench.game.awards import PARTS
from crookbench.game.moves import DIAGNOSIS_SLOTS, Dx, Say
from crookbench.website import urls, words
from crookbench.website.doctors import doctor_view
from crookbench.website.pages.consult.awards import AwardView, award_text
from crookbench.website.pages.consult.same_case import page_of, share_of
from crookbench.website.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from crookbench.game.awards import Award, Kind, Missed, Part
    from crookbench.game.moves import Move
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.source import Source

_PARTS = list(PARTS)
_COUNTED = re.compile(r"(.+), (\d+ items?)")
"""A label under which a log without words counts several items."""

_SLOTS = {
    "most_likely": "Most likely diagnosis",
    "differential": "Differential diagnosis",
    "cant_miss": "Can’t-miss diagnosis",
}


class Line(TypedDict):
    """One row of one consult.

    Attributes:
        key: What it is for, the same in every consult of the case.
        part: Which of the bill's four parts, from 0; `place` orders the lines in it.
        detail: What this consult in particular did for it: a diagnosis, the words that count.
        can: Whether every consult of the case could earn it: then 0 points are a miss.
    """

    key: str
    part: int
    place: int
    text: str
    points: int
    shown: str
    detail: str
    moves: list[str]
    can: bool


@dataclass(frozen=True, slots=True)
class CaseItem:
    """Something that consults of a case could earn, diagnoses aside."""

    id: str
    label: str
    part: Part
    kind: Kind
    points: int


def case_items(records: Iterable[Record], *, wordless: bool) -> tuple[CaseItem, ...]:
    """What the consults of a case could earn, by part of the bill, the most often done first.

    A run without words does not tell what some of its moves earned points for.
    """
    known: dict[str, Award | Missed] = {}
    done: Counter[str] = Counter()
    for record in records:
        both: tuple[Award | Missed, ...] = (*record.awards, *record.missed)
        for each in both:
            if is_item(each) and not (wordless and each.item.startswith("move:")):
                known.setdefault(item_id(each), each)
        done.update({item_id(award) for award in record.awards if award.points > 0})
    order = sorted(known, key=lambda id_: (_PARTS.index(known[id_].part), -done[id_], id_))
    return tuple(
        CaseItem(id_, each.label or words.of_id(id_.rpartition(":")[2]).lower(), each.part,
                 each.kind, each.points)
        for id_, each in ((id_, known[id_]) for id_ in order)
    )  # fmt: skip


def compared_text(
    source: Source, run: Run, record: Record, log: Sequence[Move], rows: Sequence[Line]
) -> bytes:
    """The file of one consult, as the page of comparisons reads it.

    It is a script that hands over its data: a page that was opened from a disk can load another
    script, but may not read another file.
    """
    doctor = doctor_view(source, record.model)
    disputed = source.disputed(run).get(record.key)
    parts = ((words.PARTS[part], record.domain(part)) for part in PARTS)
    data = {
        "run": visible(run.manifest.title),
        "case": visible(source.case_title(record.case, run)),
        "doctor": visible(doctor.name),
        "group": doctor.group,
        "rep": record.rep,
        "page": page_of(run, record),
        "matrix": urls.item_matrix(record.case, run.manifest.id),
        "score": f"{record.total} of {record.max} ({number(share_of(record))} %)"
        + (f", {disputed.text}" if disputed else ""),
        "facts": [
            record.level,
            words.OUTCOMES[record.consequence],
            f"{record.questions} of {record.max_questions} questions",
            money(record.usage.cost, missing="cost not known"),
        ],
        "parts": [[name, f"{number(each.earned)} of {each.max}"] for name, each in parts],
        "lines": rows,
        "words": []
        if run.manifest.kind == "wordless"
        else [
            [urls.move_anchor(number_), visible(move.utterance), visible(move.reply)]
            for number_, move in enumerate(log, start=1)
            if isinstance(move, Say)
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"compared({text});\n".encode("utf-8", "replace")


def lines(
    record: Record,
    log: Sequence[Move],
    awards: Iterable[tuple[Award, AwardView]],
    items: Sequence[CaseItem],
) -> list[Line]:
    """Everything the consult earned, lost or missed, a line each, in the order of the case."""
    places = {item.id: place for place, item in enumerate(items)}
    missable = set(map(item_id, record.missed))  # without what no marker answered for
    by_key: defaultdict[str, list[tuple[Award, AwardView]]] = defaultdict(list)
    for award, shown in awards:
        if not award.item.startswith("dx:"):
            by_key[_key(award)].append((award, shown))
    got = [_of_awards(key, found, places) for key, found in by_key.items()]
    missed = [
        _missed(item, places[item.id])
        for item in items
        if item.id not in by_key and (not missable or item.id in missable)
    ]
    return [*got, *missed, *_diagnoses(record, log, len(items))]


def _key(award: Award) -> str:
    """An item's id; a label that counts items is the same whatever their number."""
    counted = _COUNTED.fullmatch(award.label)
    return counted[1] if counted else item_id(award)


def _of_awards(
    key: str, found: Sequence[tuple[Award, AwardView]], places: Mapping[str, int]
) -> Line:
    award, shown = found[0]
    counted = _COUNTED.fullmatch(award.label)
    points = sum(each.points for each, _ in found)
    return Line(
        key=key,
        part=_PARTS.index(award.part),
        place=places.get(key, len(places) + (points < 0)),
        text=visible(counted[1] if counted else shown.text),
        points=points,
        shown=signed(points),
        detail=counted[2] if counted else f"“{visible(award.quote)}”" if award.quote else "",
        moves=list(dict.fromkeys(each.anchor for _, each in found)),
        can=key in places,
    )


def _missed(item: CaseItem, place: int) -> Line:
    return Line(
        key=item.id,
        part=_PARTS.index(item.part),
        place=place,
        text=visible(award_text(item.kind, item.label, item.id, item.points)),
        points=0,
        shown="0",
        detail="",
        moves=[],
        can=True,
    )


def _diagnoses(record: Record, log: Sequence[Move], place: int) -> Iterator[Line]:
    """The three slots: what was named in each, and all it earned or cost."""
    saved = max((n for n, move in enumerate(log, start=1) if isinstance(move, Dx)), default=None)
    for number_, (slot, named) in enumerate(zip(DIAGNOSIS_SLOTS, record.diagnoses, strict=False)):
        points = sum(a.points for a in record.awards if a.item.split(":")[:2] == ["dx", slot])
        yield Line(
            key=f"dx:{slot}",
            part=_PARTS.index("management"),
            place=place + 2 + number_,
            text=_SLOTS[slot],
            points=points,
            shown=signed(points),
            detail=visible(named.label),
            moves=[] if saved is None else [urls.move_anchor(saved)],
            can=True,
        )
