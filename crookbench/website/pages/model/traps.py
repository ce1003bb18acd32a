"""The traps that a doctor faced in a run, with the consults that fell for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.heatmaps import trap_anchor
from crookbench.figures.numbers import number, plural
from crookbench.website import urls
from crookbench.website.pages.consult.same_case import Link

if TYPE_CHECKING:
    from crookbench.figures.traps import Trap
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source


@dataclass(frozen=True, slots=True)
class TrapLine:
    """One trap; a case's own trap is titled on the case's page, hidden until opened."""

    anchor: str
    case: str
    case_path: str
    sprung: str
    faced: str
    links: tuple[Link, ...]


def trap_lines(source: Source, found: RunFigures, model: str) -> tuple[TrapLine, ...]:
    return tuple(_line(source, found, trap, model) for trap in found.traps if trap.faced_by(model))


def _line(source: Source, found: RunFigures, trap: Trap, model: str) -> TrapLine:
    run = found.run
    sprung = {
        key: move for key, move in zip(trap.sprung, trap.moves, strict=True) if key[0] == model
    }
    where = {
        key: f"repeat {key[2]}" if trap.case else f"{source.case_title(key[1], run)}, {key[2]}"
        for key in sprung
    }
    return TrapLine(
        anchor=trap_anchor(run, trap),
        case=source.case_title(trap.case, run) if trap.case else trap.title,
        case_path=source.case_path(run, trap.case) if trap.case else "",
        sprung=number(len(sprung)),
        faced=plural(trap.faced_by(model), "consult"),
        links=tuple(
            Link(urls.move_page(run.manifest.id, *key, move), where[key])
            for key, move in sprung.items()
        ),
    )
