"""Plays a case with every baseline, and tells its author how they fared and what earns points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from crookbench.casebook.reachability import ORACLE, play_baseline
from crookbench.doctor.baselines import BASELINES, can_play
from crookbench.game.awards import PARTS
from crookbench.game.moves import Rx, Say
from crookbench.game.points import HISTORY, NECESSITY, RED_FLAG_PRESENT
from crookbench.game.prescription import STAT
from crookbench.game.scoring import score
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from crookbench.casebook.reachability import BaselineConsult
    from crookbench.game.awards import Kind, Missed
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table, its columns of `numbers` right-aligned."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


def baseline_sheets(case: Case, catalogue: Catalogue) -> tuple[Sheet, ...]:
    """Where the maximum comes from, how each baseline fared, and what earned the oracle points."""
    tries = [
        play_baseline(case, catalogue, doctor) for doctor in BASELINES if can_play(doctor, case)
    ]
    oracle = next(each for each in tries if each.doctor == ORACLE)
    return (
        sheet_of_maximum(case, catalogue, oracle.scoring.maximum),
        sheet_of_baselines(case, tries),
        sheet_of_awards(case, oracle),
    )


def sheet_of_maximum(case: Case, catalogue: Catalogue, maximum: int) -> Sheet:
    """What a consult in which nothing is done leaves on the table, but for the bonus items."""
    left = [item for item in score(case, catalogue, ()).missed if item.kind != "acceptable"]
    rows = []
    for part, items in groupby(left, key=lambda item: item.part):
        kinds: dict[str, list[int]] = {}
        for item in items:
            kinds.setdefault(_what(item), []).append(item.points)
        rows += [
            (PARTS[part], what, f"{len(worth)} × {worth[0]}", str(sum(worth)))
            for what, worth in kinds.items()
        ]
    return Sheet(
        f"{case.id}: where its {maximum} points come from",
        ("Part", "For", "Each", "Points"), tuple(rows), frozenset({2, 3}),
    )  # fmt: skip


def _what(item: Missed) -> str:
    """What kind of item it is, as an author has written it."""
    match item.kind:
        case "red_flag":
            return f"red flag, {'present' if item.points == RED_FLAG_PRESENT else 'absent'}"
        case "history":
            return _worth(HISTORY, item.points)
        case "exam" | "test":
            return _worth(NECESSITY, item.points)
        case kind:
            return _KINDS[kind]


_KINDS: dict[Kind, str] = {
    "ideal": "ideal item of the plan",
    "diagnosis": "most likely diagnosis",
    "differential": "each other diagnosis",
    "cant_miss": "can't-miss diagnosis",
}


def _worth(words: Mapping[Any, int], points: int) -> str:
    """The word of a points table ("essential") that is worth so much."""
    return next(str(word) for word, worth in words.items() if worth == points)


def sheet_of_baselines(case: Case, tries: Sequence[BaselineConsult]) -> Sheet:
    return Sheet(
        f"{case.id}: how the baselines fared",
        ("Doctor", "Total", "Share", *_SHORT, "Outcome"),
        tuple(
            (
                each.doctor,
                str(each.scoring.total),
                f"{each.scoring.total / max(1, each.scoring.maximum):.0%}",
                *(str(part.earned) for part in each.scoring.parts),
                each.scoring.outcome.replace("_", " "),
            )
            for each in tries
        ),
        frozenset(range(1, 3 + len(PARTS))),
    )


_SHORT = tuple(name.partition(" ")[0] for name in PARTS.values())
"""The parts' names as column headings: one word each."""


def sheet_of_awards(case: Case, oracle: BaselineConsult) -> Sheet:
    """Each award with the words that earned it, or with what was done."""
    rows = []
    for award in oracle.scoring.awards:
        move = oracle.moves[award.move - 1]
        how = f"{_DONE[type(move).__name__]} {getattr(move, 'id', '')}".rstrip()
        if award.quote is not None:
            how = f"saying “{award.quote}”"
        elif isinstance(move, Say):
            how = f"asking “{move.utterance}”"
        elif isinstance(move, Rx) and move.frequency == STAT:
            how = f"giving {move.id}"
        rows.append((str(award.points), award.label, how))
    return Sheet(
        f"{case.id}: what earned each point, as {ORACLE} played it",
        ("Points", "Item", "Earned by"), tuple(rows), frozenset({0}),
    )  # fmt: skip


_DONE = {
    "Say": "saying",
    "Rx": "prescribing",
    "Exam": "examining",
    "Order": "ordering",
    "Refer": "referring to",
    "Stop": "stopping",
    "Withdraw": "taking back",
    "Review": "booking a review",
    "Dx": "the saved diagnosis",
    "End": "the end of the consult",
}


def print_sheets(sheets: Sequence[Sheet], console: Console) -> None:
    """Tables on a terminal; elsewhere one line a row, its cells in columns, never wrapped."""
    from rich.table import Table
    from rich.text import Text

    for sheet in sheets:
        if not console.is_terminal:
            rows = (sheet.columns, *sheet.rows)
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            console.file.write(f"{printable(sheet.title)}\n")
            for row in rows:
                cells = (
                    cell.rjust(width) if place in sheet.numbers else cell.ljust(width)
                    for place, (cell, width) in enumerate(zip(row, widths, strict=True))
                )
                console.file.write(printable(f"  {'  '.join(cells).rstrip()}") + "\n")
            console.file.write("\n")
            continue
        title = Text(printable(sheet.title))
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for place, name in enumerate(sheet.columns):
            table.add_column(name, justify="right" if place in sheet.numbers else "left")
        for row in sheet.rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        console.print(table, "")
