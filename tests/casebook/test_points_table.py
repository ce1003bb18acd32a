"""The points table in words."""

from __future__ import annotations

from crookbench.casebook.generated import points_table, with_points
from crookbench.paths import shipped


def test_points_table_of_the_authors_page_is_current() -> None:
    """What authors read is what scores; else run `crookbench check --write-generated`."""
    page = (shipped("cases") / "README.md").read_text(encoding="utf-8")

    assert with_points(page) == page


def test_points_table_has_the_numbers_of_the_rules() -> None:
    """Every row of the design's table, as numbers."""
    numbers = [worth for _, rows in points_table() for _, worth in rows]

    assert numbers == [
        (20,), (10,), (10,), (5,), (0,),
        (10,), (5,), (0,), (-2,), (-2, -4, -6), (-15,),
        (15,), (5,), (-30,), (-30,), (-30,), (-2,),
        (20,), (10,), (5,), (10,), (-20,), (-5,),
    ]  # fmt: skip


def test_points_table_replaces_what_stands_between_the_marks() -> None:
    """Nothing around them is touched, and true minus signs are written."""
    page = with_points("Before.\n<!-- points -->\nold\n<!-- /points -->\nAfter.\n")

    assert page.startswith("Before.\n<!-- points -->\n| for | points |\n| --- | ---: |\n")
    assert "| A harmful item | −30 |" in page
    assert "old" not in page
    assert page.endswith("| A saved diagnosis changed | −5 |\n<!-- /points -->\nAfter.\n")
