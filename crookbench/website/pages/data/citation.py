"""How to cite a run: in words, and as BibTeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crookbench.figures.numbers import plural, upper_first
from crookbench.website import urls
from crookbench.website.runview import whose_cases
from crookbench.website.text import visible
from crookbench.website.urls import canonical

if TYPE_CHECKING:
    from crookbench.records.results import Run

AUTHORS = "the crookbench authors"
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


def citation(run: Run) -> str:
    manifest = run.manifest
    consults = plural(len(run.records), "consult")
    who = author(run) if manifest.played_on else upper_first(AUTHORS)
    return f"{who} ({year(run)}). {manifest.title} [data set]. Run {manifest.id}, {consults}."


def bibtex(run: Run, base_url: str) -> str:
    """One entry; `@misc`, since not every style knows data sets."""
    manifest = run.manifest
    fields = {
        "author": f"{{{_escaped(author(run))}}}",
        "title": f"{{{_escaped(manifest.title)}}}",
        "year": year(run),
        "note": _escaped(f"Data set, run {manifest.id}, {plural(len(run.records), 'consult')}"),
    }
    if base_url:
        fields["url"] = canonical(base_url, urls.run_page(manifest.id))
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{crookbench-{manifest.id},\n{lines}}}\n"


def _escaped(text: str) -> str:
    """A text that TeX prints as it stands."""
    return "".join(_SPECIAL.get(letter, letter) for letter in " ".join(visible(text).split()))
