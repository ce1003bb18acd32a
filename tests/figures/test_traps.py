"""Traps of a run's own cases, replayed on its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crookbench.errors import Faults
from crookbench.figures.names import Names
from crookbench.figures.numbers import shown
from crookbench.figures.traps import read_rules, traps, traps_table
from crookbench.game.moves import Rx
from crookbench.testing import factories as testing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]

CATALOGUE = testing.catalogue()
CASE = testing.case()


def _rx(medicine: str) -> Rx:
    return Rx(medicine, "", "Twice daily", "")


def _sprung(run: Run, case: Any = CASE) -> dict[str, tuple[int, int]]:
    found = traps(run, {case.id: case}, CATALOGUE)
    return {trap.title: (len(trap.sprung), len(trap.faced)) for trap in found}


def test_trap_of_a_case_is_sprung_by_its_moves(consult: Make, run_of: Plan) -> None:
    """Ibuprofen for her who takes naproxen; paracetamol is none."""
    run = run_of(
        consult("m", "sore_calf", 1, log=[_rx("ibuprofen")]),
        consult("m", "sore_calf", 2, log=[_rx("paracetamol")]),
    )
    assert _sprung(run) == {"She takes her sister's naproxen": (1, 2)}


def test_trap_in_the_diagnosis_is_sprung_by_the_slot_it_names(consult: Make, run_of: Plan) -> None:
    """The same diagnosis in another slot springs nothing."""
    case = testing.case(trap={"title": "Strain", "test": {"diagnoses": "calf_strain"}})
    strain, other = {"label": "S", "id": "calf_strain"}, {"label": "O", "id": "cellulitis"}
    pe = {"label": "P", "id": "pulmonary_embolism"}
    run = run_of(
        consult("m", "sore_calf", 1, diagnoses=[other, pe, strain]),
        consult("m", "sore_calf", 2, diagnoses=[strain, pe, other]),
    )
    assert _sprung(run, case)["Strain"] == (1, 2)


def test_repeated_cant_miss_slot_is_counted_in_every_case(consult: Make, run_of: Plan) -> None:
    """Only where a diagnosis was saved."""
    a, b = {"label": "A", "id": "a"}, {"label": "B", "id": "b"}
    run = run_of(
        consult("m", "x", diagnoses=[a, b, a]), consult("m", "y", diagnoses=[a, a, b]),
        consult("m", "z"),
    )  # fmt: skip
    assert _sprung(run) == {"Can't-miss diagnosis that repeats another": (1, 2)}


def test_run_played_on_other_cases_is_not_judged_by_ours(consult: Make, run_of: Plan) -> None:
    """The same case id is not the same case."""
    run = run_of(consult("m", "sore_calf", log=[_rx("ibuprofen")]), played_on="crook-bench")
    assert _sprung(run) == {}


def test_run_brings_its_own_rules(consult: Make, run_of: Plan, tmp_path: Path) -> None:
    """They name medicines by the ids in its moves."""
    (tmp_path / "traps.yaml").write_text(
        "traps:\n  - {id: t, case: far, title: T, test: {medicate: brufen_400mg_tab}}\n", "utf-8"
    )
    run = run_of(consult("m", "far", log=[_rx("brufen_400mg_tab")]), path=tmp_path)
    assert _sprung(run) == {"T": (1, 1)}


def test_rules_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    """With file, line and key."""
    path = tmp_path / "traps.yaml"
    path.write_text("traps:\n  - {id: t, case: far, test: {refer: a}}\n", "utf-8")
    with pytest.raises(Faults) as caught:
        read_rules(path)
    assert str(caught.value) == f"{path}:2: traps.0.title: the key is missing; expected a text"


def test_traps_table_says_too_few_of_nobody(consult: Make, run_of: Plan) -> None:
    """A doctor that did not face a trap has no share; 1 of 1 has a Wilson interval."""
    run = run_of(consult("m", "sore_calf", log=[_rx("ibuprofen")]), doctors=["m", "n"])
    found = traps(run, {CASE.id: CASE}, CATALOGUE)
    table = traps_table(run, found, ["m", "n"], Names())
    texts = [[shown(v, c) for v, c in zip(row, table.columns, strict=True)] for row in table.rows]
    assert texts == [
        ["She takes her sister's naproxen", "m", "1", "1", "100 %", "21 %", "100 %"],
        ["She takes her sister's naproxen", "n", "too few", "0", "too few", "too few", "too few"],
    ]
