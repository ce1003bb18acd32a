"""models.yaml: who is who, and what is wrong with the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.errors import Faults
from crookbench.figures.models import Doctor, Doctors, read_doctors

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.figures.names import Names
    from crookbench.records.results import Run


def test_every_published_model_has_a_name_and_a_group(published: Run, names: Names) -> None:
    """13 models, 8 with closed and 5 with open weights."""
    doctors = [names.doctor(each.id) for each in published.manifest.doctors]
    assert [each.group for each in doctors].count("open") == 5
    assert [each.group for each in doctors].count("closed") == 8
    assert all(each.lab and each.name != each.id for each in doctors)


@pytest.mark.parametrize(
    ("id_", "group", "is_model"),
    [("baseline/silent", "baseline", False), ("human/ann", "person", False),
     ("new/model", "unknown", True)],
)  # fmt: skip
def test_unlisted_doctors_show_their_id(id_: str, group: str, is_model: bool) -> None:  # noqa: FBT001
    """Baselines and people are groups of their own."""
    doctor = Doctors()[id_]
    assert doctor == Doctor(id_, id_, "", doctor.group)
    assert (doctor.group, doctor.is_model) == (group, is_model)


def test_read_doctors_names_a_repeated_id(tmp_path: Path) -> None:
    """With the file, the line, the key and where it stood first."""
    path = tmp_path / "models.yaml"
    entry = "  - {id: a/b, name: %s, lab: L, weights: open}\n"
    path.write_text("models:\n" + entry % "B" + entry % "C", "utf-8")
    with pytest.raises(Faults) as caught:
        read_doctors(path)
    assert str(caught.value) == (
        f"{path}:3: models.1.id: 'a/b' stands twice, first on line 2; keep one of them"
    )


def test_read_doctors_names_a_wrong_word(tmp_path: Path) -> None:
    """Weights are open or closed."""
    path = tmp_path / "models.yaml"
    path.write_text("models:\n  - {id: a/b, name: B, lab: L, weights: opne}\n", "utf-8")
    with pytest.raises(Faults) as caught:
        read_doctors(path)
    assert str(caught.value).startswith(f"{path}:2: models.0.weights: expected one of open, closed")
