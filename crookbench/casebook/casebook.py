"""Loads cases and the catalogue from their YAML files, and tells their versions apart.

Each file is read once: what it says, its version and its line numbers stay together.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from crookbench.casebook.lints.references import broken_references
from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import YamlFile, read_yaml
from crookbench.errors import Fault, Faults, UsageFault
from crookbench.game.case import Case, CaseSet
from crookbench.game.catalogue import (
    Catalogue,
    Diagnosis,
    Examination,
    Investigation,
    Medicine,
    Referral,
    SafetyRule,
)
from crookbench.game.nearest import did_you_mean
from crookbench.paths import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

    from crookbench.casebook.lints.finding import Finding

    T = TypeVar("T")

CATALOGUE_FILES: dict[str, Any] = {
    "diagnoses": tuple[Diagnosis, ...],
    "examinations": tuple[Examination, ...],
    "investigations": tuple[Investigation, ...],
    "formulary": tuple[Medicine, ...],
    "referrals": tuple[Referral, ...],
    "safety": tuple[SafetyRule, ...],
}
"""The catalogue's files with what each lists."""

NOT_CASES = ("known-issues", "models")
"""Files among the cases that are none; nor is one whose name starts with "_"."""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One case, the version of its file, and the file with its line numbers."""

    case: Case
    hash: str
    file: YamlFile

    def faults(self, found: Iterable[Finding] = ()) -> list[Fault]:
        """A name that is not the file's, and what a lint found, by line.

        A finding stands at its key, or at the nearest thing above it that the file has.
        """
        faults = [
            self.file.fault(finding.message, self.file.place(finding.key.split(".")).key)
            for finding in found
        ]
        if self.case.id != (stem := self.file.path.stem):
            message = f"expected the file's name {stem!r}, saw {self.case.id!r}"
            faults.append(self.file.fault(f"{message}; rename one of them", "id"))
        return sorted(faults, key=lambda fault: fault.line or 0)


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file that is one list, or a mapping with one key (`rules:`) whose value is the list.

    Attributes:
        under: The key path of the list: empty, or that one key.
        written: The list as it stands in the file.
        entries: The list as the catalogue has it.
    """

    file: YamlFile
    under: tuple[str, ...]
    written: Any
    entries: Any

    @classmethod
    def read(cls, folder: Path, name: str) -> ListFile:
        """One file of the catalogue; no id stands twice in it.

        Raises:
            Fault, Faults: It cannot be read, or what does not fit.
        """
        file = read_yaml(folder / f"{name}.yaml")
        under: tuple[str, ...] = ()
        written = file.data
        if isinstance(written, dict) and len(written) == 1:
            ((key, written),) = written.items()
            under = (key,)
        entries = validated(CATALOGUE_FILES[name], file, written, under)
        first: dict[str, str] = {}
        faults = []
        for place, entry in enumerate(entries):
            key = ".".join((*under, str(place), "id"))
            if first.setdefault(entry.id, key) != key:
                message = f"the id {entry.id!r} stands twice, first on line"
                line = file.line_of(first[entry.id])
                faults.append(file.fault(f"{message} {line}; keep one of them", key))
        if faults:
            raise Faults(faults)
        return cls(file, under, written, entries)


@dataclass(frozen=True, slots=True)
class CatalogueFiles:
    """The catalogue, its version, and its files by name."""

    catalogue: Catalogue
    hash: str
    lists: Mapping[str, ListFile]

    def faults(self, found: Iterable[Finding]) -> list[Fault]:
        """What a lint found; the keys start with the file's name ("safety.3.drugs")."""
        faults = []
        for finding in found:
            name, *path = finding.key.split(".")
            listed = self.lists[name]
            key = listed.file.place((*listed.under, *path)).key
            faults.append(listed.file.fault(finding.message, key))
        return faults


@dataclass(frozen=True, slots=True)
class Casebook:
    """Today's cases and catalogue with their versions: what consults are played and scored with."""

    cases: Mapping[str, Case]
    catalogue: Catalogue
    case_hashes: Mapping[str, str] = field(default_factory=dict)
    catalogue_hash: str = ""

    def of(self, names: Collection[str]) -> Casebook:
        """Only the cases of these ids, or of these sets.

        Raises:
            UsageFault: A name is neither a case here nor a set of some.
        """
        known = {*self.cases, *(case.set for case in self.cases.values())}
        for name in names:
            if name not in known:
                raise UsageFault(
                    f"expected cases of the set {name!r}, saw none among {', '.join(self.cases)}; "
                    "a case file names its set with `set:`, and without it is of the set free"
                    if name in get_args(CaseSet)
                    else f"no case {name!r}; {did_you_mean(name, known, ', '.join(self.cases))}"
                )
        cases = {id_: case for id_, case in self.cases.items() if {id_, case.set} & set(names)}
        hashes = {id_: hash_ for id_, hash_ in self.case_hashes.items() if id_ in cases}
        return replace(self, cases=cases, case_hashes=hashes)

    def case(self, id_: str, needed_by: Path) -> Case:
        """The case of an id.

        Raises:
            Fault: There is none of this id, so the file that needs it cannot be computed.
        """
        if id_ not in self.cases:
            raise Fault(
                str(needed_by),
                f"expected a case {id_!r} to score it against, saw none; check --cases-dir",
                key="case",
            )
        return self.cases[id_]


def load_casebook(cases: Path, catalogue: Path, names: Collection[str] | None = None) -> Casebook:
    """The cases of a folder, all or those asked for, with the catalogue of another.

    Args:
        cases: The folder.
        catalogue: Where the catalogue is.
        names: Ids of cases, or of sets of them (free, extended).

    Raises:
        Faults: Files that are not as they should be, or cases with words the catalogue lacks.
        UsageFault: There are no cases, or not those asked for.
    """
    shared = read_catalogue(catalogue)
    of_sets = names and not set(get_args(CaseSet)).isdisjoint(names)
    paths = case_paths(cases, None if of_sets else names)
    files = _all_or_faults(partial(_playable, path, shared.catalogue) for path in paths.values())
    book = Casebook(
        cases={each.case.id: each.case for each in files},
        catalogue=shared.catalogue,
        case_hashes={each.case.id: each.hash for each in files},
        catalogue_hash=shared.hash,
    )
    return book.of(names) if of_sets and names else book


def load_cases(folder: Path, ids: Collection[str] | None = None) -> dict[str, Case]:
    """The cases of a folder by id, sorted, whatever catalogue they are for; raises as above."""
    paths = case_paths(folder, ids)
    files = _all_or_faults(partial(_playable, path, None) for path in paths.values())
    return {each.case.id: each.case for each in files}


def load_case(path: Path, catalogue: Catalogue | None = None) -> Case:
    """One case; where a catalogue is given, only what could not be played is refused.

    Raises:
        Fault, Faults: As `read_case`, and for each word that the catalogue lacks.
    """
    return _playable(path, catalogue).case


def load_catalogue(folder: Path) -> Catalogue:
    """The catalogue of a folder; raises as `read_catalogue`."""
    return read_catalogue(folder).catalogue


def case_hash(path: Path) -> str:
    """A case file's version: changes with what it says, not with comments or layout."""
    return _digest(read_yaml(path).data)


def catalogue_hash(folder: Path) -> str:
    """The version of a whole catalogue."""
    return read_catalogue(folder).hash


def read_case(path: Path) -> CaseFile:
    """A case of the right shape; whether it can be played is not looked at.

    Raises:
        Fault: The file cannot be read or is no YAML.
        Faults: What does not fit, by line.
    """
    file = read_yaml(path)
    case = validated(Case, file, file.data).read_from(str(path.parent))
    return CaseFile(case, _digest(file.data), file)


def _playable(path: Path, catalogue: Catalogue | None) -> CaseFile:
    """A case that bears its file's name and has no word that the catalogue lacks, else Faults."""
    read = read_case(path)
    found = broken_references(read.case, catalogue) if catalogue else ()
    if faults := read.faults(found):
        raise Faults(faults)
    return read


def read_catalogue(folder: Path) -> CatalogueFiles:
    """The catalogue of a folder.

    Raises:
        Faults: Those of all its files.
    """
    names = list(CATALOGUE_FILES)
    files = _all_or_faults(partial(ListFile.read, folder, name) for name in names)
    lists = dict(zip(names, files, strict=True))
    return CatalogueFiles(
        Catalogue(**{name: each.entries for name, each in lists.items()}),
        _digest({name: each.written for name, each in lists.items()}),
        lists,
    )


def case_paths(folder: Path, ids: Collection[str] | None = None) -> dict[str, Path]:
    """The case files of a folder by id, sorted; an id that has no file is a UsageFault."""
    there = {
        path.stem: path
        for path in sorted(folder.glob("*.yaml"))
        if path.stem not in NOT_CASES and not path.stem.startswith("_")
    }
    if not there:
        raise UsageFault(f"expected case files (*.yaml) in {folder}, saw none")
    for id_ in ids or ():
        if id_ not in there:
            advice = did_you_mean(id_, there, f"there are: {', '.join(there)}")
            raise UsageFault(f"no case {id_!r} in {folder}; {advice}")
    return {id_: path for id_, path in there.items() if ids is None or id_ in ids}


def default_catalogue_folder(cases_dir: Path) -> Path:
    """`catalogue` inside the cases' folder, else beside it, as in crook-bench, else the shipped."""
    places = (cases_dir / "catalogue", cases_dir.parent / "catalogue")
    return next((each for each in places if each.is_dir()), shipped("cases") / "catalogue")


def _digest(data: object) -> str:
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"


def _all_or_faults(steps: Iterable[Callable[[], T]]) -> list[T]:
    """What every step returns; where any has faults, those of all steps."""
    done: list[T] = []
    faults: list[Fault] = []
    for step in steps:
        try:
            done.append(step())
        except (Fault, Faults) as error:
            faults += faults_of(error)
    if faults:
        raise Faults(faults)
    return done


def faults_of(error: Fault | Faults) -> tuple[Fault, ...]:
    """The faults that one error stands for."""
    return error.faults if isinstance(error, Faults) else (error,)
