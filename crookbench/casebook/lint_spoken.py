"""Finds example sentences of the plan that the marker takes for the opposite of what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lints.finding import Finding
from crookbench.patient.marker import ChartMarker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


def misjudged_sentences(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """A finding for each line of `said_as` that earns nothing, and of `not_said_as` that does."""
    marker = ChartMarker(case, catalogue)
    for id_, item in case.management.items.items():
        tier, _, place = id_.rpartition("_")
        if not item.judged or tier == "not_indicated":
            continue
        key = f"management.{tier}.{place}"
        for number, line in enumerate(item.said_as):
            if not marker.earns(id_, line):
                message = f"{line!r} said alone is not taken for this item; {_SAY_IT}"
                yield Finding(f"{key}.said_as.{number}", message)
        for number, line in enumerate(item.not_said_as):
            if marker.earns(id_, line):
                message = f"{line!r} said alone is taken for this item; {_SAY_IT_NOT}"
                yield Finding(f"{key}.not_said_as.{number}", message)


_SAY_IT = "say outright what is done or advised, in words that no other item shares"
_SAY_IT_NOT = "if it should earn it, move it to `said_as`; if not, make it differ from those more"
