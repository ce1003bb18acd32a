"""How to cite a run: in words, as BibTeX, and as a citation file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from crookbench import __version__
from crookbench.figures.numbers import plural, upper_first
from crookbench.website import urls
from crookbench.website.runview import spelled_date, whose_cases
from crookbench.website.text import visible
from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.records.results import Run

AUTHORS = "the crookbench authors"
_DATA_TITLE = "crookbench: how AI models do as the GP in a consultation game, all runs"
_SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
}  # fmt: skip


def year(run: Run) -> str:
    """The year a run was made in, or "n.d."."""
    found = re.match(r"\d{4}", run.manifest.date)
    return found[0] if found else "n.d."


def author(run: Run) -> str:
    """Whoever made the run: of another collection's, that one, with us as its readers."""
    theirs = whose_cases(run)
    return f"{theirs}, read by {AUTHORS}" if theirs else AUTHORS


def citation(run: Run, base_url: str) -> str:
    """One line with version, date and, where the site has one, address."""
    manifest = run.manifest
    who = author(run) if manifest.played_on else upper_first(AUTHORS)
    consults = plural(len(run.records), "consult")
    of_day = f" of {spelled_date(manifest.date)}" if manifest.date else ""
    parts = (
        f"{who} ({year(run)})",
        f"{manifest.title} [data set]",
        f"crookbench version {__version__}, run {manifest.id}{of_day}, {consults}",
        canonical(base_url, urls.run_page(manifest.id)) if base_url else "",
    )
    return ". ".join(part for part in parts if part) + ("" if base_url else ".")


def bibtex(run: Run, base_url: str) -> str:
    """One entry; `@misc`, since not every style knows data sets."""
    manifest = run.manifest
    fields = {
        "author": f"{{{_escaped(author(run))}}}",
        "title": f"{{{_escaped(manifest.title)}}}",
        "year": year(run),
        "version": __version__,
        "note": _escaped(f"Data set, run {manifest.id}, {plural(len(run.records), 'consult')}"),
    }
    if manifest.date:
        fields["date"] = manifest.date
    if base_url:
        fields["url"] = canonical(base_url, urls.run_page(manifest.id))
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{crookbench-{manifest.id},\n{lines}}}\n"


def citation_file(runs: Sequence[Run], base_url: str) -> str:
    """The data of the site as CITATION.cff (1.2.0); its texts are quoted as JSON, which is YAML."""
    latest = max((run.manifest.date for run in runs), default="")
    lines = [
        "cff-version: 1.2.0",
        "message: If you use these data, please cite them, with the run and its date.",
        "type: dataset",
        f"title: {json.dumps(_DATA_TITLE)}",
        f"authors:\n  - name: {AUTHORS}",
        f"version: {__version__}",
        f"date-released: {latest}" if latest else "",
        f"url: {json.dumps(canonical(base_url, urls.INDEX))}" if base_url else "",
    ]
    return "".join(f"{line}\n" for line in lines if line)


def _escaped(text: str) -> str:
    """A text that TeX prints as it stands."""
    return "".join(_SPECIAL.get(letter, letter) for letter in " ".join(visible(text).split()))
