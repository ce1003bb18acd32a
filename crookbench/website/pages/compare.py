"""The page that sets two consults side by side; without a script it leads to item matrices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from crookbench.records.slug import slug
from crookbench.website import urls
from crookbench.website.page import Page
from crookbench.website.pages.consult.same_case import Link
from crookbench.website.text import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


MOST_DOCTORS = 200
"""Doctors of a run that the pickers offer; any other is chosen on the page of a consult."""


@dataclass(frozen=True, slots=True)
class CompareView:
    """What the page shows without its script: item matrices by run.

    Attributes:
        choices: What its pickers offer, as JSON that is safe inside a script element.
    """

    runs: tuple[tuple[RunView, tuple[Link, ...]], ...]
    choices: Markup


def compare_page(source: Source, figures: Mapping[str, RunFigures]) -> Page:
    """The one page; which consults it compares stands in its address."""
    return Page(
        path=urls.COMPARE,
        template="compare.html",
        title="Two consults side by side",
        description="Two consults of one case, item by item: who got what, and at which move.",
        view=CompareView(
            tuple(
                (source.view_of(found.run), _matrices(source, found)) for found in figures.values()
            ),
            _choices(source, figures),
        ),
        section="Compare",
    )


def _choices(source: Source, figures: Mapping[str, RunFigures]) -> Markup:
    """Every run with its cases, and who played each how often: the best doctors of very many."""
    told = {
        run_id: {
            "title": visible(found.run.manifest.title),
            "cases": {case: visible(source.case_title(case, found.run))
                      for case in found.run.manifest.cases},
            "doctors": [
                [slug(each.model), visible(found.names.name(each.model)),
                 _repeats(found, each.model)]
                for each in found.board.scored[:MOST_DOCTORS]
            ],
        }
        for run_id, found in figures.items()
    }  # fmt: skip
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  JSON without "<" ends no script


def _repeats(found: RunFigures, model: str) -> dict[str, list[int]]:
    """The repeats of each case that a doctor has."""
    repeats: dict[str, list[int]] = {}
    for consult in found.by_model.get(model, ()):
        repeats.setdefault(consult.record.case, []).append(consult.record.rep)
    return repeats


def _matrices(source: Source, found: RunFigures) -> tuple[Link, ...]:
    run = found.run
    return tuple(
        Link(urls.item_matrix(case, run.manifest.id), source.case_title(case, run))
        for case in run.manifest.cases
    )
