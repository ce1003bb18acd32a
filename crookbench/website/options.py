"""What a build of the site is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.website.hosting import Hosting


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for.

    Attributes:
        templates: The folder of templates and assets.
        plotly: A smaller build of plotly.js to ship, or None for the plotly package's.
        cards: Whether pages get the pictures that links to them unfurl with.
        search: Whether there is an index to search.
        jobs: How many processes write pages.
    """

    templates: Path
    hosting: Hosting
    plotly: Path | None
    cards: bool
    search: bool
    jobs: int
