"""Promises about the words for what a patient mentioned in a run whose cases are not here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crookbench.errors import Faults
from crookbench.figures.labels import item_labels
from crookbench.game.moves import Say
from crookbench.records.results import read_run

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop


def test_every_item_of_the_published_run_has_a_label(root: Path) -> None:
    """No id of a history item is left to be guessed at, and no label is for nothing."""
    run = read_run(root / "results" / "2026-10-04-published")
    told = {item for each in run.consults for move in each.log if isinstance(move, Say)
            for item in move.released}  # fmt: skip
    labels = item_labels(run)
    assert labels.keys() == told
    assert labels["function_work"] == "work and daily tasks"


def test_label_stands_where_the_patient_mentioned_it(shop: Workshop) -> None:
    """Escaped, as everything that a run brings."""
    labels = {"labels": {"clot_before": "an earlier <clot>"}}
    (shop.results / "wordless" / "labels.yaml").write_text(json.dumps(labels), "utf-8")
    shop.build()
    page = shop.page("consults/wordless/lab_model-1/sore_calf-1/index.html")
    assert "Patient mentioned: an earlier &lt;clot&gt;" in page


def test_file_of_labels_that_does_not_fit_is_told(shop: Workshop) -> None:
    """With its path, before anything is built."""
    path = shop.results / "wordless" / "labels.yaml"
    path.write_text("labels: [a, b]\n", "utf-8")
    with pytest.raises(Faults) as caught:
        shop.build()
    assert str(caught.value).startswith(f"{path}:")
    assert not shop.out.exists()
