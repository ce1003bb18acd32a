"""What is made from the code: the editors' schema of a case, and the table of points in words."""

from __future__ import annotations

import ast
import inspect
import json
from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.game import case, management, points

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "case.schema.json"
"""The schema's file beside the cases; each case names it in its first line."""

PAGE = "README.md"
"""The authors' page beside the cases, which has the table of points."""

START, END = "<!-- points -->", "<!-- /points -->"
"""The lines between which a Markdown page has the table."""

Rows = tuple[tuple[str, tuple[int, ...]], ...]
"""What scores, with its points; of what costs more each time, the first few."""


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


def case_schema() -> str:
    """The JSON Schema of a case file, for editors to complete and check."""
    # The descriptions of the models are their docstrings, which Python started with -OO drops.
    for module in (case, management):
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                getattr(module, node.name).__doc__ = ast.get_docstring(node)
    made = case.Case.model_json_schema(by_alias=True)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A case of crookbench",
        **{key: value for key, value in made.items() if key != "title"},
    }
    return json.dumps(_with_short_forms(schema), indent=1, ensure_ascii=False) + "\n"


def _with_short_forms(node: Any) -> Any:  # noqa: ANN401  a JSON tree
    """Allows the short forms that the loader reads, and drops the titles pydantic makes up.

    They are one word for a list of words, one trigger for a list of them, a text for a plan item.
    """
    if isinstance(node, list):
        return [_with_short_forms(each) for each in node]
    if not isinstance(node, dict):
        return node
    inner = {
        key: _with_short_forms(value)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str))
    }
    items = inner.get("items", {})
    names = str(items.get("$ref", "")).rpartition("/")[2]
    if inner.get("type") != "array":
        return inner
    if names == "ManagementItem":
        return inner | {"items": {"anyOf": [{"type": "string"}, items]}}
    if names == "Trigger" or items.get("type") == "string":
        # What describes the key stands beside the two forms, so that an editor shows it for both.
        about = {key: inner.pop(key) for key in ("description", "default") if key in inner}
        single = items if names == "Trigger" else {"type": "string"}
        return about | {"anyOf": [inner, single]}
    return inner


def with_points(page: str) -> str:
    """A Markdown page with today's table between its two marks, minus signs as true ones."""
    lines = ["| for | points |", "| --- | ---: |"]
    for name, rows in points_table():
        lines.append(f"| **{name}** | |")
        for what, worth in rows:
            signed = (f"{number:+d}".replace("-", "\u2212") if number else "0" for number in worth)
            lines.append(f"| {what} | {', '.join(signed)} |")
    before, _, rest = page.partition(START)
    after = rest.partition(END)[2]
    table = "\n".join(lines)
    return f"{before}{START}\n{table}\n{END}{after}"


def points_table() -> tuple[tuple[str, Rows], ...]:
    """Every rule that scores, part by part, with the numbers that score it."""
    told, done, planned = points.HISTORY, points.NECESSITY, points.MANAGEMENT
    waste = done["unnecessary"]
    history: Rows = (
        ("A red flag that is present, asked about", (points.RED_FLAG_PRESENT,)),
        ("A red flag that is absent, asked about", (points.RED_FLAG_ABSENT,)),
        ("An essential item", (told["essential"],)),
        ("A supporting item", (told["supporting"],)),
        ("An incidental item", (told["incidental"],)),
    )
    examination: Rows = (
        ("Essential", (done["essential"],)),
        ("Useful", (done["useful"],)),
        ("Acceptable, or an examination that the case does not list", (done["acceptable"],)),
        ("An unnecessary examination", (waste,)),
        (
            "The first, second, third … unnecessary test, or one that the case does not list",
            (waste, 2 * waste, 3 * waste),
        ),
        ("A harmful examination or test", (done["harmful"],)),
    )
    plan: Rows = (
        ("An ideal item, done or said", (planned["ideal"],)),
        ("An acceptable item, a bonus", (planned["acceptable"],)),
        ("A harmful item", (planned["harmful"],)),
        ("A required item not done by the end", (points.REQUIRED_MISSED,)),
        ("A medicine that is unsafe for this patient", (points.SAFETY_BROKEN,)),
        ("A medicine that is not indicated, the first time", (planned["not_indicated"],)),
    )
    diagnosis: Rows = (
        (
            "Most likely: the key, or a working diagnosis with the key as the one not to miss",
            (points.DIAGNOSIS_KEY,),
        ),
        ("Most likely: an accepted alternative", (points.DIAGNOSIS_ACCEPTABLE,)),
        ("Each of the other two that is on the key and no repeat", (points.DIFFERENTIAL,)),
        ("The one not to miss: a can’t-miss diagnosis of this case", (points.CANT_MISS,)),
        ("The one not to miss: anything else, or a repeat", (points.CANT_MISS_WRONG,)),
        ("A saved diagnosis changed", (points.DIAGNOSIS_CHANGED,)),
    )
    return (
        ("History", history),
        ("Examination and tests", examination),
        ("Plan", plan),
        ("Diagnosis", diagnosis),
    )
