"""Loads cases and the catalogue from their YAML files, and tells their versions apart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from crookbench.casebook.lint_references import broken_references
from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import YamlFile, read_yaml
from crookbench.errors import Fault, Faults, UsageFault
from crookbench.game.case import Case
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

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from crookbench.casebook.lint_finding import Finding

    T = TypeVar("T")
    Lint: TypeAlias = Callable[[Case, Catalogue], Iterable[Finding]]

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
class ListFile:
    """A file that is one list, or a mapping with one key (`rules:`) whose value is the list.

    Attributes:
        under: The key path of the list: empty, or that one key.
    """

    file: YamlFile
    under: tuple[str, ...]
    entries: Any


def load_catalogue(folder: Path) -> Catalogue:
    """The catalogue of a folder; else Faults, of all its files."""
    return build_catalogue(read_catalogue(folder))


def read_catalogue(folder: Path) -> dict[str, ListFile]:
    """The catalogue's files as they are written."""
    names = list(CATALOGUE_FILES)
    files = _all_or_faults(partial(read_list, folder / f"{name}.yaml") for name in names)
    return dict(zip(names, files, strict=True))


def build_catalogue(files: Mapping[str, ListFile]) -> Catalogue:
    """The catalogue that the files describe."""
    lists = _all_or_faults(
        partial(_entries, files[name], shape) for name, shape in CATALOGUE_FILES.items()
    )
    return Catalogue(**dict(zip(CATALOGUE_FILES, lists, strict=True)))


def read_list(path: Path) -> ListFile:
    """A file's list; what the entries are is left to the caller."""
    file = read_yaml(path)
    if isinstance(file.data, dict) and len(file.data) == 1:
        key, entries = next(iter(file.data.items()))
        return ListFile(file, (key,), entries)
    return ListFile(file, (), file.data)


def _entries(listed: ListFile, shape: Any) -> Any:  # noqa: ANN401  each file lists its own type
    """The validated entries; no id stands twice."""
    entries = validated(shape, listed.file, listed.entries, listed.under)
    faults = list(_repeated_ids(listed, [entry.id for entry in entries]))
    if faults:
        raise Faults(faults)
    return entries


def _repeated_ids(listed: ListFile, ids: Iterable[str]) -> Iterator[Fault]:
    first: dict[str, str] = {}
    for place, id_ in enumerate(ids):
        key = ".".join((*listed.under, str(place), "id"))
        if first.setdefault(id_, key) != key:
            line = listed.file.line_of(first[id_])
            message = f"the id {id_!r} stands twice, first on line {line}; keep one of them"
            yield listed.file.fault(message, key)


def load_case(
    path: Path, catalogue: Catalogue | None = None, lint: Lint = broken_references
) -> Case:
    """A case of the right shape in which, where a catalogue is given, `lint` finds nothing.

    Unless more is asked for, only what could not be played is refused.
    """
    file = read_yaml(path)
    case = validated(Case, file, file.data).read_from(str(path.parent))
    faults = [] if catalogue is None else [
        file.fault(finding.message, file.place(finding.key.split(".")).key)
        for finding in lint(case, catalogue)
    ]  # fmt: skip
    if case.id != path.stem:
        message = f"expected the file's name {path.stem!r}, saw {case.id!r}; rename one of them"
        faults.append(file.fault(message, "id"))
    if faults:
        raise Faults(sorted(faults, key=lambda fault: fault.line or 0))
    return case


def load_cases(folder: Path, ids: Collection[str] | None = None) -> dict[str, Case]:
    """The cases of a folder by id, sorted: all of them, or those asked for."""
    paths = case_paths(folder, ids)
    cases = _all_or_faults(partial(load_case, path) for path in paths.values())
    return dict(zip(paths, cases, strict=True))


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
    """`catalogue` inside the cases' folder, else beside it, as in crook-bench."""
    inside, beside = cases_dir / "catalogue", cases_dir.parent / "catalogue"
    return beside if beside.is_dir() and not inside.is_dir() else inside


def case_hash(path: Path) -> str:
    """A case file's version: changes with what it says, not with comments or layout."""
    return _digest(read_yaml(path).data)


def catalogue_hash(folder: Path) -> str:
    """The version of a whole catalogue."""
    return _digest({name: file.entries for name, file in read_catalogue(folder).items()})


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
        except Faults as several:
            faults += several.faults
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Faults(faults)
    return done
