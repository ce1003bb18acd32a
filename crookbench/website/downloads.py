"""The files of figures that the page of data offers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from crookbench.casebook.generated import NAME as CASE_SCHEMA
from crookbench.casebook.generated import case_schema
from crookbench.figures.export import csv_text, dictionary_csv, json_text, parquet_bytes
from crookbench.figures.numbers import lower_first, number, plural
from crookbench.figures.render import table_csv
from crookbench.figures.report import leaderboard_csv, leaderboard_json
from crookbench.records.schemas import schemas
from crookbench.website.page import File

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.figures.export import Dataset
    from crookbench.figures.figure import Chart
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.records.results import Run
    from crookbench.website.kept import Kept

MEDIA_TYPES = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
}
"""What each kind of file is called on the web."""
_KILO = 1000


@dataclass(frozen=True, slots=True)
class Download:
    """A file of figures, with what it holds.

    Attributes:
        group: What files share that hold the same in several formats.
    """

    file: File
    name: str
    group: str
    about: str

    @property
    def path(self) -> str:
        return self.file.path

    @property
    def size(self) -> str:
        return file_size(len(self.file.content))

    @property
    def media_type(self) -> str:
        return MEDIA_TYPES[self.name[self.name.rindex(".") :]]


def file_size(count: int) -> str:
    """Bytes as readers see them: "812 B", "12 kB", "1.4 MB"."""
    if count < _KILO:
        return f"{count} B"
    if count < _KILO**2:
        return f"{number(count / _KILO)} kB"
    return f"{number(count / _KILO**2, 1)} MB"


def run_files(
    run: Run, board: Leaderboard, sets: Sequence[Dataset], drawn: Sequence[Chart], kept: Kept
) -> Iterator[Download]:
    """Everything of one run: leaderboard, data sets with their dictionary, charts."""
    folder = f"data/{run.manifest.id}"

    def file(name: str, content: str | bytes, about: str) -> Download:
        held = content.encode() if isinstance(content, str) else content
        return Download(File(f"{folder}/{name}", held), name, name.partition(".")[0], about)

    every = "every figure of the leaderboard"
    yield file("leaderboard.csv", leaderboard_csv(board), every)
    yield file("leaderboard.json", leaderboard_json(board), every)
    for each in sets:
        about = f"{lower_first(each.about).removesuffix('.')}, {plural(len(each.rows), 'row')}"
        made = kept.files(f"{folder}/{each.name}", each, partial(_formats, folder, each))
        for path, content in made.items():
            yield file(path.removeprefix(f"{folder}/"), content, about)
    yield file("dictionary.csv", dictionary_csv(tuple(sets)), "what every column means")
    for chart in drawn:
        about = f"the numbers of the chart “{chart.title}”"
        yield file(f"{chart.id}.csv", table_csv(chart.table), about)


def _formats(folder: str, dataset: Dataset) -> dict[str, bytes]:
    """A data set in every format that this installation can write, by path."""
    path = f"{folder}/{dataset.name}"
    made = {
        f"{path}.csv": csv_text(dataset).encode(),
        f"{path}.json": json_text(dataset).encode(),
    }
    if find_spec("pyarrow") is not None:
        made[f"{path}.parquet"] = parquet_bytes(dataset)
    return made


def schema_files() -> Iterator[Download]:
    """The JSON Schemas of every kind of file that a person or a program writes."""
    texts = {CASE_SCHEMA: (case_schema(), "a case file, which is YAML")}
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        texts[f"{name}.schema.json"] = (text, lower_first(str(schema["title"])))
    for name, (text, about) in texts.items():
        group = name.partition(".")[0]
        yield Download(File(f"data/schemas/{name}", text.encode()), name, group, about)
