"""A case's key as its page shows it: what scores, and for how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import signed
from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.points import MANAGEMENT, NECESSITY, history_points
from crookbench.website import words
from crookbench.website.pages.case.item_matrix import item_anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crookbench.game.case import Case, ExamFinding, Necessity
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.management import Tier


@dataclass(frozen=True, slots=True)
class KeyItem:
    """One item: what it is, what the patient, a finding or a result says, and its points.

    Attributes:
        id: As in logs and data, such as history:fever.
    """

    id: str
    label: str
    shown: str
    points: str
    kind: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page of its case."""
        return item_anchor(self.id)


@dataclass(frozen=True, slots=True)
class Key:
    """The whole key."""

    diagnoses: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[KeyItem, ...]], ...]
    trap: str
    stories: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]


_TIERS: dict[Tier, str] = {
    "ideal": "ideal",
    "acceptable": "bonus",
    "harmful": "harmful",
    "not_indicated": "not indicated",
}


def key_of(case: Case, catalogue: Catalogue) -> Key:
    return Key(
        diagnoses=tuple(_diagnoses(case, catalogue)),
        groups=(
            ("History", tuple(_history(case))),
            ("Examination", tuple(_examination(case, catalogue))),
            ("Tests", tuple(_tests(case, catalogue))),
            ("Plan", tuple(_plan(case))),
        ),
        trap=case.trap.title if case.trap else "",
        stories=tuple(
            (words.OUTCOME_NAMES[tier], getattr(case.consequences, tier))
            for tier in words.OUTCOME_NAMES
        ),
        sources=case.sources,
    )


def _diagnoses(case: Case, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    truth = case.ground_truth
    rows: tuple[tuple[str, Iterable[str]], ...] = (
        ("The key", (truth.diagnosis,)),
        ("Working diagnoses", truth.working_diagnoses),
        ("Accepted", truth.acceptable_diagnoses),
        ("Differentials", truth.differentials),
        ("Can’t-miss diagnoses", truth.sinister_diagnoses),
    )
    for name, ids in rows:
        if ids:
            yield name, ", ".join(words.name_in(catalogue.diagnosis, id_) for id_ in ids)
    if truth.taking:
        yield "Takes, not on the record", ", ".join(truth.taking)
    if truth.allergies:
        yield "Allergic to, not on the record", "; ".join(truth.allergies)


def _history(case: Case) -> Iterator[KeyItem]:
    for item in case.history:
        kind = item.importance.replace("_", " ")
        if item.importance == "red_flag":
            kind += ", absent" if item.absent else ", present"
        points = "told unasked" if item.volunteered else str(history_points(item))
        yield KeyItem(f"history:{item.id}", item.topic, item.answer, points, kind)


def _examination(case: Case, catalogue: Catalogue) -> Iterator[KeyItem]:
    for id_, found in case.examination.items():
        points = "given" if id_ == GIVEN_EXAM else _needed(found.necessity)
        name = words.name_in(catalogue.examination, id_)
        yield KeyItem(f"exam:{id_}", name, _finding(found), points, found.necessity)


def _finding(found: ExamFinding) -> str:
    places = [f"{words.place(name)}: {text}" for name, text in found.parts.items() if text]
    if len(places) == 1 and found.finding:
        return found.finding
    return " ".join(place.removeprefix("finding: ") for place in places)


def _tests(case: Case, catalogue: Catalogue) -> Iterator[KeyItem]:
    for id_, test in case.investigations.items():
        name = words.name_in(catalogue.investigation, id_)
        yield KeyItem(f"test:{id_}", name, test.result, _needed(test.necessity), test.necessity)


def _needed(necessity: Necessity) -> str:
    return signed(NECESSITY[necessity])


def _plan(case: Case) -> Iterator[KeyItem]:
    for id_, item in case.management.items.items():
        tier: Tier = id_.rpartition("_")[0]  # type: ignore[assignment]  # ids are tier and place
        required = ", required" if item.required else ""
        points = signed(MANAGEMENT[tier])
        yield KeyItem(
            f"plan:{id_}", item.text, item.consequence or "", points, _TIERS[tier] + required
        )
