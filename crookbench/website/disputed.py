"""Points that known issues dispute: which consults lost them, how many, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.casebook.known_issues import Issue
    from crookbench.figures.played import Key


@dataclass(frozen=True, slots=True)
class Disputed:
    """The points that one consult lost to known issues, and the ids of those issues."""

    points: int
    issues: tuple[str, ...]

    @property
    def text(self) -> str:
        """In words: "30 points disputed: known issue B3"."""
        noun = "known issue" if len(self.issues) == 1 else "known issues"
        return f"{plural(self.points, 'point')} disputed: {noun} {listed(self.issues)}"


def disputed_points(issues: Iterable[Issue], run: str) -> dict[Key, Disputed]:
    """The consults of a run that known issues cost points, by their keys."""
    found: dict[Key, Disputed] = {}
    for issue in issues:
        for each in issue.consults:
            if each.run == run and each.lost:
                before = found.get(each.key, Disputed(0, ()))
                ids = tuple(dict.fromkeys((*before.issues, issue.id)))
                found[each.key] = Disputed(before.points + each.lost, ids)
    return found
