"""The notebook that researchers begin with, run as Jupyter runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.package

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def cells() -> list[Any]:
    """The cells with code, after a run from the notebook's own folder."""
    notebook = nbformat.read(EXAMPLES / "first-figures.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without outputs"
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(EXAMPLES)}})
    client.execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _told(cell: Any) -> str:
    return "".join(
        each.get("text", "") or each["data"].get("text/plain", "") for each in cell.outputs
    )


def test_notebook_shows_the_scores_of_every_model(cells: list[Any]) -> None:
    """The best one last, as on the published table."""
    assert "openai/gpt-6-astra" in _told(cells[2]).splitlines()[-1]
    assert "82.6" in _told(cells[2]).splitlines()[-1]


def test_notebook_draws_a_figure(cells: list[Any]) -> None:
    """Interactive, by Plotly."""
    kinds = {kind for output in cells[3].outputs for kind in output.get("data", {})}
    assert kinds & {"application/vnd.plotly.v1+json", "text/html"}


def test_every_cell_of_the_notebook_shows_something(cells: list[Any]) -> None:
    """None is there for its own sake."""
    assert [n for n, cell in enumerate(cells) if not cell.outputs] == []
