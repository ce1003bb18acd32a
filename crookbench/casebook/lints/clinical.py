"""What a case writes that cannot be true together with what else the doctor is shown.

Which signs a finding affirms and denies is read from a short, fixed list and from plain wording
only: authors stop reading a check that often complains without cause.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, get_args

from crookbench.casebook.lints.finding import Finding
from crookbench.game.catalogue import GIVEN_EXAM, Sex
from crookbench.game.findings import applies
from crookbench.game.points import NECESSITY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.casebook.lints.finding import Lint
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Examination


def misspelt_sex(case: Case, _catalogue: Catalogue) -> Iterator[Finding]:
    """Any word may stand there, but one almost like "female" is a slip: no examination fits it."""
    sex = case.patient.sex
    # 0.8 finds "femal" and "femlae", and leaves words alone that only contain one of the two.
    near = get_close_matches(sex.lower(), get_args(Sex), n=1, cutoff=0.8)
    if near and sex not in near:
        yield Finding("patient.sex", f"unknown sex {sex!r}; did you mean {near[0]!r}?")


def examinations_of_the_other_sex(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """An examination that does not apply shows nothing, so it is no way to find something out."""
    for exam_id, written in case.examination.items():
        entry = catalogue.examination.get(exam_id)
        applicable = case.patient.sex not in get_args(Sex) or (entry and applies(case, entry))
        if entry and not applicable and NECESSITY[written.necessity] > 0:
            message = (
                f"{entry.name!r} does not apply to a {case.patient.sex} patient, so it cannot be "
                f"{written.necessity}; leave it out"
            )
            yield Finding(f"examination.{exam_id}.necessity", message)


RATE = re.compile(r"(\d{2,3}) ?(?:(?:beats )?(?:a|per) minute|bpm|/ ?min)", re.IGNORECASE)
"""Beats a minute as findings and ECGs give them."""
PULSE = re.compile(r"(?:heart|pulse)[ _]rate\b|pulse$", re.IGNORECASE)
"""The ids of examinations that count them."""


def heart_rate_against_ecg(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """A doctor who orders the ECG of a fast heart must not be shown the catalogue's slow one."""
    for test in catalogue.investigations:
        shown = RATE.search(test.normal)
        if "ecg" not in test.id.split("_") or shown is None or test.id in case.investigations:
            continue
        for exam_id, written in case.examination.items():
            felt = RATE.search(written.finding)
            if PULSE.match(exam_id) and felt and int(felt[1]) != int(shown[1]):
                message = (
                    f"a heart rate of {int(felt[1])} is written, and the normal {test.name!r} "
                    f"shows {int(shown[1])}; write {test.id!r} under investigations"
                )
                yield Finding(f"examination.{exam_id}.finding", message)


def persona_names_hidden_medicine(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """The patient is played from the persona and would give a secret medicine away."""
    persona = case.patient.persona
    texts = {
        "personality": persona.personality,
        "emotional_state": persona.emotional_state,
        **{f"conceals.{place}": text for place, text in enumerate(persona.conceals)},
    }
    for ingredient in case.ground_truth.taking:
        names = (
            name
            for medicine in catalogue.formulary
            if medicine.ingredient.lower() == ingredient.lower()
            for name in (*medicine.components, *medicine.aliases)
        )
        known = "|".join(map(re.escape, dict.fromkeys((ingredient, *names))))
        for key, text in texts.items():
            if named := re.search(rf"\b(?:{known})\b", text, re.IGNORECASE):
                message = f"{named[0]!r} names a medicine of ground_truth.taking; word it without"
                yield Finding(f"patient.persona.{key}", message)


def findings_denied_elsewhere(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Examinations the case leaves out, whose normal denies a sign it writes at the same place.

    The same place is a shared sub-region, or for examinations without any the whole region. Only
    signs of a fixed list count, affirmed in an abnormal part here and denied in so many words
    there: "tender" against "not tender", "a murmur" against "no murmur".
    """
    shown = [exam for exam in catalogue.examinations
             if exam.id != GIVEN_EXAM and applies(case, exam)]  # fmt: skip
    left_out = [exam for exam in shown if exam.id not in case.examination]
    for entry in shown:
        written = case.examination.get(entry.id)
        if written is None or written.abnormal is False:
            continue
        for part, text in written.parts.items():
            if written.abnormal is not True and part not in written.abnormal:
                continue
            places = {part} if part in entry.subregions else _places(entry)
            for other in left_out:
                signs = sorted(asserted(text) & denied(other.normal))
                if signs and places & _places(other):
                    message = (
                        f"{signs[0]} is written here, and the normal of {other.id!r} denies it "
                        f"({other.normal!r}); write {other.id!r} too"
                    )
                    key = f"at.{part}" if part in written.at else part
                    yield Finding(f"examination.{entry.id}.{key}", message)


LINTS: tuple[Lint, ...] = (
    misspelt_sex,
    examinations_of_the_other_sex,
    heart_rate_against_ecg,
    persona_names_hidden_medicine,
    findings_denied_elsewhere,
)


def _places(entry: Examination) -> set[str]:
    return set(entry.subregions or (entry.region,))


NOUNS = {
    "tenderness": "tenderness",
    "swelling": "swelling",
    "redness": "redness|erythema",
    "warmth": "warmth",
    "bruising": "bruis(?:e|es|ing)",
    "wasting": "wasting",
    "a rash": "rash|vesicles",
    "a lump or mass": "lumps?|mass(?:es)?",
    "guarding": "guarding",
    "deformity": "deformity",
    "an effusion": "effusion",
    "crackles": "crackles|crepitations",
    "a wheeze": "wheez(?:e|es|ing)",
    "a murmur": "murmurs?",
    "a rub": "rub",
    "a bruit": "bruits?",
    "a discharge": "discharge",
    "an ulcer": "ulcers?",
    "enlarged nodes": "(?:enlarged|swollen|palpable) (?:lymph )?nodes?",
    "jaundice": "jaundice",
    "dullness": "dullness",
    "distension": "distension",
    "nystagmus": "nystagmus",
    "tremor": "tremor",
}
"""Each sign with the nouns that name it, as a pattern."""

ADJECTIVES = {
    "tenderness": "tender",
    "swelling": "swollen",
    "redness": "red",
    "warmth": "hot",
    "bruising": "bruised",
    "wasting": "wasted",
    "dullness": "dull",
    "distension": "distended",
    "jaundice": "jaundiced",
}
"""The adjectives of those signs that have one."""

# "No swelling, rash or mass" denies all that follows; "not tender, swollen" one thing.
_NO_NOUN = re.compile(r"\b(?:no|without|nil)\b([^.;:]*)", re.IGNORECASE)
_NOT_ADJECTIVE = re.compile(r"\b(?:not|non)\b[ -]([^.;:,]*)", re.IGNORECASE)
# Left out of what is affirmed, up to a "but": too much rather than too little.
_ANY_DENIAL = re.compile(
    r"\b(?:no|without|nil|not|non|never|neither|nor|free of)\b.*?(?=\b(?:but|except)\b|[.;:]|$)",
    re.IGNORECASE | re.DOTALL,
)


def denied(text: str) -> frozenset[str]:
    """Signs that a finding says are not there: "no swelling or rash", "not tender"."""
    nouns, adjectives = _NO_NOUN.findall(text), _NOT_ADJECTIVE.findall(text)
    return _named(NOUNS, " ".join(nouns)) | _named(ADJECTIVES, " ".join(adjectives))


def asserted(text: str) -> frozenset[str]:
    """Signs that a finding says are there; whatever follows a denial in a sentence is left out."""
    affirmed = _ANY_DENIAL.sub(" ", text)
    return _named(NOUNS, affirmed) | _named(ADJECTIVES, affirmed)


def _named(signs: dict[str, str], text: str) -> frozenset[str]:
    return frozenset(
        sign for sign, pattern in signs.items()
        if re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    )  # fmt: skip
