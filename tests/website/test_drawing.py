"""Promises about the small drawings."""

from __future__ import annotations

import pytest

from crookbench.website.charts.drawing import Beside, bar_width, beside, score_line


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


def test_values_beyond_0_and_100_stay_on_the_drawing() -> None:
    """A part's share can pass 100 % by bonuses, and fall below 0 by losses."""
    assert beside(0, 100) == Beside(10.0, 190.0)
    assert beside(-40, 140) == Beside(4, 196)
