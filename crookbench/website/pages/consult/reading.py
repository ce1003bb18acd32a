"""A consult read once, in words, for everything that shows it: page, matrix, comparison, search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.website.pages.consult.actions import action_of
from crookbench.website.pages.consult.awards import earned

if TYPE_CHECKING:
    from crookbench.game.awards import Award
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.results import Consult
    from crookbench.website.pages.consult.actions import Action
    from crookbench.website.pages.consult.awards import Earned


@dataclass(frozen=True, slots=True)
class Reading:
    """A consult in words.

    Attributes:
        actions: What each move did, in the order of the log.
        awards: Every award with the form in which pages show it, in the order of the record.
    """

    actions: tuple[Action, ...]
    awards: tuple[tuple[Award, Earned], ...]


def reading(consult: Consult, catalogue: Catalogue, *, wordless: bool) -> Reading:
    """The consult in words."""
    return Reading(
        tuple(action_of(move, catalogue, wordless=wordless) for move in consult.log),
        earned(consult.record, consult.log),
    )
