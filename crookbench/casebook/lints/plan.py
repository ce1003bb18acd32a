"""Plan items that nobody can earn, and harms whose story does not fit what happened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding, unknown_word
from crookbench.game.prescription import STAT
from crookbench.game.safety import broken_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.casebook.lints.finding import Lint
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.management import ManagementItem


def required_but_not_ideal(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    for key, tier, item in _items(case):
        if item.required and tier != "ideal":
            message = f"only an ideal item can be required, and this one is {tier}; delete the key"
            yield Finding(f"{key}.required", message)


def spoken_items_without_examples(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """Items earned by words, with no words that earn them.

    crook-bench's cases have none: there a model judges them. So they are asked for only where the
    case is written for this project.
    """
    for key, tier, item in _items(case) if has_own_fields(case) else ():
        if item.judged and not item.said_as and tier != "not_indicated":
            message = (
                "this item is earned by what is said; add `said_as` with sentences that earn it"
            )
            yield Finding(key, message)


def has_own_fields(case: Case) -> bool:
    """Whether a case uses any of the fields that only this project's cases have."""
    return bool(
        case.rules != 1
        or case.canary
        or case.sources
        or case.trap
        or any(item.asked_as for item in case.history)
        or any(item.said_as or item.not_said_as for item in case.management.items.values())
    )


def unsafe_medicines(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Good medicines that break a safety rule for this patient: they would earn nothing."""
    medicines = {medicine.ingredient.lower(): medicine for medicine in catalogue.formulary}
    for key, tier, item in _items(case):
        for number, trigger in enumerate(item.when if tier in ("ideal", "acceptable") else ()):
            for word in dict.fromkeys((*trigger.ingredients, *trigger.with_)):
                medicine = medicines.get(word.lower())
                for rule in broken_rules(case, catalogue, medicine) if medicine else ():
                    message = f"{word!r} breaks the safety rule {rule.id!r} for this patient"
                    yield Finding(f"{key}.when.{number}", f"{message}; choose another medicine")


def unknown_medicines_not_indicated(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    for key, tier, item in _items(case):
        if tier == "not_indicated" and not item.when:
            word, known = item.text.lower(), {name.lower() for name in catalogue.ingredients}
            yield from unknown_word(f"{key}.text", word, "ingredient", frozenset(known))


def triggers_that_never_fire(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """A stat dose is given in the clinic and all else is a script, so some pairs cannot be."""
    for key, _, item in _items(case):
        for number, trigger in enumerate(item.when):
            at = f"{key}.when.{number}.frequency"
            if trigger.give and trigger.frequency and STAT not in trigger.frequency:
                message = (
                    f"`give` is always a {STAT!r}; use `prescribe`, or leave the frequency out"
                )
                yield Finding(at, message)
            if trigger.prescribe and set(trigger.frequency) == {STAT}:
                message = f"`prescribe` is never a {STAT!r}; use `give`, or another frequency"
                yield Finding(at, message)


SENT_AWAY = re.compile(
    r"\b(?:(?:went|sent|goes|go|driven|drove|back|returned|stayed|at) home|home to|"
    r"sent (?:her |him |them )?away|went away|discharged|days later|waiting|"
    r"(?:she|he|they|who) left|left (?:the (?:clinic|surgery|practice|room)|without|with the))\b",
    re.IGNORECASE,
)
"""Words of a story in which the patient is no longer with the doctor."""


def asides_missing(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """Harms that cannot be told where the care that a case requires was given all the same.

    Where an ideal item is required, a doctor can do a harm and the required care both. The story
    then tells the harm's `aside`. Without one it tells the harm's own consequence, and if that
    sends the patient away, the patient is at home and cared for at once.
    """
    if not any(item.required for item in case.management.ideal):
        return
    done = {f"examination.{id_}": each for id_, each in case.examination.items()} | {
        f"investigations.{id_}": each for id_, each in case.investigations.items()
    }
    harms = {key: each for key, each in done.items() if each.necessity == "harmful"} | {
        f"management.harmful.{place}": item for place, item in enumerate(case.management.harmful)
    }
    for key, harm in harms.items():
        away = SENT_AWAY.search(harm.consequence or "")
        if away and not (harm.aside or "").strip():
            message = (
                f"this harm's story sends the patient away ({away.group()!r}), and an ideal item "
                "is required; add an `aside`, to be told where that care was given all the same"
            )
            yield Finding(f"{key}.consequence", message)


LINTS: tuple[Lint, ...] = (
    required_but_not_ideal,
    spoken_items_without_examples,
    unsafe_medicines,
    unknown_medicines_not_indicated,
    triggers_that_never_fire,
    asides_missing,
)


def _items(case: Case) -> Iterator[tuple[str, str, ManagementItem]]:
    """Every entry of the plan with its key path and its tier."""
    for item_id, item in case.management.items.items():
        tier, _, place = item_id.rpartition("_")
        yield f"management.{tier}.{place}", tier, item
