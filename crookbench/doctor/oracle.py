"""baseline/oracle: plays the key in words, and so shows whether every point can be reached.

It is the only doctor that has read the case. It touches nothing but the tools: a history item
counts only if the patient understood the author's own question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.doctor import script
from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.diagnosis import cant_miss_diagnoses
from crookbench.game.findings import applies
from crookbench.game.points import NECESSITY, history_points
from crookbench.game.prescription import REVIEWS, STAT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.doctor.contract import ToolCall
    from crookbench.doctor.script import Script
    from crookbench.game.case import Case, GroundTruth, HistoryItem
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.management import DoseRange, ManagementItem, Trigger

DOSE = "as in the key"
FREQUENCY = "Once daily"
DURATION = "As directed"


@dataclass(frozen=True, slots=True)
class Step:
    """One call, and the item it is meant to earn (`history:fever`, `plan:ideal_0`)."""

    call: ToolCall
    item: str


def oracle(case: Case, catalogue: Catalogue) -> Script:
    """The key as a script."""
    for step in steps(case, catalogue):
        yield step.call
    yield script.end_consult()


def steps(case: Case, catalogue: Catalogue) -> list[Step]:
    """Everything the key rewards, in the order of a consultation; what is urgent comes first."""
    return [
        *_plan(case, catalogue, urgent=True),
        *_history(case),
        *_examinations(case, catalogue),
        *_tests(case),
        *_diagnosis(case),
        *_plan(case, catalogue, urgent=False),
    ]


def _history(case: Case) -> Iterator[Step]:
    for item in case.scored_history:
        if history_points(item) > 0:
            yield Step(script.say(question(item)), f"history:{item.id}")


def question(item: HistoryItem) -> str:
    """The author's first example question, else the topic asked about plainly."""
    return item.asked_as[0] if item.asked_as else f"Can you tell me about: {item.topic.lower()}?"


def _examinations(case: Case, catalogue: Catalogue) -> Iterator[Step]:
    for exam_id, written in case.examination.items():
        entry = catalogue.examination.get(exam_id)
        rewarded = NECESSITY[written.necessity] > 0 and exam_id != GIVEN_EXAM
        if entry is not None and rewarded and applies(case, entry):
            yield Step(script.examine(exam_id), f"exam:{exam_id}")


def _tests(case: Case) -> Iterator[Step]:
    for test_id, written in case.investigations.items():
        if NECESSITY[written.necessity] > 0:
            yield Step(script.order(test_id), f"test:{test_id}")


def _diagnosis(case: Case) -> Iterator[Step]:
    slots = best_slots(case.ground_truth)
    yield Step(script.diagnose(*slots), "dx")


def best_slots(truth: GroundTruth) -> tuple[str, str, str]:
    """Most likely, differential and can't-miss that earn full points, as far as the key has them.

    Where the key itself is the only can't-miss diagnosis, a working diagnosis stands first.
    """
    sinister = cant_miss_diagnoses(truth)
    others = [each for each in sinister if each != truth.diagnosis]
    first = truth.diagnosis
    if not others and sinister and truth.working_diagnoses:
        first = truth.working_diagnoses[0]
    cant_miss = next((each for each in (*others, *sinister) if each != first), truth.diagnosis)
    plausible = (*truth.differentials, *truth.acceptable_diagnoses, *sinister)
    second = next((each for each in plausible if each not in (first, cant_miss)), first)
    return first, second, cant_miss


def _plan(case: Case, catalogue: Catalogue, *, urgent: bool) -> Iterator[Step]:
    for item in case.management.plan:
        if item.tier == "ideal" and urgent == (item.entry.urgent is not None):
            for call in plan_calls(item.entry, catalogue):
                yield Step(call, f"plan:{item.id}")


def plan_calls(item: ManagementItem, catalogue: Catalogue) -> tuple[ToolCall, ...]:
    """The calls that do a plan item: those of its first trigger, else the author's own words."""
    if item.when:
        return tuple(_trigger_calls(item.when[0], catalogue))
    return (script.say(item.said_as[0] if item.said_as else item.text),)


def _trigger_calls(trigger: Trigger, catalogue: Catalogue) -> Iterator[ToolCall]:
    yield _action(trigger, catalogue)
    if trigger.with_:
        yield _medicine(catalogue, trigger.with_[0], trigger, now=False)


def _action(trigger: Trigger, catalogue: Catalogue) -> ToolCall:
    if trigger.refer:
        return script.refer(trigger.refer[0])
    if trigger.order:
        return script.order(trigger.order[0])
    if trigger.stop:
        return script.stop_medicine(_product(catalogue, trigger.stop[0]))
    if trigger.review:
        least, most = trigger.review.least or 0, trigger.review.most or max(REVIEWS.values())
        return script.book_review(next(w for w, days in REVIEWS.items() if least <= days <= most))
    now = bool(trigger.give) or STAT in trigger.frequency
    return _medicine(catalogue, trigger.ingredients[0], trigger, now=now)


def _product(catalogue: Catalogue, ingredient: str) -> str:
    """The first product of an ingredient, or its name where the catalogue has none."""
    products = (entry.id for entry in catalogue.formulary if entry.ingredient == ingredient)
    return next(products, ingredient)


def _dose_within(wanted: DoseRange) -> str:
    amount = wanted.least if wanted.least is not None else wanted.most
    return f"{amount:g} {wanted.unit}"


def _medicine(catalogue: Catalogue, ingredient: str, trigger: Trigger, *, now: bool) -> ToolCall:
    entries = (
        entry.id
        for entry in catalogue.formulary
        if entry.ingredient == ingredient
        and (not trigger.form or entry.form in trigger.form)
        and entry.form not in trigger.not_form
    )
    dose = DOSE if trigger.dose is None else _dose_within(trigger.dose)
    frequency = STAT if now else next(iter(trigger.frequency), FREQUENCY)
    duration = next(iter(trigger.duration), "Single dose" if now else DURATION)
    return script.prescribe(next(entries, ingredient), dose, frequency, duration)
