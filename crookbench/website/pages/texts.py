"""Pages that are mostly words: caveats, method, and what stands where nothing is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.casebook.generated import points_table
from crookbench.figures.numbers import signed
from crookbench.game.points import LEVELS
from crookbench.website import urls
from crookbench.website.page import Page
from crookbench.website.pages.consult.issue_notes import move_of
from crookbench.website.pages.run.findings import EvidenceLink
from crookbench.website.pages.without_issues import without_issues
from crookbench.website.paging import fold_table
from crookbench.website.tables import table_view
from crookbench.website.text import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from markupsafe import Markup

    from crookbench.casebook.known_issues import Issue
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source
    from crookbench.website.tables import TableView

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CaveatsView:
    """What the page of caveats shows; `without` are tables of scores without known issues."""

    text: Markup
    issues: tuple[tuple[Issue, tuple[EvidenceLink, ...]], ...]
    without: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class MethodView:
    """What the page of the method shows; `after` stands below the table of points."""

    text: Markup
    after: Markup
    points: tuple[tuple[str, Rows], ...]
    levels: tuple[tuple[str, int], ...]


def text_pages(source: Source, figures: Mapping[str, RunFigures], texts: Path) -> tuple[Page, ...]:
    """Every page of words; `texts` is the folder of their Markdown."""
    return (
        _caveats(source, figures, texts),
        _method(texts),
        Page(
            path="404.html",
            template="404.html",
            title="There is no page here",
            description="The address leads to no page of this site.",
            listed=False,
        ),
    )


def _caveats(source: Source, figures: Mapping[str, RunFigures], texts: Path) -> Page:
    return Page(
        path=f"caveats/{urls.INDEX}",
        template="caveats.html",
        title="Caveats and known issues",
        description="What the scores can and cannot say, and every known fault of the marking.",
        section="Caveats",
        view=CaveatsView(
            text=page_text(texts, "caveats"),
            issues=tuple((issue, _touched(source, issue)) for issue in source.issues),
            without=tuple(_without(source, figures)),
        ),
    )


def _method(texts: Path) -> Page:
    return Page(
        path=f"method/{urls.INDEX}",
        template="method.html",
        title="How a consult is played and scored",
        description="The game, the patient, every point that scores, and how sure it all is.",
        section="Method",
        view=MethodView(
            text=page_text(texts, "method"),
            after=page_text(texts, "method-after"),
            points=_points(),
            levels=tuple((name, round(100 * least)) for name, least in LEVELS.items()),
        ),
    )


def page_text(texts: Path, name: str) -> Markup:
    return markdown((texts / f"{name}.md").read_text(encoding="utf-8"))


def _touched(source: Source, issue: Issue) -> tuple[EvidenceLink, ...]:
    """The consults an issue touches, of those runs that are here."""
    runs = {run.manifest.id: run for run in source.runs}
    found = []
    for each in issue.consults:
        if each.run in runs:
            title = source.case_title(each.case, runs[each.run])
            path = urls.consult_page(each.run, *each.key)
            move = move_of(each, runs[each.run])
            at = f"#{urls.move_anchor(move)}" if move else ""
            text = f"{source.doctors.name(each.model)}, {title}, repeat {each.rep}"
            found.append(EvidenceLink(path + at, text))
    return tuple(found)


def _without(source: Source, figures: Mapping[str, RunFigures]) -> Iterator[TableView]:
    """For each run that an issue cost points, what its scores would be without."""
    for found in figures.values():
        table = without_issues(source, found.run, found.board)
        if table is not None:
            yield table_view(fold_table(table))


def _points() -> tuple[tuple[str, Rows], ...]:
    """The points table with every number signed as readers see it."""
    return tuple(
        (name, tuple((what, ", ".join(map(signed, worth))) for what, worth in rows))
        for name, rows in points_table()
    )
