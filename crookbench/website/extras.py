"""What a site has only where it is wanted and this installation can make it."""

from __future__ import annotations

from dataclasses import dataclass

from crookbench.website.cards.picture import check_available as check_pictures
from crookbench.website.pages.search.index import check_available as check_index
from crookbench.website.pages.search.index import is_available


@dataclass(frozen=True, slots=True)
class Extras:
    """What to make.

    Attributes:
        cards: Pictures that links unfurl with.
        search: An index to search.
    """

    cards: bool = False
    search: bool = False


def wanted(*, cards: bool, search: bool | None) -> Extras:
    """The extras of a build; search is made wherever it can be, unless it is said.

    Raises:
        NotAvailable: One is wanted that this installation cannot make.
    """
    if cards:
        check_pictures()
    if search:
        check_index()
    return Extras(cards=cards, search=is_available() if search is None else search)
