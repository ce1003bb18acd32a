"""What went wrong in a doctor's consults beside the score, with the moves where it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number, plural, upper_first
from crookbench.game.moves import Refused, Say
from crookbench.website import urls, words
from crookbench.website.pages.consult.same_case import Link, page_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.figures.faults import Faults
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source

_MOST_LINKS = 10


@dataclass(frozen=True, slots=True)
class FaultLine:
    """One kind of fault: how often, and the first moves where it happened.

    Attributes:
        more: How many of them have no link.
    """

    text: str
    links: tuple[Link, ...] = ()
    more: int = 0


def fault_lines(source: Source, found: RunFigures, model: str) -> tuple[FaultLine, ...]:
    """Nothing for a doctor without a scored consult; what the logs do not tell is left out."""
    faults = found.by_doctor.get(model)
    return tuple(_lines(source, found, faults)) if faults and faults.consults else ()


def _lines(source: Source, found: RunFigures, faults: Faults) -> Iterator[FaultLine]:
    floods, jargon, refused = _moves(source, found, faults.model)

    def line(text: str, links: Sequence[Link]) -> FaultLine:
        return FaultLine(text, tuple(links[:_MOST_LINKS]), max(0, len(links) - _MOST_LINKS))

    yield line(_times(faults.floods, "message that asked too much at once"), floods)
    if faults.jargon is not None:
        what = "message with words the patient did not know"
        yield line(_times(faults.jargon, what), jargon)
    if faults.refused is not None:
        yield line(_times(faults.refused, "failed tool call"), refused)
    if faults.denied is not None:
        yield FaultLine(_times(faults.denied, "answer wrongly denied"))
    if faults.unmarked:
        yield FaultLine(_times(faults.unmarked, "item not marked"))
    for ending, times in faults.endings.items():
        if ending != "ended":
            name = words.ENDINGS.get(ending, ending.replace("_", " "))
            yield FaultLine(f"{upper_first(plural(times, 'consult'))} ended otherwise: {name}")
    if faults.retries:
        yield FaultLine(f"{plural(faults.retries, 'further try', 'further tries')} after a failure")
    if faults.seconds is not None:
        yield FaultLine(f"A consult took {number(faults.seconds)} seconds on average")


def _times(count: int, what: str) -> str:
    noun, _, rest = what.partition(" ")
    return upper_first(f"{plural(count, noun)} {rest}") if count else f"No {what}"


def _moves(
    source: Source, found: RunFigures, model: str
) -> tuple[list[Link], list[Link], list[Link]]:
    """The moves of a doctor that asked too much, were not understood, or could not be done."""
    floods: list[Link] = []
    jargon: list[Link] = []
    refused: list[Link] = []
    for consult in found.by_model.get(model, ()):
        record = consult.record
        title = f"{source.case_title(record.case, found.run)}, {record.rep}"
        for number_, move in enumerate(consult.log, start=1):
            anchor = urls.move_anchor(number_)
            link = Link(f"{page_of(found.run, record)}#{anchor}", f"{title}, {anchor}")
            if isinstance(move, Refused):
                refused.append(link)
            elif isinstance(move, Say):
                if move.flooded:
                    floods.append(link)
                if move.jargon:
                    jargon.append(link)
    return floods, jargon, refused
