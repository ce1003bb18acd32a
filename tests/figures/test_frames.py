"""A run as DataFrames: columns, types, what is missing, and what a notebook does with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest

import crookbench
from crookbench.errors import UsageFault
from crookbench.figures.frames import DTYPES, frames
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.records.results import Consult, Run

RESULTS = Path(__file__).parents[2] / "results"


def test_load_gives_the_frames_of_a_run() -> None:
    """Every scored consult is a row; without an id it is the featured run."""
    run = crookbench.load(RESULTS, "2026-10-04-published")
    assert (len(run.consults), len(run.items), len(run.moves)) == (195, 7137, 4743)
    assert crookbench.load(str(RESULTS)).run.manifest.id == "2026-10-04-published"


def test_load_of_an_unknown_run_names_those_there_are() -> None:
    """The message of the commands."""
    with pytest.raises(UsageFault) as caught:
        crookbench.load(RESULTS, "mine")
    assert str(caught.value) == (
        f"{RESULTS}: there is no run 'mine'; "
        "it has: 2026-12-01-blind, baselines, 2026-10-04-published"
    )


def test_every_column_is_in_the_dictionary_with_its_type(published: Run) -> None:
    """In the same order, with the dtype its type has."""
    found = frames(published)
    for name, rows in found.dictionary.groupby("dataset"):
        frame = getattr(found, str(name))
        assert list(frame.columns) == rows["column"].tolist()
        wanted = [pd.api.types.pandas_dtype(DTYPES[kind]) for kind in rows["type"]]
        assert list(frame.dtypes) == wanted


def test_frames_are_made_once_a_run(published: Run) -> None:
    """The leaderboard, the export and a notebook share them."""
    assert frames(published) is frames(published)
    assert frames(published).consults is frames(published).consults


def test_missing_values_are_missing_and_not_zero(
    consult: Callable[..., Consult], run_of: Callable[..., Run]
) -> None:
    """A cost that nobody knows, a diagnosis that nobody saved."""
    row = frames(run_of(consult("m", "a"))).consults.iloc[0]
    assert [name for name in row.index if pd.isna(row[name])] == [
        "most_likely", "most_likely_role", "differential", "differential_role", "cant_miss",
        "cant_miss_role", "seconds", "cost",
    ]  # fmt: skip


def test_run_without_consults_has_empty_frames(run_of: Callable[..., Run]) -> None:
    """With all their columns."""
    found = frames(run_of(doctors=["m"], cases=("a",)))
    assert (len(found.consults), len(found.items), len(found.moves)) == (0, 0, 0)
    assert found.consults["score"].dtype == "float64"


def test_leaderboard_holds_every_declared_figure(board: Leaderboard) -> None:
    """One entry in the list is one figure of each standing, and an attribute of it."""
    names = [metric.name for metric in METRICS]
    for standing in board.standings:
        assert list(standing.figures) == names
        assert getattr(standing, names[-1]) == standing.figures[names[-1]]
    with pytest.raises(AttributeError) as caught:
        _ = board.standings[0].luck
    assert str(caught.value) == "expected a figure of the leaderboard, saw 'luck'"


def test_a_leaderboard_of_nobody_is_empty(run_of: Callable[..., Run]) -> None:
    """No doctor, no row, no failure."""
    assert leaderboard(run_of(cases=("a",))).standings == ()


def test_importing_crookbench_loads_no_pandas() -> None:
    """`import crookbench`, verify and rescore do without it."""
    code = (
        "import sys, crookbench, crookbench.records.verify, crookbench.records.rescore; "
        "print([m for m in ('pandas', 'numpy', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
