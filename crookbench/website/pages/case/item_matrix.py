"""Items down, consults across: who got what, each cell leading to the move that earned it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crookbench.figures.items import item_id
from crookbench.figures.numbers import number, plural, signed
from crookbench.game.awards import PARTS
from crookbench.game.points import NECESSITY
from crookbench.records.slug import slug
from crookbench.website import words
from crookbench.website.doctors import DoctorView, doctor_view
from crookbench.website.pages.consult.awards import award_text, award_views
from crookbench.website.pages.consult.same_case import page_of, share_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.figures.items import Item
    from crookbench.figures.played import Key
    from crookbench.game.awards import Award
    from crookbench.records.results import Consult, Run
    from crookbench.website.pages.consult.awards import AwardView
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.source import Source

_DEAR = NECESSITY["harmful"]
"""Losses of so many points or more have a row; those of needless tests, which add up, have none."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One item in one consult: the move and where it stands, or why there is none."""

    text: str
    path: str = ""
    is_first: bool = False
    is_loss: bool = False

    @property
    def tone(self) -> str:
        """How it is set: an item earned or points lost, and the first of a doctor's columns."""
        fill = "lost" if self.is_loss else "got"
        return " ".join([fill] * bool(self.path) + ["first"] * self.is_first)


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item over all consults; `discrimination` is "" for a loss."""

    anchor: str
    label: str
    points: str
    done: str
    discrimination: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ConsultColumn:
    """One consult."""

    rep: int
    score: str
    path: str


@dataclass(frozen=True, slots=True)
class ItemMatrix:
    """The whole matrix; losses are the last group."""

    doctors: tuple[tuple[DoctorView, tuple[ConsultColumn, ...]], ...]
    groups: tuple[tuple[str, tuple[ItemRow, ...]], ...]
    consults: str


def item_anchor(id_: str) -> str:
    """The id of an item's row; ids of items are told apart as those of models are in addresses."""
    return f"item-{slug(id_)}"


Earning = dict[str, tuple[int, str]]
"""What a consult has by item: points, and the address of the move."""


def item_matrix(
    source: Source, found: RunFigures, case: str, consults: Sequence[Consult]
) -> ItemMatrix:
    """The matrix of some consults of one case of one run, each doctor's beside each other."""
    run, items = found.run, found.items.get(case, ())
    earnings = {
        each.record.key: _earnings(page_of(run, each.record), award_views(each.record, each.log))
        for each in consults
    }
    groups = [
        (words.PARTS[part], tuple(_row(item, earnings) for item in items if item.part == part))
        for part in PARTS
    ]
    groups.append((f"Lost {-_DEAR} points or more", tuple(_losses(consults, earnings))))
    return ItemMatrix(
        doctors=tuple(_columns(source, run, consults)),
        groups=tuple((name, rows) for name, rows in groups if rows),
        consults=plural(len(found.by_case.get(case, ())), "consult"),
    )


def _columns(
    source: Source, run: Run, consults: Sequence[Consult]
) -> Iterator[tuple[DoctorView, tuple[ConsultColumn, ...]]]:
    for model in dict.fromkeys(each.record.model for each in consults):
        records = [each.record for each in consults if each.record.model == model]
        yield (
            doctor_view(source, model),
            tuple(
                ConsultColumn(each.rep, number(share_of(each)), page_of(run, each))
                for each in records
            ),
        )


def _earnings(page: str, awards: Sequence[tuple[Award, AwardView]]) -> Earning:
    """Every award of a consult by its item, the first move of an item that has several."""
    found: Earning = {}
    for award, shown in awards:
        points, path = found.get(item_id(award), (0, f"{page}#{shown.anchor}"))
        found[item_id(award)] = (points + award.points, path)
    return found


def _row(item: Item, earnings: Mapping[Key, Earning]) -> ItemRow:
    could = set(item.of)
    return ItemRow(
        anchor=item_anchor(item.id),
        label=award_text(item.kind, item.label, item.id, item.points),
        points=signed(item.points),
        done=f"{len(item.done)} of {len(item.of)}",
        discrimination=number(item.discrimination, 2),
        cells=_cells(
            earnings, [_cell(got.get(item.id), key in could) for key, got in earnings.items()]
        ),
    )


def _cell(got: tuple[int, str] | None, could: bool) -> Cell:  # noqa: FBT001  one call, above
    if got is None:
        return Cell("·" if could else "?")
    return Cell(got[1].rpartition("#")[2], got[1])


def _losses(consults: Sequence[Consult], earnings: Mapping[Key, Earning]) -> Iterator[ItemRow]:
    dear = {
        item_id(award): award_text(award.kind, award.label, award.item, award.points)
        for consult in consults
        for award in consult.record.awards
        if _is_dear(award)
    }
    for id_, text in dear.items():
        got = [each.get(id_) for each in earnings.values()]
        lost = [each if each and each[0] <= _DEAR else None for each in got]
        cells = [replace(_cell(each, could=True), is_loss=True) for each in lost]
        least = min(each[0] for each in lost if each)
        times = f"{sum(each is not None for each in lost)} of {len(lost)}"
        yield ItemRow(
            f"loss-{item_anchor(id_)}", text, signed(least), times, "", _cells(earnings, cells)
        )


def _is_dear(award: Award) -> bool:
    is_needless = award.kind in ("exam", "test") and award.points != NECESSITY["harmful"]
    return award.points <= _DEAR and not is_needless


def _cells(earnings: Mapping[Key, Earning], cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells with a mark at the first of each doctor's."""
    models = [model for model, _, _ in earnings]
    return tuple(
        replace(cell, is_first=place == 0 or models[place] != models[place - 1])
        for place, cell in enumerate(cells)
    )
