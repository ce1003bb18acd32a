"""Tests of how what was said is split into parts and counted."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from crookbench.game.questions import Part, count, split, within_budget
from crookbench.game.typography import plain, read_plainly

ROWS = yaml.safe_load((Path(__file__).parent / "fixtures/questions.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["said"][:50])
def test_count_follows_the_rules_of_the_budget(row: dict[str, object]) -> None:
    """Each asking part counts, statements are free."""
    assert count(str(row["said"])) == row["counts"]


def test_split_drops_lead_in_words_and_keeps_the_rest_word_for_word() -> None:
    """A part is what was said, without "Okay, and"."""
    assert split("Okay, and do you smoke? I'll listen to your chest.") == (
        Part("do you smoke", asks=True),
        Part("I'll listen to your chest", asks=False),
    )


def test_split_divides_run_ons_where_a_new_question_starts() -> None:
    """A list stays one part; each new asking clause is one of its own."""
    said = "Any asthma, diabetes, have you been in hospital, and has anyone been unwell?"
    assert [part.text for part in split(said)] == [
        "Any asthma, diabetes",
        "have you been in hospital",
        "has anyone been unwell",
    ]


@pytest.mark.parametrize(
    ("left", "kept"),
    [
        (0, "Hello. I'm worried. You'll be fine."),
        (1, "Hello. I'm worried. Do you smoke? You'll be fine."),
        (2, "Hello. I'm worried. Do you smoke, have you been in hospital? You'll be fine."),
        (9, "Hello. I'm worried. Do you smoke, have you been in hospital, and do you drink? "
            "You'll be fine. Any fever?"),
    ],
)  # fmt: skip
def test_within_budget_removes_questions_beyond_it_and_keeps_every_statement(
    left: int, kept: str
) -> None:
    """What there is no question left for is not said; the plan is."""
    said = (
        "Hello. I'm worried. Do you smoke, have you been in hospital, and do you drink? "
        "You'll be fine. Any fever?"
    )
    assert within_budget(said, left) == kept


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["said"][:50])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_within_budget_never_costs_more_than_is_left(row: dict[str, object], left: int) -> None:
    """Whatever was said, what remains fits the budget."""
    assert count(within_budget(str(row["said"]), left)) <= left


@given(st.text(max_size=200))
def test_split_takes_any_text_and_its_parts_stand_in_it_in_order(message: str) -> None:
    """No text breaks the splitting, and no part is made up."""
    at = 0
    for part in split(message):
        at = plain(message).index(part.text, at) + len(part.text)
    within_budget(message, 1)


@pytest.mark.parametrize(
    "typed",
    [
        "I don\u2019t want you taking tablets, do you smoke?",
        "I don\u00b4t want you taking tablets, do you smoke?",
        "I don`t want\u00a0you taking tablets, do you smoke?",
        "I don't want you taking tablets,\ndo you smoke?",
        "I don't want you tak\u200bing tab\u00adlets, do you smoke?",
        "I don't want you taking tablets, do you smoke\uff1f",
    ],
)
def test_typography_changes_nothing(typed: str) -> None:
    """Apostrophes, spaces, soft line breaks, unseen characters and full-width signs."""
    assert plain(typed) == "I don't want you taking tablets, do you smoke?"
    assert split(typed) == split("I don't want you taking tablets, do you smoke?")


@given(st.text(max_size=200))
def test_plain_text_stays_plain_and_finds_back_to_what_was_typed(typed: str) -> None:
    """Reading twice changes nothing; every character has its place."""
    read = read_plainly(typed)
    assert len(read.text) == len(read.origin)
    assert all(0 <= place < len(typed) for place in read.origin)
    assert list(read.origin) == sorted(read.origin)
