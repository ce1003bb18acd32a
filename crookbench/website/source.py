"""Everything the site is computed from, read once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from crookbench.casebook.casebook import load_casebook
from crookbench.casebook.known_issues import issues_beside
from crookbench.errors import Fault
from crookbench.figures.labels import item_labels
from crookbench.figures.models import Doctors, read_doctors
from crookbench.records.replay import with_bills
from crookbench.records.results import MANIFEST, featured, read_runs
from crookbench.website import urls, words
from crookbench.website.disputed import Disputed, disputed_points
from crookbench.website.runview import RunView, collection, run_view

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.casebook.known_issues import Issue
    from crookbench.figures.played import Key
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.records.results import Run

_SAFE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """One case that has a page.

    Attributes:
        case: The case, where it is this project's and still here.
        owner: A run on this case as pages show it, where the case is another project's.
        runs: The ids of the runs that plan it.
    """

    id: str
    path: str
    title: str
    case: Case | None
    owner: RunView | None
    runs: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Runs, cases, catalogue, doctors and known issues.

    Attributes:
        runs: The newest first.
        cases: This repository's cases by id; `case_hashes` are the versions of their files.
        item_labels: Words of history items by run, where a run brings its own.
    """

    runs: tuple[Run, ...]
    cases: Mapping[str, Case]
    catalogue: Catalogue
    doctors: Doctors
    issues: tuple[Issue, ...]
    case_hashes: Mapping[str, str]
    item_labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @cached_property
    def featured(self) -> Run:
        return featured(self.runs)

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Every doctor of any run, in the order of the runs' plans."""
        planned = (doctor.id for run in self.runs for doctor in run.manifest.doctors)
        return tuple(dict.fromkeys(planned))

    @cached_property
    def case_entries(self) -> tuple[CaseEntry, ...]:
        """Every case that is here or that any run plans: this project's first, by id.

        Another project's case of the same id is another case, with a page of its own.
        """
        played: dict[tuple[str, str], list[Run]] = {("", case): [] for case in self.cases}
        for run in self.runs:
            for case in run.manifest.cases:
                played.setdefault((collection(run), case), []).append(run)
        return tuple(
            CaseEntry(
                id=case,
                path=urls.case_page(case, theirs),
                title=words.of_id(case) if theirs else self.case_title(case),
                case=None if theirs else self.cases.get(case),
                owner=self.view_of(runs[0]) if theirs else None,
                runs=tuple(run.manifest.id for run in runs),
            )
            for (theirs, case), runs in sorted(played.items())
        )

    @cached_property
    def _views(self) -> dict[str, RunView]:
        return {
            run.manifest.id: replace(run_view(run), undisputed=self.undisputed_path(run))
            for run in self.runs
        }

    def view_of(self, run: Run) -> RunView:
        """A run as pages show it, made once."""
        return self._views[run.manifest.id]

    @cached_property
    def _disputed(self) -> dict[str, dict[Key, Disputed]]:
        ids = (run.manifest.id for run in self.runs)
        return {run: disputed_points(self.issues, run) for run in ids}

    def disputed(self, run: Run) -> Mapping[Key, Disputed]:
        """The consults of a run that known issues cost points."""
        return self._disputed[run.manifest.id]

    def undisputed_path(self, run: Run) -> str:
        """Where the tables of a run stand without disputed points; "" where none are disputed."""
        return urls.undisputed(run.manifest.id) if self.disputed(run) else ""

    def case_of(self, run: Run, case: str) -> Case | None:
        """The case a run was played on: None where it was another collection's, or is gone."""
        return None if run.manifest.played_on else self.cases.get(case)

    def case_path(self, run: Run, case: str) -> str:
        """The page of a case of a run; another project's is never our page of its id."""
        return urls.case_page(case, collection(run))

    def is_ours(self, run: Run) -> bool:
        """Whether it was played on this project's cases, whose licence then holds."""
        return not run.manifest.played_on

    def case_title(self, case: str, run: Run | None = None) -> str:
        """A case's title. Of another collection's case only the id is known."""
        known = self.cases.get(case) if run is None else self.case_of(run, case)
        return words.of_id(case) if known is None else known.title


def read_source(results: Path, cases_dir: Path, catalogue_dir: Path) -> Source:
    """Reads everything.

    Raises:
        Fault, Faults: A file is not as it should be.
    """
    runs = read_runs(results)
    for run in runs:
        if not _SAFE_ID.fullmatch(run.manifest.id):
            message = (
                f"expected letters, digits, '.', '_' and '-', saw {run.manifest.id!r}; "
                "it becomes a part of the site's addresses"
            )
            raise Fault(str(run.path / MANIFEST), message, "id")
    models = cases_dir / "models.yaml"
    casebook = load_casebook(cases_dir, catalogue_dir)
    return Source(
        runs=tuple(_with_bills(run, casebook) for run in runs),
        cases=casebook.cases,
        catalogue=casebook.catalogue,
        doctors=read_doctors(models) if models.exists() else Doctors(),
        issues=issues_beside(cases_dir, runs),
        case_hashes=casebook.case_hashes,
        item_labels={run.manifest.id: item_labels(run) for run in runs},
    )


def _with_bills(run: Run, casebook: Casebook) -> Run:
    """The run; files of the original crook-bench, which have no version, get their bills here."""
    if all(record.version is not None for record in run.records):
        return run
    return with_bills(run, casebook)
