"""The runs as data sets that search engines for data understand: schema.org, as JSON-LD."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench import __version__
from crookbench.figures.numbers import plural
from crookbench.website import urls
from crookbench.website.pages.data.citation import AUTHORS, author, citation
from crookbench.website.pages.data.downloads import media_type
from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crookbench.figures.frames import Field
    from crookbench.records.results import Run
    from crookbench.website.page import Download

_LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_KEYWORDS = ["language models", "evaluation", "general practice", "simulation", "benchmark"]


def catalogue(
    runs: Iterable[tuple[Run, Sequence[Download]]], fields: Iterable[Sequence[Field]], base_url: str
) -> dict[str, Any]:
    """All data sets of the site; their addresses are absolute where the site has one."""
    measured = sorted({field.name: field.meaning for each in fields for field in each}.items())
    variables = [
        {"@type": "PropertyValue", "name": name, "description": meaning}
        for name, meaning in measured
    ]
    found = [_dataset(run, files, base_url) | {"variableMeasured": variables}
             for run, files in runs]  # fmt: skip
    return {"@context": "https://schema.org", "@graph": found}


def about_run(run: Run, base_url: str) -> dict[str, Any]:
    """What schema.org and Croissant both want to know of a data set.

    Another project's run has no licence here: it is not ours to give.
    """
    manifest = run.manifest
    found: dict[str, Any] = {
        "name": manifest.title,
        "description": _description(run),
        "url": _address(urls.run_page(manifest.id), base_url),
        "identifier": manifest.id,
        "keywords": _KEYWORDS,
        "inLanguage": "en-AU",
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": author(run)},
        "publisher": {"@type": "Organization", "name": AUTHORS},
    }
    if manifest.date:
        found["datePublished"] = manifest.date
    if not manifest.played_on:
        found["license"] = _LICENCE
    return found


def _dataset(run: Run, files: Sequence[Download], base_url: str) -> dict[str, Any]:
    return {
        "@type": "Dataset",
        **about_run(run, base_url),
        "version": __version__,
        "citation": citation(run, base_url),
        "distribution": [_distribution(each, base_url) for each in files],
    }


def _description(run: Run) -> str:
    manifest = run.manifest
    doctors, cases = plural(len(manifest.doctors), "doctor"), plural(len(manifest.cases), "case")
    about = (
        f"{plural(len(run.records), 'consult')} by {doctors} on {cases} of the consultation game "
        "Crook, each scored by code against a hand-written key. A benchmark of a game, not of "
        "medical competence."
    )
    return " ".join(part for part in (manifest.description, about) if part)


def _distribution(file: Download, base_url: str) -> dict[str, str]:
    return {
        "@type": "DataDownload",
        "name": file.name,
        "description": file.about,
        "encodingFormat": media_type(file.name),
        "contentUrl": _address(file.path, base_url),
        "sha256": file.sha256,
    }


def _address(path: str, base_url: str) -> str:
    """Absolute where it can be, else as seen from the page of data."""
    return canonical(base_url, path) if base_url else urls.relative(path, f"data/{urls.INDEX}")
