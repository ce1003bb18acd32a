"""Promises about addresses."""

from __future__ import annotations

import pytest

from crookbench.website.urls import canonical, consult_page, move_anchor, relative

DEEP = consult_page("r1", "lab/model", "cough", 2)


def test_addresses_are_those_that_were_published() -> None:
    """They never change."""
    assert DEEP == "consults/r1/lab_model/cough-2/index.html"
    assert [move_anchor(7), move_anchor(123)] == ["m07", "m123"]


@pytest.mark.parametrize(
    ("target", "page", "address"),
    [
        ("index.html", "index.html", "index.html"),
        ("index.html", DEEP, "../../../../index.html"),
        (DEEP, "index.html", "consults/r1/lab_model/cough-2/index.html"),
        (f"{DEEP}#m07", "caveats/index.html", f"../{DEEP}#m07"),
        (f"{DEEP}#m07", DEEP, "#m07"),
        ("models/a~1b/index.html", "index.html", "models/a~1b/index.html"),
        ("models/a b/index.html", "index.html", "models/a%20b/index.html"),
    ],
)
def test_relative_addresses_work_from_a_disk_and_any_path(
    target: str, page: str, address: str
) -> None:
    """They name the file and start at the page."""
    assert relative(target, page) == address


def test_canonical_address_is_short() -> None:
    """Without index.html, under the base address."""
    assert canonical("https://example.org/bench/", "index.html") == "https://example.org/bench/"
    assert canonical("https://example.org/bench", DEEP) == (
        "https://example.org/bench/consults/r1/lab_model/cough-2/"
    )
