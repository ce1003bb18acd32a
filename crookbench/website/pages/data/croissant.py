"""A run as a data set that machine-learning tools can load: MLCommons Croissant 1.0, as JSON-LD."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from crookbench import __version__
from crookbench.figures.frames import KEY
from crookbench.website import urls
from crookbench.website.page import File
from crookbench.website.pages.data.citation import bibtex
from crookbench.website.pages.data.downloads import media_type
from crookbench.website.pages.data.jsonld import about_run

if TYPE_CHECKING:
    from crookbench.figures.export import Dataset
    from crookbench.figures.frames import Type
    from crookbench.records.results import Run
    from crookbench.website.page import Download, RunFiles

_TERMS = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty",
    "fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField",
    "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate",
    "separator", "source", "subField", "transform",
)  # fmt: skip
"""Words of Croissant that are no words of schema.org."""

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS},
}

_TYPES: dict[Type, str] = {
    "text": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "boolean": "sc:Boolean",
}  # fmt: skip


def croissant_path(run: Run) -> str:
    return f"data/{run.manifest.id}/croissant.json"


def croissant(run: Run, files: RunFiles, base_url: str) -> File:
    """What the CSV files of a run hold; addresses are absolute where the site has one."""
    offered = {each.name: each for each in files.downloads}
    sets = [(each, offered[f"{each.name}.csv"]) for each in files.datasets]
    described = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        **about_run(run, base_url),
        "version": __version__,
        "citeAs": bibtex(run, base_url),
        "distribution": [_file(file, base_url) for _, file in sets],
        "recordSet": [_records(each, file) for each, file in sets],
    }
    text = json.dumps(described, indent=1, ensure_ascii=False) + "\n"
    return File(croissant_path(run), text.encode("utf-8", "replace"))


def _file(file: Download, base_url: str) -> dict[str, str]:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "description": file.about,
        "contentUrl": urls.canonical(base_url, file.path) if base_url else file.name,
        "contentSize": f"{file.bytes} B",
        "encodingFormat": media_type(file.name),
        "sha256": file.sha256,
    }


def _records(dataset: Dataset, file: Download) -> dict[str, Any]:
    """The rows of a file; those of consults are told apart by run, model, case and repeat."""
    key = {"key": [{"@id": f"consults/{each.name}"} for each in KEY]}
    return {
        "@type": "cr:RecordSet",
        "@id": dataset.name,
        "name": dataset.name,
        "description": dataset.about,
        **(key if dataset.name == "consults" else {}),
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{dataset.name}/{field.name}",
                "name": field.name,
                "description": field.meaning,
                "dataType": _TYPES[field.type],
                "source": {"fileObject": {"@id": file.name}, "extract": {"column": field.name}},
            }
            for field in dataset.fields
        ],
    }
