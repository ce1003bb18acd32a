"""Tests of how a statement stands to what it speaks of."""

from __future__ import annotations

import pytest

from crookbench.patient.stance import is_doubtful, is_guarded, statement_features


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It is safe with your tablets.", "It isn't safe with your tablets."),
        ("I'll stay with you.", "They'll stay with you."),
        ("Keep it.", "Don't keep it."),
    ],
)
def test_minimal_pairs_differ_by_more_than_their_words(one: str, other: str) -> None:
    """Stance is a feature of its own."""
    first, second = statement_features(one), statement_features(other)
    assert (first - second) + (second - first)


@pytest.mark.parametrize("said", ["If it's no better, go in.", "You might need a scan."])
def test_a_sentence_that_depends_is_not_read_by_its_clauses(said: str) -> None:
    """They mean nothing alone."""
    assert is_guarded(said)


@pytest.mark.parametrize("said", ["Rest in bed.", "Go home and sleep."])
def test_plain_advice_is_neither_guarded_nor_doubtful(said: str) -> None:
    """It says what it says."""
    assert not is_guarded(said)
    assert not is_doubtful(said)
