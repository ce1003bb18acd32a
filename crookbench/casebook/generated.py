"""What stands beside the cases but is made from the code: the editors' schema, the points table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.casebook.case_schema import NAME, case_schema
from crookbench.casebook.points_table import START, with_points
from crookbench.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = "README.md"
"""The authors' page, which has the points table."""


def stale(folder: Path) -> list[Fault]:
    """A fault for each generated file of a cases' folder that is not what today's code makes."""
    message = "this is not what today's code makes; run `crookbench check --write-generated`"
    return [Fault(str(path), message) for path, was, now in _generated(folder) if was != now]


def write_generated(folder: Path) -> None:
    """Brings every generated file of a cases' folder up to date."""
    for path, was, now in _generated(folder):
        if was != now:
            path.write_text(now, encoding="utf-8")


def _generated(folder: Path) -> Iterator[tuple[Path, str, str]]:
    """Each generated file that the folder has, as it stands and as it should."""
    schema, page = folder / NAME, folder / PAGE
    if schema.is_file():
        yield schema, schema.read_text(encoding="utf-8"), case_schema()
    if page.is_file():
        text = page.read_text(encoding="utf-8")
        if START in text:
            yield page, text, with_points(text)
