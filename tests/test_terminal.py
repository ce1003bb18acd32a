"""Words from outside on a terminal."""

from __future__ import annotations

import pytest

from crookbench.terminal import printable, typed


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Tender, 38.6 °C – “sore”", "Tender, 38.6 °C – “sore”"),
        ("two\nlines", "two\nlines"),
        ("\x1b[2J\x07", "\\x1b[2J\\x07"),
        ("a\u202eb", "a\\u202eb"),
        ("\x9b31m", "\\x9b31m"),
        ("no\u00a0break", "no\u00a0break"),
        ("\ud800", "\\ud800"),
        ("one\ttab", "one tab"),
        ("over\rwritten", "over\\rwritten"),
    ],
)
def test_printable_shows_what_would_steer_the_terminal(text: str, shown: str) -> None:
    """Escapes, bells and turned text are spelled out; words and their spaces stay."""
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  Any pain?\n", "Any pain?"),
        ("\x1b[AAny\x00 pain?", "[AAny pain?"),
        ("first\r\nsecond", "first\nsecond"),
        ("caf\udce9", "caf\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
                        "\N{REPLACEMENT CHARACTER}"),
    ],
)  # fmt: skip
def test_typed_keeps_words_only(text: str, words: str) -> None:
    """What is kept can be written to any file and shown on any terminal."""
    assert typed(text) == words
