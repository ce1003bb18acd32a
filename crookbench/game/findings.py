"""What an examination or a test shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.moves import Exam

if TYPE_CHECKING:
    from crookbench.game.case import Case, ExamFinding
    from crookbench.game.catalogue import Catalogue, Examination, Investigation

DOES_NOT_APPLY = "Does not apply to this patient."


def applies(case: Case, exam: Examination) -> bool:
    """A sexed examination applies to that sex only."""
    return exam.sex in (None, case.patient.sex)


def part_examined(exam: Exam, entry: Examination, written: ExamFinding) -> str | None:
    """The written part that was looked at on its own, or None for the whole region.

    A side or sub-region that the examination does not have is ignored.
    """
    if exam.subregion in entry.subregions:
        return exam.subregion
    sided = written.left is not None or written.right is not None
    if exam.side in ("left", "right") and sided:
        return exam.side
    return None


def finding(case: Case, catalogue: Catalogue, exam: Exam) -> str:
    """What the doctor is told after examining.

    One side or place shows what is written for it, else the general finding; a whole region
    shows every written place, then "Elsewhere".
    """
    entry = catalogue.examination[exam.id]
    if not applies(case, entry):
        return DOES_NOT_APPLY
    written = case.examination.get(exam.id)
    if written is None:
        return _included(case, catalogue, entry)
    general = written.finding or entry.normal
    part = part_examined(exam, entry, written)
    if part is not None:
        return written.parts.get(part, general)
    places = [
        f"{_place(name)}: {text}" for name, text in written.parts.items() if name != "finding"
    ]
    return " ".join([*places, f"Elsewhere: {general}"]) if places else general


def _included(case: Case, catalogue: Catalogue, entry: Examination) -> str:
    """The normal, after what the case writes for the examinations this one counts as.

    Without them a wide examination would deny what one of its parts shows.
    """
    parts = [part for part in entry.counts_as if part in case.examination]
    found = [
        f"{catalogue.examination[part].name}: {finding(case, catalogue, Exam(part))}"
        for part in parts
    ]
    return " ".join([*found, f"Otherwise: {entry.normal}"]) if found else entry.normal


def _place(name: str) -> str:
    """A side or sub-region as it reads at the start of a finding."""
    return ABBREVIATED.get(name, name.replace("_", " ").capitalize())


ABBREVIATED = {
    "ruq": "Right upper quadrant",
    "luq": "Left upper quadrant",
    "rlq": "Right lower quadrant",
    "llq": "Left lower quadrant",
    "mouth_throat": "Mouth and throat",
    "wrist_hand": "Wrist and hand",
    "ankle_foot": "Ankle and foot",
    "lungs_front": "Front of the lungs",
    "lungs_back": "Back of the lungs",
}
"""Sub-regions whose id does not read as words."""


def is_abnormal(case: Case, catalogue: Catalogue, exam: Exam) -> bool:
    """Whether what this examination showed is abnormal."""
    written = case.examination.get(exam.id)
    entry = catalogue.examination[exam.id]
    if written is None or not applies(case, entry):
        return False
    if isinstance(written.abnormal, bool):
        return written.abnormal
    part = part_examined(exam, entry, written)
    seen = written.parts if part is None else {part if part in written.parts else "finding"}
    return any(name in written.abnormal for name in seen)


def turnaround_days(case: Case, entry: Investigation) -> float:
    """Days until a test's result is back; the case's word over the catalogue's."""
    written = case.investigations.get(entry.id)
    if written is not None and written.turnaround_days is not None:
        return written.turnaround_days
    return entry.turnaround_days


def result(case: Case, catalogue: Catalogue, test_id: str) -> str | None:
    """What the doctor sees of a test during the consult; None while it is pending."""
    entry = catalogue.investigation[test_id]
    written = case.investigations.get(test_id)
    on_arrival = written is not None and written.on_arrival
    if turnaround_days(case, entry) > 0 and not on_arrival:
        return None
    return entry.normal if written is None else written.result


def is_result_abnormal(case: Case, catalogue: Catalogue, test_id: str) -> bool:
    """Whether a result the doctor sees during the consult is abnormal."""
    written = case.investigations.get(test_id)
    return bool(written and written.abnormal and result(case, catalogue, test_id) is not None)
