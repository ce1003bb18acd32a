"""Promises about the page of data: every format of every set, schemas, citation, description."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING

import jsonschema
import pytest
import yaml

import crookbench
from crookbench.records.manifest import Manifest
from crookbench.records.results import Run
from crookbench.website.page import File
from crookbench.website.pages.data.archive import archive
from crookbench.website.pages.data.citation import bibtex, citation
from crookbench.website.text import file_size

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop


def test_sets_hold_the_same_rows_in_every_format(built: Workshop) -> None:
    """CSV, JSON and Parquet agree in columns and rows."""
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = built.out / "data" / "with-words"
    for name in ("consults", "items", "moves"):
        rows = list(csv.reader(io.StringIO((folder / f"{name}.csv").read_text("utf-8"))))
        data = json.loads((folder / f"{name}.json").read_text("utf-8"))
        table = parquet.read_table(folder / f"{name}.parquet")
        assert [field["name"] for field in data["fields"]] == rows[0] == table.column_names
        assert len(data["rows"]) == len(rows) - 1 == table.num_rows > 0
        assert [row[1] for row in data["rows"]] == [row[1] for row in rows[1:]]
        assert all(field["meaning"] and field["type"] for field in data["fields"])


def test_page_links_every_file_of_data(built: Workshop) -> None:
    """Nothing lies in the folder that the page does not offer."""
    page = built.page("data/index.html")
    for path in (built.out / "data").rglob("*.*"):
        name = path.relative_to(built.out / "data").as_posix()
        assert name == "index.html" or f'href="{name}"' in page, name


def test_page_explains_every_column(built: Workshop) -> None:
    """The dictionary stands on the page too."""
    page = built.page("data/index.html")
    for row in csv.DictReader(io.StringIO(built.page("data/with-words/dictionary.csv"))):
        assert f'<th scope="row"><code>{row["column"]}</code></th>' in page


def test_published_schemas_are_schemas_and_fit_the_published_files(built: Workshop) -> None:
    """A record and a log beside their page pass the schema offered for them."""
    folder = built.out / "data" / "schemas"
    names = {"case", "record", "log", "run", "error"}
    read = {name: json.loads((folder / f"{name}.schema.json").read_text("utf-8")) for name in names}
    for schema in read.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    consult = built.out / "consults" / "with-words" / "lab_model-1" / "sore_calf-1"
    for name in ("record", "log"):
        jsonschema.validate(json.loads((consult / f"{name}.json").read_text("utf-8")), read[name])


def _described(shop: Workshop) -> list[dict[str, object]]:
    found = re.search(
        r'<script type="application/ld\+json">(.*?)</script>',
        shop.page("data/index.html"),
        re.DOTALL,
    )
    assert found
    graph: list[dict[str, object]] = json.loads(found[1])["@graph"]
    return graph


def test_runs_are_described_as_data_sets(built: Workshop) -> None:
    """Name, address, licence where it is ours to give, and files that are there."""
    ours, theirs = _described(built)
    assert (ours["@type"], ours["name"]) == ("Dataset", "With words")
    assert ours["url"] == "https://example.org/bench/runs/with-words/"
    assert ours["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert "license" not in theirs
    assert theirs["creator"] == {
        "@type": "Organization",
        "name": "another bench, read by the crookbench authors",
    }
    assert 50 <= len(str(ours["description"])) <= 5000
    files = ours["distribution"]
    assert isinstance(files, list)
    for file in files:
        path = file["contentUrl"].removeprefix("https://example.org/bench/")
        assert (built.out / path).is_file(), path
        assert file["encodingFormat"] in (
            "text/csv", "application/json", "application/vnd.apache.parquet"
        )  # fmt: skip


def test_description_of_a_hostile_title_ends_no_script(shop: Workshop) -> None:
    """A run's title is data here too."""
    path = shop.results / "with-words" / "run.json"
    title = "</script><script>alert(1)</script>"
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {"title": title}), encoding="utf-8")
    shop.build()
    assert "<script>alert" not in shop.page("data/index.html")
    assert title in [each["name"] for each in _described(shop)]


def _run(**changes: str) -> Run:
    data = {"id": "r-1", "title": "50 % & {more}", "date": "2026-10-04"} | changes
    return Run(Manifest.model_validate(data), (), (), None)  # type: ignore[arg-type]  no folder


def test_bibtex_escapes_what_tex_would_read() -> None:
    """One entry, whole."""
    assert bibtex(_run(), "https://example.org/bench") == (
        "@misc{crookbench-r-1,\n"
        "  author = {{the crookbench authors}},\n"
        "  title = {{50 \\% \\& \\{more\\}}},\n"
        "  year = {2026},\n"
        f"  version = {{{crookbench.__version__}}},\n"
        "  note = {Data set, run r-1, 0 consults},\n"
        "  date = {2026-10-04},\n"
        "  url = {https://example.org/bench/runs/r-1/},\n"
        "}\n"
    )


def test_bibtex_names_whose_run_it_is_and_needs_no_address() -> None:
    """Another collection's run is theirs."""
    entry = bibtex(_run(played_on="a bench", date=""), "")
    assert "author = {{a bench, read by the crookbench authors}}" in entry
    assert "year = {n.d.}" in entry
    assert "url" not in entry


def test_citation_has_version_date_and_address() -> None:
    """All that a reader needs to find the same figures again."""
    assert citation(_run(), "https://example.org/bench") == (
        "The crookbench authors (2026). 50 % & {more} [data set]. crookbench version "
        f"{crookbench.__version__}, run r-1 of 4 October 2026, 0 consults. "
        "https://example.org/bench/runs/r-1/"
    )


def test_site_offers_a_citation_file_of_its_data(built: Workshop) -> None:
    """CITATION.cff with the date of the newest run, and the address of the site."""
    cited = yaml.safe_load(built.page("data/CITATION.cff"))
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "dataset")
    assert cited["version"] == crookbench.__version__
    assert cited["url"] == "https://example.org/bench/"
    dates = (
        json.loads(path.read_text("utf-8"))["date"] for path in built.results.glob("*/run.json")
    )
    assert str(cited["date-released"]) == max(dates)
    assert 'href="CITATION.cff"' in built.page("data/index.html")


def test_checksums_fit_every_file_of_data(built: Workshop) -> None:
    """As `sha256sum --check` reads them, each file once."""
    folder = built.out / "data"
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    told = {name: sum_ for sum_, name in (line.split("  ", 1) for line in lines)}
    assert len(told) == len(lines)
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
    del files["index.html"]
    assert told == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()
    }


def test_archive_holds_every_table_and_its_checksums(built: Workshop) -> None:
    """The CSV as published, schemas, descriptions and citation; the sums fit what is inside."""
    with zipfile.ZipFile(built.out / "data" / "crookbench-data.zip") as packed:
        found = {info.filename: packed.read(info) for info in packed.infolist()}
    folder = built.out / "data"
    for path in folder.rglob("*.csv"):
        inside = f"crookbench-data/{path.relative_to(folder).as_posix()}"
        assert found[inside] == path.read_bytes()
    assert found["crookbench-data/wordless/croissant.json"]
    for line in found.pop("crookbench-data/SHA256SUMS").decode().splitlines():
        sum_, name = line.split("  ", 1)
        assert hashlib.sha256(found.pop(f"crookbench-data/{name}")).hexdigest() == sum_
    assert found == {}


def test_archive_of_the_same_data_has_the_same_bytes() -> None:
    """No clock, no system: built twice it is one file."""
    files = [File("data/a.csv", b"a\n1\n"), File("data/r/b.csv", b"b\n2\n")]
    first, second = archive(files), archive(files)
    assert (first.path, first.content) == ("data/crookbench-data.zip", second.content)
    with zipfile.ZipFile(io.BytesIO(first.content)) as packed:
        assert {(info.date_time, info.create_system) for info in packed.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 3)
        }


def test_croissant_describes_the_tables_as_they_are(built: Workshop) -> None:
    """Every column of every CSV with its type, each file with its true checksum and size."""
    for run, ours in (("with-words", True), ("wordless", False)):
        folder = built.out / "data" / run
        told = json.loads((folder / "croissant.json").read_text("utf-8"))
        assert told["conformsTo"] == "http://mlcommons.org/croissant/1.0"
        assert ("license" in told) == ours
        for file in told["distribution"]:
            content = (folder / file["name"]).read_bytes()
            assert file["sha256"] == hashlib.sha256(content).hexdigest()
            assert file["contentSize"] == f"{len(content)} B"
            assert file["contentUrl"] == f"https://example.org/bench/data/{run}/{file['name']}"
        for records in told["recordSet"]:
            heads = (folder / f"{records['name']}.csv").read_text("utf-8").splitlines()[0]
            columns = [field["source"]["extract"]["column"] for field in records["field"]]
            assert columns == heads.split(",")
            assert {field["dataType"] for field in records["field"]} <= {
                "sc:Text", "sc:Integer", "sc:Float", "sc:Boolean"
            }  # fmt: skip


def test_croissant_without_an_address_names_the_files_beside_it(shop: Workshop) -> None:
    """A copy of the folder can be loaded from a disk."""
    shop.build()
    told = json.loads(shop.page("data/with-words/croissant.json"))
    assert [file["contentUrl"] for file in told["distribution"]] == [
        "consults.csv", "items.csv", "moves.csv",
    ]  # fmt: skip


def test_citation_file_is_of_this_version(root: Path) -> None:
    """CITATION.cff names what the package is, and its authors."""
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["version"] == crookbench.__version__
    assert cited["authors"] == [{"name": "the crookbench authors"}]
    assert cited.keys() >= {"title", "message", "license"}


@pytest.mark.parametrize(
    ("count", "shown"), [(812, "812 B"), (12_345, "12 kB"), (1_449_000, "1.4 MB")]
)
def test_file_size_is_readable(count: int, shown: str) -> None:
    """In bytes, kilobytes and megabytes of a thousand."""
    assert file_size(count) == shown
