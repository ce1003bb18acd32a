"""What a consult left on the table: every item worth points that was not earned, with a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.findings import applies
from crookbench.game.history import elicited
from crookbench.game.moves import DIAGNOSIS_SLOTS, End
from crookbench.game.points import (
    CANT_MISS,
    DIAGNOSIS_KEY,
    DIFFERENTIAL,
    MANAGEMENT,
    NECESSITY,
    history_points,
)
from crookbench.records.record import Missed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.game.awards import Award
    from crookbench.game.case import Case, HistoryItem, ManagementItem, Tier, Trigger
    from crookbench.game.catalogue import Catalogue, Entry
    from crookbench.game.moves import Move


def missed(
    case: Case, catalogue: Catalogue, moves: Sequence[Move], earned: Sequence[Award]
) -> tuple[Missed, ...]:
    """Unearned items of positive worth, in the order of the bill's parts and of the case file.

    Acceptable plan items are among them though they are a bonus outside the maximum. Items that
    no marker answered for are not: nobody knows whether they were earned.
    """
    have = {award.item: award.points for award in earned}
    return (
        *_history(case, moves),
        *_examinations(case, catalogue, have),
        *_investigations(case, catalogue, have),
        *_plan(case, catalogue, moves, have),
        *_diagnoses(case, catalogue, have),
    )


def _history(case: Case, moves: Sequence[Move]) -> Iterator[Missed]:
    asked = elicited(case, moves)
    for item in case.scored_history:
        if item.id not in asked and history_points(item):
            yield Missed(
                points=history_points(item),
                part="history",
                kind="red_flag" if item.importance == "red_flag" else "history",
                label=item.topic,
                item=f"history:{item.id}",
                hint=_question(item),
            )


def _question(item: HistoryItem) -> str:
    return f"asking: {item.asked_as[0]}" if item.asked_as else f"asking about: {item.topic}"


def _examinations(case: Case, catalogue: Catalogue, have: Mapping[str, int]) -> Iterator[Missed]:
    for id_, written in case.examination.items():
        entry = catalogue.examination.get(id_)
        possible = entry is None or applies(case, entry)
        points = NECESSITY[written.necessity]
        if points > 0 and possible and id_ != GIVEN_EXAM and f"exam:{id_}" not in have:
            name = _name(catalogue.examination, id_)
            yield Missed(
                points=points,
                part="examination",
                kind="exam",
                label=name,
                item=f"exam:{id_}",
                hint=f"examining: {name}",
            )


def _investigations(case: Case, catalogue: Catalogue, have: Mapping[str, int]) -> Iterator[Missed]:
    for id_, written in case.investigations.items():
        points = NECESSITY[written.necessity]
        if points > 0 and f"test:{id_}" not in have:
            name = _name(catalogue.investigation, id_)
            yield Missed(
                points=points,
                part="investigations",
                kind="test",
                label=name,
                item=f"test:{id_}",
                hint=f"ordering: {name}",
            )


def _plan(
    case: Case, catalogue: Catalogue, moves: Sequence[Move], have: Mapping[str, int]
) -> Iterator[Missed]:
    last = moves[-1] if moves else None
    unmarked = last.unmarked if isinstance(last, End) else ()
    tiers: tuple[Tier, ...] = ("ideal", "acceptable")
    for tier in tiers:
        for place, item in enumerate(getattr(case.management, tier)):
            id_ = f"{tier}_{place}"
            if f"plan:{id_}" not in have and id_ not in unmarked:
                yield Missed(
                    points=MANAGEMENT[tier],
                    part="management",
                    kind="ideal" if tier == "ideal" else "acceptable",
                    label=item.text,
                    item=f"plan:{id_}",
                    hint=plan_hint(catalogue, item),
                )


def plan_hint(catalogue: Catalogue, item: ManagementItem) -> str:
    """What would have earned a plan item: its triggers in words, or an example of saying it."""
    ways = [_trigger(catalogue, trigger) for trigger in item.when]
    if item.judged:
        said = f"“{item.said_as[0]}”" if item.said_as else f"so: {item.text}"
        ways.append(f"saying {said}")
    return ", or ".join(ways)


def _trigger(catalogue: Catalogue, trigger: Trigger) -> str:
    """A trigger in words: "giving aspirin", "prescribing apixaban (Twice daily)"."""
    actions = {
        "referring to": [_name(catalogue.referral, id_) for id_ in trigger.refer],
        "ordering": [_name(catalogue.investigation, id_) for id_ in trigger.order],
        "giving": trigger.give,
        "prescribing": trigger.prescribe,
        "giving or prescribing": trigger.medicate,
    }
    done = " or ".join(f"{verb} {' or '.join(what)}" for verb, what in actions.items() if what)
    narrowed = [" or ".join(words) for words in (trigger.frequency, trigger.duration) if words]
    how = f" ({', '.join(narrowed)})" if narrowed else ""
    beside = f" together with {' or '.join(trigger.with_)}" if trigger.with_ else ""
    return f"{done}{how}{beside}"


def _diagnoses(case: Case, catalogue: Catalogue, have: Mapping[str, int]) -> Iterator[Missed]:
    """What each slot could have earned beyond what it did."""
    truth = case.ground_truth
    key = _name(catalogue.diagnosis, truth.diagnosis)
    others = [_name(catalogue.diagnosis, id_) for id_ in truth.differentials]
    grave = [_name(catalogue.diagnosis, id_) for id_ in truth.sinister_diagnoses]
    on_the_key = "another diagnosis on the key" + _such_as(others)
    slots = (
        ("dx:most_likely", "diagnosis", DIAGNOSIS_KEY, f"Most likely: {key}", f"naming: {key}"),
        *(
            (f"dx:{slot}", "differential", DIFFERENTIAL, label, f"naming {on_the_key}")
            for slot, label in zip(
                DIAGNOSIS_SLOTS[1:], ("Differential", "Can't-miss slot, on the key"), strict=True
            )
        ),
        (
            "dx:cant_miss:safety", "cant_miss", CANT_MISS, "Can't-miss diagnosis",
            "naming a can't-miss diagnosis of this case" + _such_as(grave),
        ),
    )  # fmt: skip
    for item, kind, worth, label, hint in slots:
        if (left := worth - max(0, have.get(item, 0))) > 0:
            yield Missed.model_validate(
                {"points": left, "part": "management", "kind": kind, "label": label,
                 "item": item, "hint": hint}
            )  # fmt: skip


def _such_as(names: Sequence[str]) -> str:
    return f", such as {names[0]}" if names else ""


def _name(shelf: Mapping[str, Entry], id_: str) -> str:
    return shelf[id_].name if id_ in shelf else id_
