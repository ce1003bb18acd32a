"""Promises about the small drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.figures.leaderboard import leaderboard
from crookbench.records.results import read_run
from crookbench.website.charts.drawing import Scale, bar_width, scale_of, score_line

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.figures.leaderboard import Leaderboard


@pytest.fixture
def published(root: Path) -> Leaderboard:
    return leaderboard(read_run(root / "results" / "2026-10-04-published"))


@pytest.mark.parametrize(
    ("earned", "most", "width"),
    [(65, 130, 50.0), (120, 100, 100.0), (-2, 5, 2), (0, 0, 0), (0, 5, 0.0)],
    ids=["half", "above the maximum", "below nothing", "no maximum", "nothing"],
)
def test_bar_shows_the_share_of_its_part(earned: int, most: int, width: float) -> None:
    """It never leaves its rail, and a part below 0 shows a sliver."""
    assert bar_width(earned, most) == width


def test_score_line_steps_at_each_move_and_marks_drops() -> None:
    """Up to 20, down to 10: one red step, and the line fills its height."""
    line = score_line([0, 20, 10, 10], [0, 0, 10, 0], 100)
    assert line is not None
    assert line.path == "M0 80.0H0V80H250V0H500V40H750V40H1000"
    assert line.drops == "M500 0V40"
    assert (line.last, line.most, line.moves) == ("10", 100, 4)


def test_score_line_shows_a_loss_within_a_gain() -> None:
    """A move that earns 75 and loses 30 rises to 75 first, and falls in red to 45."""
    line = score_line([45], [30], 100)
    assert line is not None
    assert line.path == "M0 80.0H0V0V32H1000"
    assert line.drops == "M0 0V32"


def test_score_line_goes_below_nothing() -> None:
    """The line of 0 points rises where the score fell below it."""
    line = score_line([-10, 10], [10, 0], 100)
    assert line is not None
    assert line.zero == 40.0
    assert line.drops == "M0 40V80"


def test_score_line_tells_a_loss_with_a_true_minus_sign() -> None:
    """A consult that ends below 0 reads as the figures around it do."""
    line = score_line([10, -15], [0, 25], 100)
    assert line is not None
    assert line.last == "−15"


def test_score_line_needs_every_score() -> None:
    """A log that tells only some scores has no line."""
    assert score_line([0, None, 10], [0, 0, 0], 100) is None
    assert score_line([], [], 100) is None


def test_scale_of_a_table_encloses_its_intervals_in_tens(published: Leaderboard) -> None:
    """From 17 to 100 % the axis runs from 10; its ends and its middle are told."""
    scale = scale_of(published.standings)
    assert (scale, scale.ticks) == (Scale(10, 100), (10, 55, 100))
    assert (scale.x(10), scale.x(55), scale.x(100)) == (10.0, 100.0, 190.0)


def test_what_passes_an_end_of_the_scale_stays_on_the_drawing() -> None:
    """An interval to other cases can pass 100 %."""
    assert (Scale().x(-40), Scale().x(140)) == (4, 196)


def test_scale_of_nothing_is_the_whole_range() -> None:
    """So is that of scores that are all alike and on a ten."""
    assert scale_of(()) == Scale(0, 100)
