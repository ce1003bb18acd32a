"""Plain words for what records and logs hold as ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.figures.names import words
from crookbench.figures.numbers import upper_first
from crookbench.game.findings import ABBREVIATED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.game.awards import Part
    from crookbench.game.case import Outcome
    from crookbench.game.catalogue import Catalogue, Entry

OUTCOMES: dict[Outcome, str] = {
    "ideal": "The patient did well.",
    "acceptable": "The patient did well enough, with something missing from the care.",
    "harmful": "The patient was harmed on the way.",
    "missed_red_flag": "A serious illness was missed.",
}

OUTCOME_NAMES: dict[Outcome, str] = {
    "ideal": "did well",
    "acceptable": "did well enough",
    "harmful": "harmed",
    "missed_red_flag": "illness missed",
}

PARTS: dict[Part, str] = {
    "history": "History",
    "examination": "Examination",
    "investigations": "Tests",
    "management": "Plan and diagnosis",
}

ENDINGS = {
    "ended": "by the doctor",
    "stopped": "the doctor stopped using its tools",
    "tool_limit": "at the limit of tool calls",
    "say_limit": "at the limit of messages",
    "context_limit": "the conversation outgrew what the model can read",
}

ROLES = {
    "key": "the key",
    "working": "a working diagnosis",
    "acceptable": "an accepted alternative",
    "differential": "on the list of differentials",
    "sinister": "a can’t-miss diagnosis",
}


def of_id(id_: str) -> str:
    """An id as words: `sputum_colour` is "Sputum colour"."""
    return upper_first(words(id_))


def name_in(entries: Mapping[str, Entry], id_: str) -> str:
    """The catalogue's name of an id, or the id as words where the catalogue has none."""
    entry = entries.get(id_)
    return of_id(id_) if entry is None else entry.name


def place(id_: str) -> str:
    """A side or sub-region in the middle of a sentence: "left", "front of the lungs"."""
    return ABBREVIATED.get(id_, id_.replace("_", " ")).lower()


def examination(catalogue: Catalogue, id_: str, side: str | None, subregion: str | None) -> str:
    """An examination with where it was done, unless its name tells; vital signs have no side."""
    entry = catalogue.examination.get(id_)
    name = name_in(catalogue.examination, id_)
    if entry is not None and entry.region == "vitals":
        return name
    places = [place(each) for each in (subregion, side) if each]
    return ", ".join([name, *(each for each in places if each not in name.lower())])
