"""Today's cases and catalogue with their versions: what consults are played and scored against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.casebook.library import (
    case_hash,
    case_paths,
    catalogue_hash,
    load_case,
    load_catalogue,
)
from crookbench.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Casebook:
    """Cases by id, the catalogue, and the hash of each as its file stands."""

    cases: Mapping[str, Case]
    catalogue: Catalogue
    case_hashes: Mapping[str, str] = field(default_factory=dict)
    catalogue_hash: str = ""

    def case(self, id_: str, needed_by: Path) -> Case:
        """The case.

        Raises:
            Fault: There is none of this id, so the file that needs it cannot be computed.
        """
        if id_ not in self.cases:
            raise Fault(
                str(needed_by),
                f"expected a case {id_!r} to score it against, seen none; check --cases-dir",
                key="case",
            )
        return self.cases[id_]


def load_casebook(cases: Path, catalogue: Path, ids: Collection[str] | None = None) -> Casebook:
    """The cases of a folder, all or those asked for, with the catalogue of another."""
    known = load_catalogue(catalogue)
    paths = case_paths(cases, ids)
    return Casebook(
        cases={id_: load_case(path, known) for id_, path in paths.items()},
        catalogue=known,
        case_hashes={id_: case_hash(path) for id_, path in paths.items()},
        catalogue_hash=catalogue_hash(catalogue),
    )
