"""How numbers are written."""

from __future__ import annotations

import pytest

from crookbench.figures import numbers
from crookbench.figures.figure import Cell, Column


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [(None, 0, "–"), (82.6, 0, "83"), (-30, 0, "−30"), (-0.004, 2, "0.00"), (1234.5, 1, "1,234.5")],
)
def test_number_has_a_true_minus_and_no_negative_zero(
    value: float | None, places: int, text: str
) -> None:
    """U+2212, and nothing is never negative."""
    assert numbers.number(value, places) == text


@pytest.mark.parametrize(
    ("value", "text", "percent"),
    [(88.2, "88", "88 %"), (0, "0", "0 %"), (-0.2, "0", "0 %"), (-247_960, "below 0", "below 0 %"),
     (None, "–", "–")],
)  # fmt: skip
def test_share_under_nothing_is_below_0(value: float | None, text: str, percent: str) -> None:
    """How far below has no use; what rounds to 0 is 0."""
    assert (numbers.share_text(value), numbers.share_percent(value)) == (text, percent)


@pytest.mark.parametrize(("value", "text"), [(10, "+10"), (-2, "−2"), (0, "0"), (0.01, "0")])
def test_signed_has_a_sign_unless_it_is_nothing(value: float, text: str) -> None:
    """Rounded to nothing is nothing."""
    assert numbers.signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "–"), (0, "US$0.00"), (0.004, "under US$0.01"), (0.21, "US$0.21"),
     (1053.152, "US$1,053.15"), (-2, "−US$2.00")],
)  # fmt: skip
def test_money_is_to_the_cent(value: float | None, text: str) -> None:
    """Less than half a cent is not nothing."""
    assert numbers.money(value) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(2, 4, "2–4"), (13, 13, "13"), (-3.2, 12, "−3 to 12"), (None, None, "too few"),
     (68.9, 96.3, "69–96")],
)  # fmt: skip
def test_span_is_a_range(low: float | None, high: float | None, text: str) -> None:
    """A dash before a minus would be misread."""
    assert numbers.span(low, high) == text


def test_words_around_numbers() -> None:
    """Counts, lists and titles inside a sentence."""
    assert numbers.plural(1, "consult") == "1 consult"
    assert numbers.plural(195, "consult") == "195 consults"
    assert [numbers.spelled(n) for n in (5, 13, 14)] == ["five", "thirteen", "14"]
    assert numbers.listed(["a"]) == "a"
    assert numbers.listed(["a", "b", "c"]) == "a, b and c"
    assert numbers.lower_first("GTN after") == "GTN after"
    assert numbers.lower_first("Penicillin for") == "penicillin for"


@pytest.mark.parametrize(
    ("value", "column", "text"),
    [
        (None, Column("a", "A", missing="too few"), "too few"),
        ("2–4", Column("a", "A", kind="ranks"), "2–4"),
        (88.3, Column("a", "A", "%", "percent"), "88 %"),
        (0.5, Column("a", "A", "US$", "money"), "US$0.50"),
        (2.69, Column("a", "A", places=1), "2.7"),
    ],
)
def test_shown_writes_a_cell_as_its_column_wants(value: Cell, column: Column, text: str) -> None:
    """Missing values say why."""
    assert numbers.shown(value, column) == text


@pytest.mark.parametrize(
    ("names", "told"),
    [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "three doctors")],
    ids=["one", "two", "more"],
)
def test_names_of_a_few_are_told_and_more_are_counted(names: list[str], told: str) -> None:
    """A title has room for two."""
    assert numbers.named(names, "doctor") == told
