"""What a consult left on the table: every item worth points that was not earned, with a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Missed
from crookbench.game.catalogue import GIVEN_EXAM, name_in
from crookbench.game.findings import applies
from crookbench.game.points import (
    CANT_MISS,
    DIAGNOSIS_KEY,
    DIFFERENTIAL,
    MANAGEMENT,
    NECESSITY,
    history_points,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.game.awards import Award, Kind
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.deeds import Deeds
    from crookbench.game.management import ManagementItem, Trigger


def missed(done: Deeds, awards: Sequence[Award]) -> Iterator[Missed]:
    """Unearned items of positive worth, in the order of the bill's parts and of the case file.

    Acceptable plan items are among them though they are a bonus outside the maximum. Items that
    no marker answered for are not: nobody knows whether they were earned.
    """
    have = {award.item: award.points for award in awards}
    yield from _history(done)
    yield from _examinations(done, have)
    yield from _investigations(done, have)
    yield from _plan(done)
    yield from _diagnoses(done, have)


def _history(done: Deeds) -> Iterator[Missed]:
    for item in done.case.scored_history:
        points = history_points(item)
        if points and item.id not in done.elicited:
            kind: Kind = "red_flag" if item.importance == "red_flag" else "history"
            hint = f"asking: {item.asked_as[0]}" if item.asked_as else f"asking about: {item.topic}"
            yield Missed(points, "history", kind, item.topic, f"history:{item.id}", hint)


def _examinations(done: Deeds, have: Mapping[str, int]) -> Iterator[Missed]:
    for id_, written in done.case.examination.items():
        entry = done.catalogue.examination.get(id_)
        possible = entry is None or applies(done.case, entry)
        points, item = NECESSITY[written.necessity], f"exam:{id_}"
        if points > 0 and possible and id_ != GIVEN_EXAM and item not in have:
            name = name_in(done.catalogue.examination, id_)
            yield Missed(points, "examination", "exam", name, item, f"examining: {name}")


def _investigations(done: Deeds, have: Mapping[str, int]) -> Iterator[Missed]:
    for id_, written in done.case.investigations.items():
        points, item = NECESSITY[written.necessity], f"test:{id_}"
        if points > 0 and item not in have:
            name = name_in(done.catalogue.investigation, id_)
            yield Missed(points, "investigations", "test", name, item, f"ordering: {name}")


def _plan(done: Deeds) -> Iterator[Missed]:
    unmarked = done.end.unmarked if done.end else ()
    for item in done.case.management.plan:
        if item.tier not in ("ideal", "acceptable") or item.id in (*done.planned, *unmarked):
            continue
        yield Missed(
            points=MANAGEMENT[item.tier],
            part="management",
            kind=item.tier,
            label=item.text,
            item=f"plan:{item.id}",
            hint=plan_hint(done.catalogue, item.entry),
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
        "referring to": [name_in(catalogue.referral, id_) for id_ in trigger.refer],
        "ordering": [name_in(catalogue.investigation, id_) for id_ in trigger.order],
        "stopping": trigger.stop,
        "booking": ["a review"] if trigger.review else [],
        "giving": trigger.give,
        "prescribing": trigger.prescribe,
        "giving or prescribing": trigger.medicate,
    }
    done = " or ".join(f"{verb} {' or '.join(what)}" for verb, what in actions.items() if what)
    narrowed = [" or ".join(words) for words in (trigger.frequency, trigger.duration) if words]
    how = f" ({', '.join(narrowed)})" if narrowed else ""
    beside = f" together with {' or '.join(trigger.with_)}" if trigger.with_ else ""
    return f"{done}{how}{beside}"


def _diagnoses(done: Deeds, have: Mapping[str, int]) -> Iterator[Missed]:
    """What each slot could have earned beyond what it did."""
    truth, names = done.case.ground_truth, done.catalogue.diagnosis
    key = name_in(names, truth.diagnosis)
    second = _such_as([name_in(names, id_) for id_ in truth.differentials])
    grave = _such_as([name_in(names, id_) for id_ in truth.sinister_diagnoses])
    on_the_key = f"naming another diagnosis on the key{second}"
    slots: tuple[tuple[str, Kind, int, str, str], ...] = (
        ("dx:most_likely", "diagnosis", DIAGNOSIS_KEY, f"Most likely: {key}", f"naming: {key}"),
        ("dx:differential", "differential", DIFFERENTIAL, "Differential", on_the_key),
        ("dx:cant_miss", "differential", DIFFERENTIAL, "Can't-miss slot, on the key", on_the_key),
        ("dx:cant_miss:safety", "cant_miss", CANT_MISS, "Can't-miss diagnosis",
         f"naming a can't-miss diagnosis of this case{grave}"),
    )  # fmt: skip
    for item, kind, worth, label, hint in slots:
        if (left := worth - max(0, have.get(item, 0))) > 0:
            yield Missed(left, "management", kind, label, item, hint)


def _such_as(names: Sequence[str]) -> str:
    return f", such as {names[0]}" if names else ""
