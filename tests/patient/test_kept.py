"""Tests of the models that ship, and of fitting one where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from patient_cases import CASES, small_case

from crookbench.casebook.casebook import load_cases
from crookbench.patient import kept
from crookbench.patient.features import features
from crookbench.patient.phrases import FOLDER

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("case", load_cases(CASES).values(), ids=lambda case: case.id)
def test_a_model_of_today_ships_with_each_case(case: object) -> None:
    """Else run `python -m crookbench.casebook.refit`: nobody should wait for a fit."""
    id_ = case.id  # type: ignore[attr-defined]
    path = CASES / FOLDER / kept.FITTED / f"{id_}.npz"
    assert kept._read(path, kept._key(case)) is not None  # type: ignore[arg-type]
    assert path.stat().st_size < 1_500_000


def test_a_kept_model_answers_as_the_fitted_one(tmp_path: Path) -> None:
    """Packing rounds nothing that was not rounded before."""
    models = kept.fitted(small_case())
    path = tmp_path / "small.npz"
    kept._write(path, "key", models)
    read = kept._read(path, "key")
    assert read is not None
    for said in ("Do you smoke?", "Any fevers at all?", "Thanks."):
        found = features(said)
        np.testing.assert_allclose(
            read.ear.probabilities(found), models.ear.probabilities(found), atol=1e-6
        )


def test_a_model_of_other_phrases_is_not_taken(tmp_path: Path) -> None:
    """The hash is of everything it was learnt from."""
    path = tmp_path / "small.npz"
    kept._write(path, "one", kept.learnt(small_case()))
    assert kept._read(path, "another") is None
