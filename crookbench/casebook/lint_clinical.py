"""Finds where what a case writes cannot be true together with what else the doctor is shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.casebook.lint_finding import Finding
from crookbench.casebook.lint_signs import asserted, denied
from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.findings import applies
from crookbench.game.points import NECESSITY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crookbench.game.case import Case, ExamFinding
    from crookbench.game.catalogue import Catalogue, Examination


def clinical_contradictions(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Sex against examinations, heart rate against ECG, persona and findings against the rest."""
    yield from _other_sex(case, catalogue)
    yield from _heart_rate(case, catalogue)
    yield from _persona(case, catalogue)
    yield from _denied_findings(case, catalogue)


def _other_sex(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Points for an examination that does not apply cannot be earned."""
    for exam_id, written in case.examination.items():
        entry = catalogue.examination.get(exam_id)
        if entry and not applies(case, entry) and NECESSITY[written.necessity] > 0:
            message = (
                f"{entry.name!r} does not apply to a {case.patient.sex} patient, so it cannot be "
                f"{written.necessity}; leave it out"
            )
            yield Finding(f"examination.{exam_id}.necessity", message)


RATE = re.compile(r"(\d{2,3}) ?(?:(?:beats )?(?:a|per) minute|bpm|/ ?min)", re.IGNORECASE)
PULSE = re.compile(r"(?:heart|pulse)[ _]rate\b|pulse$", re.IGNORECASE)


def _rate(text: str) -> int | None:
    """Beats a minute, where the text gives them."""
    found = RATE.search(text)
    return int(found.group(1)) if found else None


def _heart_rate(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """A doctor who orders the ECG of a fast heart must not be shown the catalogue's slow one."""
    for test in catalogue.investigations:
        shown = _rate(test.normal)
        if "ecg" not in test.id.split("_") or shown is None or test.id in case.investigations:
            continue
        for exam_id, written in case.examination.items():
            felt = _rate(written.finding)
            if PULSE.match(exam_id) and felt not in (None, shown):
                message = (
                    f"a heart rate of {felt} is written, and the normal {test.name!r} shows "
                    f"{shown}; write {test.id!r} under investigations"
                )
                yield Finding(f"examination.{exam_id}.finding", message)


def _persona(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """The patient is played from the persona and would give a secret medicine away."""
    persona = case.patient.persona
    texts = {
        "personality": persona.personality,
        "emotional_state": persona.emotional_state,
        **{f"conceals.{place}": text for place, text in enumerate(persona.conceals)},
    }
    for ingredient in case.ground_truth.taking:
        names = _names(ingredient, catalogue)
        for key, text in texts.items():
            if named := _first_named(names, text):
                message = f"{named!r} names a medicine of ground_truth.taking; word it without"
                yield Finding(f"patient.persona.{key}", message)


def _names(ingredient: str, catalogue: Catalogue) -> list[str]:
    """Every name of an ingredient: itself, its components, its medicines' other names."""
    medicines = [one for one in catalogue.formulary if one.ingredient == ingredient]
    names = (name for one in medicines for name in (*one.components, *one.aliases))
    return list(dict.fromkeys((ingredient, *names)))


def _first_named(names: Iterable[str], text: str) -> str | None:
    """The first of the names that stands in the text as whole words."""
    whole = (name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))
    return next(whole, None)


def _denied_findings(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """Examinations the case leaves out, whose normal denies a sign it writes at the same place.

    The same place is a shared sub-region, or for examinations without any the whole region. Only
    signs of a fixed list count, affirmed in an abnormal part here and denied in so many words
    there: "tender" against "not tender", "a murmur" against "no murmur".
    """
    left_out = [
        exam for exam in catalogue.examinations
        if exam.id not in case.examination and exam.id != GIVEN_EXAM and applies(case, exam)
    ]  # fmt: skip
    for exam_id, written in case.examination.items():
        entry = catalogue.examination.get(exam_id)
        if entry is None or not applies(case, entry) or exam_id == GIVEN_EXAM:
            continue
        for part, text in _abnormal(written).items():
            places = {part} if part in entry.subregions else _places(entry)
            for other in left_out:
                signs = sorted(asserted(text) & denied(other.normal))
                if signs and places & _places(other):
                    message = (
                        f"{signs[0]} is written here, and the normal of {other.id!r} denies it "
                        f"({other.normal!r}); write {other.id!r} too"
                    )
                    yield Finding(f"examination.{exam_id}.{_key(part, written)}", message)


def _abnormal(written: ExamFinding) -> dict[str, str]:
    if isinstance(written.abnormal, bool):
        return written.parts if written.abnormal else {}
    return {name: text for name, text in written.parts.items() if name in written.abnormal}


def _places(entry: Examination) -> set[str]:
    return set(entry.subregions or (entry.region,))


def _key(part: str, written: ExamFinding) -> str:
    return f"at.{part}" if part in written.at else part
