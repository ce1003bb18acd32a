"""The files of figures that the page of data offers."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from crookbench.casebook.generated import NAME as CASE_SCHEMA
from crookbench.casebook.generated import case_schema
from crookbench.figures.export import csv_text, datasets, dictionary_csv, json_text, parquet_bytes
from crookbench.figures.numbers import lower_first, plural
from crookbench.figures.render import table_csv
from crookbench.figures.report import leaderboard_csv, leaderboard_json
from crookbench.records.schemas import schemas
from crookbench.website.page import Download, File, RunFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crookbench.figures.export import Dataset
    from crookbench.figures.figure import Chart
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.records.results import Run

MEDIA_TYPES = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".zip": "application/zip",
}
"""What each kind of file is called on the web."""


def media_type(name: str) -> str:
    """What the kind of a file is called on the web."""
    return MEDIA_TYPES[name[name.rindex(".") :]]


def run_files(run: Run, board: Leaderboard, drawn: Sequence[Chart]) -> Iterator[File | RunFiles]:
    """Everything of one run: leaderboard, charts, data sets with their dictionary.

    What they hold is told last, so that the page of data needs none of their rows.
    """
    folder = f"data/{run.manifest.id}"
    offered: list[Download] = []

    def offer(name: str, content: str | bytes, about: str) -> File:
        held = content.encode("utf-8", "replace") if isinstance(content, str) else content
        file = File(f"{folder}/{name}", held)
        offered.append(Download.of(file, about))
        return file

    every = "every figure of the leaderboard"
    yield offer("leaderboard.csv", leaderboard_csv(board), every)
    yield offer("leaderboard.json", leaderboard_json(board), every)
    sets = datasets(run)
    for each in sets:
        about = f"{lower_first(each.about).removesuffix('.')}, {plural(len(each.rows), 'row')}"
        for ending, write in _formats(each).items():
            yield offer(f"{each.name}.{ending}", write(each), about)
    yield offer("dictionary.csv", dictionary_csv(sets), "what every column means")
    for chart in drawn:
        about = f"the numbers of the chart “{chart.title}”"
        yield offer(f"{chart.id}.csv", table_csv(chart.table), about)
    yield RunFiles(run.manifest.id, tuple(offered), tuple(replace(each, rows=()) for each in sets))


_MOST_ROWS_AS_JSON = 200_000
"""Rows up to which a data set comes as JSON too: 30 MB. It is the largest of the formats, and no
program that reads so many rows wants it."""


def _formats(dataset: Dataset) -> dict[str, Callable[[Dataset], str | bytes]]:
    """What writes a data set in every format that it is offered in, by the files' ending."""
    formats: dict[str, Callable[[Dataset], str | bytes]] = {"csv": csv_text}
    if len(dataset.rows) <= _MOST_ROWS_AS_JSON:
        formats["json"] = json_text
    if find_spec("pyarrow") is not None:
        formats["parquet"] = parquet_bytes
    return formats


def schema_files() -> Iterator[tuple[File, Download]]:
    """The JSON Schemas of every kind of file that a person or a program writes."""
    texts = {CASE_SCHEMA: (case_schema(), "a case file, which is YAML")}
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        texts[f"{name}.schema.json"] = (text, lower_first(str(schema["title"])))
    for name, (text, about) in texts.items():
        file = File(f"data/schemas/{name}", text.encode())
        yield file, Download.of(file, about)
