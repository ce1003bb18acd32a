"""Tests of how a statement stands to what it speaks of."""

from __future__ import annotations

import pytest

from crookbench.patient.stance import is_guarded, stance, statement_features


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


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Rest in bed.", "plain"),
        ("Stay off your feet.", "plain"),
        ("If it's no better, go in.", "denies"),
        ("If it gets worse, go in.", "depends"),
        ("Either way you'll be fine.", "depends"),
        ("They might scan you.", "reports"),
        ("Your mum's doctor said so.", "reports"),
        ("Don't rest in bed.", "denies"),
    ],
)
def test_stance_tells_who_denies_depends_or_reports(said: str, stands: str) -> None:
    """A harm in such a sentence is rarely one."""
    assert stance(said) == stands
