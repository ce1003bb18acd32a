"""The table of where points were lost, on the page of a doctor and on that of a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number
from crookbench.website import urls, words
from crookbench.website.pages.consult.same_case import Link
from crookbench.website.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crookbench.figures.lost import Lost
    from crookbench.figures.played import Key
    from crookbench.records.results import Run
    from crookbench.website.source import Source

MOST = 15
"""Rows of a table: what a reader would mend first."""
_MOST_LINKS = 12


@dataclass(frozen=True, slots=True)
class LostRow:
    """One item or act.

    Attributes:
        times: In how many consults of how many; their links are in `links`, `more` have none.
        others: How often other doctors lost it, in percent.
    """

    text: str
    case: Link | None
    part: str
    points: str
    times: str
    others: str
    links: tuple[Link, ...]
    more: int


@dataclass(frozen=True, slots=True)
class LostTable:
    """The rows that cost most; `rest` is what the others cost together, "" for nothing."""

    rows: tuple[LostRow, ...]
    rest: str


def lost_table(
    source: Source,
    run: Run,
    found: Sequence[Lost],
    named: Callable[[Key], str],
    *,
    with_case: bool,
) -> LostTable:
    """The table of what one doctor, or one case, lost in a run.

    Args:
        source: What the site is computed from.
        run: The run.
        found: The losses, the most points first.
        named: What a link to a consult is called.
        with_case: Whether each row tells its case.
    """
    run_id = run.manifest.id
    rest = sum(each.points for each in found[MOST:])
    return LostTable(
        tuple(
            LostRow(
                text=visible(each.label),
                case=Link(source.case_path(run, each.case), source.case_title(each.case, run))
                if with_case else None,
                part=words.PARTS[each.part],
                points=number(-each.points),
                times=f"{len(each.at)} of {each.of}",
                others=number(each.others),
                links=tuple(Link(_place(run_id, key, move), named(key))
                            for key, move in each.at[:_MOST_LINKS]),
                more=max(0, len(each.at) - _MOST_LINKS),
            )
            for each in found[:MOST]
        ),
        f"{number(rest)} more points were lost on {len(found) - MOST} other items." if rest else "",
    )  # fmt: skip


def _place(run_id: str, key: Key, move: int | None) -> str:
    """The move that lost the points, or the list of what was missed."""
    if move is None:
        return f"{urls.consult_page(run_id, *key)}#missed"
    return urls.move_page(run_id, *key, move)
