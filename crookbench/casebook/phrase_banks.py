"""Checks the phrase banks beside the cases: their form, and that every id in them is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.casebook import case_paths, load_case
from crookbench.errors import CrookbenchError, Fault, Faults
from crookbench.game.decoys import DECOYS
from crookbench.game.nearest import did_you_mean
from crookbench.patient.phrases import FOLDER, GENERIC, TALK, Bank, bank_path, read_bank
from crookbench.patient.training import NONE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from crookbench.game.case import Case
    from crookbench.patient.phrases import Kind


def phrase_faults(cases_dir: Path, ids: Collection[str] | None = None) -> list[Fault]:
    """Every fault of the banks of some cases, or of all banks there are; a case needs none.

    A case that cannot be read itself has its own faults told; its banks wait for them.
    """
    folder = cases_dir / FOLDER
    faults = [] if ids else _shared(folder)
    for id_, path in case_paths(cases_dir, ids or None).items():
        try:
            case = load_case(path)
        except CrookbenchError:
            continue
        faults += _questions(bank_path(folder, id_, "questions"), case)
        faults += _plan(bank_path(folder, id_, "plan"), case)
    return faults


def _shared(folder: Path) -> list[Fault]:
    """Faults of the banks that all cases share."""
    generic, faults = _read(folder / GENERIC, "questions")
    _, more = _read(folder / TALK, "questions")
    return [*faults, *more, *_unknown(generic, {*DECOYS, NONE})]


def _questions(path: Path, case: Case) -> list[Fault]:
    bank, faults = _read(path, "questions")
    return [*faults, *_unknown(bank, {*case.item, *DECOYS, NONE})]


def _plan(path: Path, case: Case) -> list[Fault]:
    bank, faults = _read(path, "plan")
    return [*faults, *_unknown(bank, set(case.management.items))]


def _read(path: Path, kind: Kind) -> tuple[Bank, list[Fault]]:
    try:
        return read_bank(path, kind), []
    except Faults as error:
        return Bank(str(path)), list(error.faults)


def _unknown(bank: Bank, known: Collection[str]) -> Iterator[Fault]:
    for phrase in bank.phrases:
        for id_ in (*phrase.ids, *filter(None, [phrase.after])):
            if id_ not in known:
                advice = did_you_mean(id_, known, f"known here: {', '.join(sorted(known))}")
                yield Fault(bank.path, f"unknown id {id_!r}; {advice}", line=phrase.line)
