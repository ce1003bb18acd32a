"""What the patient did not understand, for authors to add phrases by."""

from __future__ import annotations

from pathlib import Path

from crookbench.casebook.casebook import load_casebook
from crookbench.figures.not_understood import not_understood
from crookbench.game.moves import Say
from crookbench.records.results import read_run

ROOT = Path(__file__).parents[2]
CASE = load_casebook(ROOT / "cases", ROOT / "cases" / "catalogue", ["cough_pneumonia"]).cases[
    "cough_pneumonia"
]


def test_messages_that_brought_out_nothing_are_listed_with_their_moves() -> None:
    """Each was answered with one of the patient's own lines for that."""
    blind = read_run(ROOT / "results" / "2026-12-01-blind")
    logs = {consult.record.key: consult.log for consult in blind.consults}
    found = not_understood(blind, CASE)
    assert found
    for each in found:
        for key, number in each.at:
            move = logs[key][number - 1]
            assert isinstance(move, Say)
            assert "?" in move.utterance
            assert any(line in move.reply for line in CASE.voice["not_understood"])
            assert not move.asked
