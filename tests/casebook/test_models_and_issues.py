"""The lists beside the cases, models.yaml and known-issues.yaml: odd values, one message each."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from crookbench.casebook.known_issues import issues_beside
from crookbench.casebook.models import models_beside
from crookbench.errors import CrookbenchError

if TYPE_CHECKING:
    from pathlib import Path

ISSUE = """\
issues:
  - {id: X1, title: T, status: open, found_in: f, happens: h, answer: a, since: 2026-10-05,
     consults: [{run: r, model: m, case: c, rep: 1, lost: 5}]}
"""
MODEL = """\
models:
  - {id: a/b, name: B, lab: L, weights: open, price: {input: 1, output: 2.5}, extra: {top_k: 3}}
"""
HUGE = "9223372036854775808"
TOO_LARGE = (
    f"expected a number of at most 9223372036854775807, saw {HUGE}; "
    "put it in quotes if it is a text"
)


def told(folder: Path) -> str:
    """What is said of the lists of a folder, after the file's name."""
    try:
        issues_beside(folder, ())
        models_beside(folder)
    except CrookbenchError as error:
        return str(error).partition(".yaml:")[2]
    return ""


def test_lists_saved_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    """Windows editors put one at the start."""
    (tmp_path / "known-issues.yaml").write_text(f"\ufeff{ISSUE}", encoding="utf-8")
    (tmp_path / "models.yaml").write_text(f"\ufeff{MODEL}", encoding="utf-8")

    assert [issue.since for issue in issues_beside(tmp_path, ())] == [date(2026, 10, 5)]
    assert list(models_beside(tmp_path)) == ["a/b"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2026-10-05", "2026-02-30",
         "2: issues.0.since: expected a date such as 2026-10-31, saw '2026-02-30'"),
        ("2026-10-05", "10000-01-01",
         "2: issues.0.since: expected a date such as 2026-10-31, saw '10000-01-01'"),
        ("2026-10-05", "20261005",
         "2: issues.0.since: expected a date such as 2026-10-31, saw 20261005"),
        ("2026-10-05", "86400",
         "2: issues.0.since: expected a date such as 2026-10-31, saw 86400"),
        ("rep: 1", f"rep: {HUGE}", f"3: issues.0.consults.0.rep: {TOO_LARGE}"),
        ("lost: 5", f"lost: {HUGE}", f"3: issues.0.consults.0.lost: {TOO_LARGE}"),
        ("title: T", 'title: "\\udc00"',
         "2: this is not valid YAML: a \\u that names no character; write the character itself"),
    ],
)  # fmt: skip
def test_odd_value_of_an_issue_is_one_fault(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    """Dates that no calendar has, numbers that no table holds, half characters."""
    assert ISSUE.count(old) == 1
    (tmp_path / "known-issues.yaml").write_text(ISSUE.replace(old, new), encoding="utf-8")

    assert told(tmp_path) == message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("input: 1,", f"input: {HUGE},", f"2: models.0.price.input: {TOO_LARGE}"),
        ("input: 1,", "input: 1e400,",
         "2: models.0.price.input: expected a number, saw '1e400'"),
        ("input: 1,", "input: .nan,", "2: models.0.price.input: expected a number, saw '.nan'"),
        ("top_k: 3", f"top_k: {HUGE}", f"2: models.0.extra.top_k: {TOO_LARGE}"),
        ("name: B", 'name: "\\ud83d"',
         "2: this is not valid YAML: a \\u that names no character; write the character itself"),
    ],
)  # fmt: skip
def test_odd_value_of_a_model_is_one_fault(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    """Prices and extra fields are numbers that a request and a table can hold."""
    assert MODEL.count(old) == 1
    (tmp_path / "models.yaml").write_text(MODEL.replace(old, new), encoding="utf-8")

    assert told(tmp_path) == message
