"""Every word of a case or of the catalogue that names nothing, or two things.

A case with such a word cannot be played, so loading one looks for them too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding, unknown, unknown_word
from crookbench.game.catalogue import SUBREGIONS
from crookbench.game.decoys import DECOYS
from crookbench.game.management import Trigger
from crookbench.game.nearest import did_you_mean
from crookbench.game.prescription import DURATIONS, FREQUENCIES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from crookbench.casebook.lints.finding import Lint
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


def broken_references(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """What the lints of this file find in a case."""
    for lint in OF_CASES:
        yield from lint(case, catalogue)


def unknown_diagnoses(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    truth, known = case.ground_truth, catalogue.diagnosis
    yield from unknown_word("ground_truth.diagnosis", truth.diagnosis, "diagnosis", known)
    lists = {
        "acceptable_diagnoses": truth.acceptable_diagnoses,
        "working_diagnoses": truth.working_diagnoses,
        "differentials": truth.differentials,
        "sinister_diagnoses": truth.sinister_diagnoses,
    }
    for name, words in lists.items():
        yield from unknown(f"ground_truth.{name}", words, "diagnosis", known)


def unknown_medicines_taken(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    yield from unknown_in_any_case(
        "ground_truth.taking", case.ground_truth.taking, "ingredient", catalogue.ingredients
    )


def ambiguous_topics(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """History items that share an id, or have that of a generic topic."""
    first: dict[str, int] = {}
    for place, item in enumerate(case.history):
        key = f"history.{place}.id"
        if first.setdefault(item.id, place) != place:
            message = f"the id {item.id!r} stands twice, first at history.{first[item.id]}"
            yield Finding(key, f"{message}; give each item an id of its own")
        if item.id in DECOYS:
            yield Finding(key, f"{item.id!r} is the id of a generic topic; choose another")
        yield from unknown(f"history.{place}.covers", item.covers, "generic topic", DECOYS)


def unknown_examinations(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Examinations that are none, or are not done at a place that is written."""
    for exam_id, written in case.examination.items():
        key = f"examination.{exam_id}"
        entry = catalogue.examination.get(exam_id)
        if entry is None:
            yield from unknown_word(key, exam_id, "examination", catalogue.examination)
            continue
        for place in written.at:
            if place not in entry.subregions:
                has = f"it has: {', '.join(entry.subregions) or 'none'}"
                advice = did_you_mean(place, entry.subregions, has)
                message = f"{entry.name!r} is not done at {place!r}; {advice}"
                yield Finding(f"{key}.at.{place}", message)


def unknown_tests(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    for test_id in case.investigations:
        known = catalogue.investigation
        yield from unknown_word(f"investigations.{test_id}", test_id, "test", known)


def unknown_moves_of_the_plan(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    for item in case.management.plan:
        key = f"management.{item.tier}.{item.id.rpartition('_')[2]}"
        for name in ("when", "unless"):
            for number, trigger in enumerate(getattr(item.entry, name)):
                yield from _unknown_in_trigger(f"{key}.{name}.{number}", trigger, catalogue)


def unknown_needs_of_the_ideal_outcome(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    known = {*catalogue.examination, *catalogue.investigation}
    yield from unknown("ideal_needs", case.ideal_needs, "examination or test", known)


def unknown_moves_of_the_trap(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    if case.trap is None:
        return
    if isinstance(case.trap.test, Trigger):
        yield from _unknown_in_trigger("trap.test", case.trap.test, catalogue)
    else:
        words = case.trap.test.diagnoses
        yield from unknown("trap.test.diagnoses", words, "diagnosis", catalogue.diagnosis)


def broken_brisk_consult(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Steps of the brisk consult that name nothing, harm, or ask too much; none twice."""
    good = [item.id for item in case.management.plan if item.tier in ("ideal", "acceptable")]
    kinds: dict[str, tuple[str, Collection[str]]] = {
        "ask": ("history item", {item.id: item for item in case.scored_history}),
        "examine": ("examination", catalogue.examination),
        "order": ("test", catalogue.investigation),
        "do": ("ideal or acceptable plan item", good),
    }
    first: dict[tuple[str, str], int] = {}
    for number, step in enumerate(case.brisk):
        for name, (what, known) in kinds.items():
            key, words = f"brisk.{number}.{name}", getattr(step, name)
            yield from unknown(key, words, what, known)
            for word in words:
                if first.setdefault((name, word), number) != number:
                    yield Finding(key, f"{word!r} was done before; leave one of them out")
        for slot, word in step.diagnose or ():
            known = catalogue.diagnosis
            yield from unknown_word(f"brisk.{number}.diagnose.{slot}", word, "diagnosis", known)
    asked = sum(len(step.ask) for step in case.brisk)
    if asked > MOST_BRISK_QUESTIONS:
        message = f"expected at most {MOST_BRISK_QUESTIONS} questions, saw {asked}; ask fewer"
        yield Finding("brisk", message)


MOST_BRISK_QUESTIONS = 15
"""As many as a doctor has time for who also examines, explains and prescribes in a quarter hour."""


def mixed_rules(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """A case of the first rules that uses a field of the second: it would have no effect there."""
    if case.rules != 1:
        return
    keys = ["ideal_needs"] if case.ideal_needs else []
    for item in case.management.plan:
        key = f"management.{item.tier}.{item.id.rpartition('_')[2]}"
        keys += [f"{key}.{name}" for name in OF_ITEMS_2 if name in item.entry.model_fields_set]
        for number, trigger in enumerate(item.entry.when):
            written = trigger.model_fields_set
            keys += [f"{key}.when.{number}.{name}" for name in OF_TRIGGERS_2 if name in written]
    for key in keys:
        name = key.rpartition(".")[2]
        message = f"{name!r} is a field of rules 2; write `rules: 2` at the top, or leave it out"
        yield Finding(key, message)


OF_ITEMS_2 = ("critical", "urgent", "unless")
OF_TRIGGERS_2 = (
    "stop", "review", "without", "form", "not_form", "dose", "days", "quantity",
)  # fmt: skip
"""Fields of a plan item and of a trigger that only the second rules know."""

OF_CASES: tuple[Lint, ...] = (
    unknown_diagnoses,
    unknown_medicines_taken,
    ambiguous_topics,
    unknown_examinations,
    unknown_tests,
    unknown_moves_of_the_plan,
    unknown_needs_of_the_ideal_outcome,
    mixed_rules,
    unknown_moves_of_the_trap,
    broken_brisk_consult,
)


def _unknown_in_trigger(key: str, trigger: Trigger, catalogue: Catalogue) -> Iterator[Finding]:
    yield from unknown(f"{key}.refer", trigger.refer, "referral", catalogue.referral)
    yield from unknown(f"{key}.order", trigger.order, "test", catalogue.investigation)
    medicines = {
        "stop": trigger.stop,
        "give": trigger.give,
        "prescribe": trigger.prescribe,
        "medicate": trigger.medicate,
        "with": trigger.with_,
        "without": trigger.without,
    }
    for name, words in medicines.items():
        known = catalogue.ingredients
        yield from unknown_in_any_case(f"{key}.{name}", words, "ingredient", known)
    forms = {entry.form for entry in catalogue.formulary}
    yield from unknown(f"{key}.form", trigger.form, "form", forms)
    yield from unknown(f"{key}.not_form", trigger.not_form, "form", forms)
    yield from unknown(f"{key}.frequency", trigger.frequency, "frequency", FREQUENCIES)
    yield from unknown_in_any_case(f"{key}.duration", trigger.duration, "duration", DURATIONS)


def unknown_in_any_case(
    key: str, words: Iterable[str], what: str, known: Collection[str]
) -> Iterator[Finding]:
    """As `unknown`, but capitals do not count: nor do they in ingredients and durations played."""
    lower = {word.lower() for word in known}
    for place, word in enumerate(words):
        if word.lower() not in lower:
            yield from unknown_word(f"{key}.{place}", word, what, known)


def broken_catalogue_references(catalogue: Catalogue) -> Iterator[Finding]:
    """Examinations at places of another region or counting as none, rules on no medicine.

    Keys start with the file's name ("examinations.3.subregions.0").
    """
    for place, exam in enumerate(catalogue.examinations):
        key = f"examinations.{place}"
        what = f"sub-region of {exam.region}"
        yield from unknown(f"{key}.subregions", exam.subregions, what, SUBREGIONS[exam.region])
        known = catalogue.examination
        yield from unknown(f"{key}.counts_as", exam.counts_as, "examination", known)
    for place, rule in enumerate(catalogue.safety):
        key = f"safety.{place}.drugs"
        yield from unknown_in_any_case(key, rule.drugs, "ingredient", catalogue.ingredients)
