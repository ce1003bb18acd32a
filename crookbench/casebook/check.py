"""Checks all cases and the catalogue at once, so that an author sees every fault in one go."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from crookbench.casebook.generated import stale
from crookbench.casebook.known_issues import issues_beside
from crookbench.casebook.labelled import labelled_faults
from crookbench.casebook.library import build_catalogue, case_paths, load_case, read_catalogue
from crookbench.casebook.lint import lint_case, lint_catalogue
from crookbench.casebook.lint_answers import answer_faults
from crookbench.casebook.lint_heard import unheard_questions
from crookbench.casebook.lint_spoken import misjudged_sentences
from crookbench.casebook.models import models_beside
from crookbench.casebook.phrase_banks import phrase_faults
from crookbench.casebook.reach import out_of_reach
from crookbench.errors import Fault, Faults

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from crookbench.casebook.library import Lint, ListFile
    from crookbench.casebook.lint_finding import Finding
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


def check(cases_dir: Path, catalogue_dir: Path, ids: Collection[str] | None = None) -> list[Fault]:
    """Every fault of catalogue and cases: as they are written, and of sound ones as they play.

    So are those of the labelled sets and phrase banks there are. Where no case is asked for,
    models.yaml and known-issues.yaml are read too; which consults an issue touches is left to
    the build of the site, which has them.
    """
    faults = _checked(cases_dir, catalogue_dir, ids, (lint_case, lint_in_words))
    faults += labelled_faults(cases_dir, ids)
    faults += phrase_faults(cases_dir, ids)
    return _sorted(faults if ids else [*faults, *_list_faults(cases_dir)])


def _list_faults(cases_dir: Path) -> Iterator[Fault]:
    """What is wrong with the lists beside the cases, those that there are."""
    readers = (partial(models_beside, cases_dir), partial(issues_beside, cases_dir, ()))
    for read in readers:
        try:
            read()
        except (Fault, Faults) as error:
            yield from _several(error)


def check_cases(
    cases_dir: Path, catalogue_dir: Path, ids: Collection[str] | None = None
) -> list[Fault]:
    """Every fault of the catalogue and of the cases (all, or those asked for), by file and line.

    While the catalogue cannot be read, the cases are checked for their shape alone.
    """
    return _checked(cases_dir, catalogue_dir, ids, (lint_case,))


def lint_in_words(case: Case, catalogue: Catalogue) -> list[Finding]:
    """What the embedded patient and marker make of a case's words, and what they keep from it.

    A question named as misunderstood is not told a second time as the point it costs.
    """
    found = [
        *answer_faults(case, catalogue),
        *unheard_questions(case),
        *misjudged_sentences(case, catalogue),
    ]
    return [*found, *_not_told(out_of_reach(case, catalogue), found)]


def _not_told(more: Iterable[Finding], told: Iterable[Finding]) -> list[Finding]:
    known = {finding.key for finding in told}
    return [
        each for each in more
        if known.isdisjoint({f"{each.key}.asked_as.0", f"{each.key}.said_as.0"})
    ]  # fmt: skip


def _checked(
    cases_dir: Path, catalogue_dir: Path, ids: Collection[str] | None, lints: Collection[Lint]
) -> list[Fault]:
    catalogue, faults = _check_catalogue(catalogue_dir)
    for path in case_paths(cases_dir, ids or None).values():
        faults += _first_faults(path, catalogue, lints)
    faults += stale(cases_dir)
    return _sorted(faults)


def _sorted(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.where, fault.line or 0, fault.key))


def _first_faults(
    path: Path, catalogue: Catalogue | None, lints: Collection[Lint]
) -> tuple[Fault, ...]:
    """What the first lint that finds anything finds: a later one presumes the earlier."""
    for lint in lints:
        try:
            load_case(path, catalogue, lint)
        except (Fault, Faults) as error:
            return _several(error)
    return ()


def _check_catalogue(folder: Path) -> tuple[Catalogue | None, list[Fault]]:
    try:
        files = read_catalogue(folder)
        catalogue = build_catalogue(files)
    except Faults as error:
        return None, list(error.faults)
    return catalogue, _catalogue_faults(files, catalogue)


def _catalogue_faults(files: Mapping[str, ListFile], catalogue: Catalogue) -> list[Fault]:
    faults = []
    for finding in lint_catalogue(catalogue):
        name, *path = finding.key.split(".")
        file = files[name].file
        key = file.place((*files[name].under, *path)).key
        faults.append(file.fault(finding.message, key))
    return faults


def _several(error: Fault | Faults) -> tuple[Fault, ...]:
    return error.faults if isinstance(error, Faults) else (error,)
