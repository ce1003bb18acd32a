"""Promises about awards as pages word and place them."""

from __future__ import annotations

import pytest

from crookbench.game.moves import Say
from crookbench.records.record import Award, Domain, Record
from crookbench.website.pages.consult.awards import award_text, award_views

QUOTE = "Ring 000  if it hurts"


def _record(*awards: Award) -> Record:
    return Record(
        model="m", case="c", rep=1, ending="ended", total=15, max=15, level="Director",
        consequence="ideal", domains=(Domain(id="management", earned=15, max=15),), awards=awards,
    )  # fmt: skip


def test_spoken_item_stands_beside_the_last_message_with_its_words() -> None:
    """A plan is told at the end; spaces and capitals do not matter."""
    award = Award(points=15, part="management", kind="ideal", label="Safety net",
                       item="plan:ideal_0", move=4, quote=QUOTE)  # fmt: skip
    said = ("ring 000 if it hurts", "no", "So ring 000 if it\nhurts.")
    log = tuple(map(Say, said))
    ((_, shown),) = award_views(_record(award), log)
    assert (shown.said_in, shown.anchor, shown.move) == (3, "m03", 4)


def test_item_whose_words_are_not_in_the_log_stands_at_its_move() -> None:
    """So does every award without a quote."""
    award = Award(points=-30, part="management", kind="harmful", label="Bed rest",
                       item="plan:harmful_0", move=4)  # fmt: skip
    ((_, shown),) = award_views(_record(award), ())
    assert (shown.said_in, shown.anchor, shown.signed, shown.tone) == (None, "m04", "−30", "loss")


@pytest.mark.parametrize(
    ("kind", "points", "text"),
    [
        ("red_flag", 20, "Red flag: Fever"),
        ("red_flag", 10, "Red flag ruled out: Fever"),
        ("test", -4, "Unnecessary: Fever"),
        ("exam", -15, "Harmful: Fever"),
        ("required_missed", -30, "Required, not done: Fever"),
        ("cant_miss", 10, "Can’t-miss diagnosis: fever"),
        ("cant_miss", -20, "Not a dangerous alternative: fever"),
        ("history", 5, "Fever"),
    ],
)
def test_award_says_what_it_is_for(kind: str, points: int, text: str) -> None:
    """The kind is told in words where the label alone would not tell it."""
    assert award_text(kind, "Fever", "history:fever", points) == text


def test_award_without_a_label_reads_its_id() -> None:
    """An id is better than nothing."""
    assert award_text("history", "", "history:sputum_colour", 10) == "Sputum colour"
