"""Checks all cases and the catalogue at once, so that an author sees every fault in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.casebook import case_paths, faults_of, read_case, read_catalogue
from crookbench.casebook.generated import stale
from crookbench.casebook.known_issues import issues_beside
from crookbench.casebook.labelled import labelled_faults
from crookbench.casebook.lint_answers import answer_faults
from crookbench.casebook.lint_heard import unheard_questions
from crookbench.casebook.lint_spoken import misjudged_sentences
from crookbench.casebook.lints import clinical, coherence, plan
from crookbench.casebook.lints.fever import fever_contradictions
from crookbench.casebook.lints.references import broken_catalogue_references, broken_references
from crookbench.casebook.models import models_beside
from crookbench.casebook.phrase_banks import phrase_faults
from crookbench.casebook.reachability import out_of_reach
from crookbench.errors import Fault, Faults

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from crookbench.casebook.lints.finding import Finding, Lint
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


def check(cases_dir: Path, catalogue_dir: Path, ids: Collection[str] | None = None) -> list[Fault]:
    """Every fault of catalogue and cases: as they are written, and of sound ones as they play.

    So are those of the labelled sets and phrase banks there are. Where no case is asked for,
    models.yaml and known-issues.yaml are read too; which consults an issue touches is left to
    the build of the site, which has them.
    """
    faults = _faults_of_cases(cases_dir, catalogue_dir, ids, (lint_case, lint_in_words))
    faults += labelled_faults(cases_dir, ids)
    faults += phrase_faults(cases_dir, ids)
    if not ids:
        for read in (models_beside, lambda folder: issues_beside(folder, ())):
            try:
                read(cases_dir)
            except (Fault, Faults) as error:
                faults += faults_of(error)
    return _sorted(faults)


def check_cases(
    cases_dir: Path, catalogue_dir: Path, ids: Collection[str] | None = None
) -> list[Fault]:
    """Every fault of the catalogue and of the cases as they are written, by file and line."""
    return _sorted(_faults_of_cases(cases_dir, catalogue_dir, ids, (lint_case,)))


def lint_case(case: Case, catalogue: Catalogue) -> list[Finding]:
    """Everything found in a case, lint by lint; of a text still to be written nothing but that."""
    blanks = list(coherence.unwritten(case.model_dump(by_alias=True)))
    unfinished = {blank.key for blank in blanks}
    lints: tuple[Lint, ...] = (
        broken_references,
        *coherence.LINTS,
        *plan.LINTS,
        *clinical.LINTS,
        fever_contradictions,
    )
    found = [finding for lint in lints for finding in lint(case, catalogue)]
    return [*blanks, *(each for each in found if each.key not in unfinished)]


def lint_in_words(case: Case, catalogue: Catalogue) -> list[Finding]:
    """What the embedded patient and marker make of a case's words, and what they keep from it.

    crook-bench's cases are not written for them, and are left alone. A question named as
    misunderstood is not told a second time as the point it costs.
    """
    if not plan.has_own_fields(case):
        return []
    found = [
        *answer_faults(case, catalogue),
        *unheard_questions(case),
        *misjudged_sentences(case, catalogue),
    ]
    told = {finding.key for finding in found}
    unreached = [
        each
        for each in out_of_reach(case, catalogue)
        if told.isdisjoint({f"{each.key}.asked_as.0", f"{each.key}.said_as.0"})
    ]
    return [*found, *unreached]


def _faults_of_cases(
    cases_dir: Path, catalogue_dir: Path, ids: Collection[str] | None, lints: Collection[Lint]
) -> list[Fault]:
    """The faults of the catalogue, of each case, and of the generated files beside them.

    Of a case, those of the first lint that finds any: a later one relies on the earlier. While the
    catalogue cannot be read, the cases are checked for their shape alone.
    """
    catalogue, faults = None, []
    try:
        files = read_catalogue(catalogue_dir)
        catalogue = files.catalogue
        faults += files.faults(broken_catalogue_references(catalogue))
    except Faults as error:
        faults += error.faults
    for path in case_paths(cases_dir, ids or None).values():
        try:
            read = read_case(path)
        except (Fault, Faults) as error:
            faults += faults_of(error)
            continue
        found = (read.faults(lint(read.case, catalogue)) for lint in lints if catalogue)
        faults += next(filter(None, found), read.faults())
    return faults + stale(cases_dir)


def _sorted(faults: Collection[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.where, fault.line or 0, fault.key))
