"""Looks for what the schema cannot see: a case that contradicts the catalogue or itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.lint_catalogue import catalogue_references
from crookbench.casebook.lint_clinical import clinical_contradictions
from crookbench.casebook.lint_coherence import incoherences
from crookbench.casebook.lint_fever import fever_contradictions
from crookbench.casebook.lint_plan import plan_faults
from crookbench.casebook.lint_record import denied_facts
from crookbench.casebook.lint_references import broken_references
from crookbench.casebook.lint_unwritten import unwritten

if TYPE_CHECKING:
    from crookbench.casebook.lint_finding import Finding
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


def lint_case(case: Case, catalogue: Catalogue) -> list[Finding]:
    """Everything found in a case, lint by lint; of a text still to be written nothing but that."""
    blanks = list(unwritten(case))
    found = [
        *broken_references(case, catalogue),
        *incoherences(case),
        *plan_faults(case, catalogue),
        *clinical_contradictions(case, catalogue),
        *fever_contradictions(case, catalogue),
        *denied_facts(case),
    ]
    unfinished = {blank.key for blank in blanks}
    return [*blanks, *(each for each in found if each.key not in unfinished)]


def lint_catalogue(catalogue: Catalogue) -> list[Finding]:
    """Everything found in the catalogue; keys start with the file's name ("examinations.3.id")."""
    return list(catalogue_references(catalogue))
