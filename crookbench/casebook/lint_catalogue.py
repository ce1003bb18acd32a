"""Finds every id and word of the catalogue that the catalogue itself does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lint_references import unknown
from crookbench.game.catalogue import SUBREGIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.casebook.lint_finding import Finding
    from crookbench.game.catalogue import Catalogue


def catalogue_references(catalogue: Catalogue) -> Iterator[Finding]:
    """Examinations at places of another region or counting as none, rules on no medicine."""
    for place, exam in enumerate(catalogue.examinations):
        key = f"examinations.{place}"
        what = f"sub-region of {exam.region}"
        yield from unknown(f"{key}.subregions", exam.subregions, what, SUBREGIONS[exam.region])
        known = catalogue.examination
        yield from unknown(f"{key}.counts_as", exam.counts_as, "examination", known)
    for place, rule in enumerate(catalogue.safety):
        key = f"safety.{place}"
        yield from unknown(f"{key}.drugs", rule.drugs, "ingredient", catalogue.ingredients)
