"""The leaderboard as a table, and as Markdown, CSV and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from crookbench.figures import numbers
from crookbench.figures.figure import Column, Table
from crookbench.figures.played import of_what
from crookbench.figures.render import escaped, markdown, rows_csv
from crookbench.game.awards import PARTS

if TYPE_CHECKING:
    from crookbench.figures.comparison import Resolution
    from crookbench.figures.findings import Finding
    from crookbench.figures.intervals import Interval
    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names
    from crookbench.records.results import Run

_FEW = numbers.TOO_FEW
_DISCLAIMER = (
    "A benchmark of a game, not of medical competence: a score says how a doctor plays these "
    "cases under this marking."
)

_READING = (
    "On these cases: where the mean would lie if the same cases were played again. "
    "To other cases: what to expect on other cases. "
    "Rank: the range that comparing pairs by case leaves open. All 95 %."
)

COLUMNS = (
    Column("rank", "Rank", kind="ranks", missing="–"),
    Column("doctor", "Doctor", kind="text"),
    Column("scored", "Scored", kind="text"),
    Column("score", "Score", "%", missing=_FEW),
    Column("sd", "± sd", places=0, missing=_FEW),
    Column("these_cases", "On these cases", kind="text", missing=_FEW),
    Column("other_cases", "To other cases", kind="text", missing=_FEW),
    Column("history", "History", "%"),
    Column("examination", "Exam", "%"),
    Column("investigations", "Tests", "%"),
    Column("management", "Plan", "%"),
    Column("red_flags", "Red flags", "%"),
    Column("questions", "Asked"),
    Column("flags_per_10_questions", "Flags per 10 asked", places=1),
    Column("top_dx_right", "Right diagnosis", "%"),
    Column("harms", "Harms", places=2),
    Column("required_care_missed", "Care missed"),
    Column("cost", "Cost", "US$", places=2, missing="unknown"),
)

_INTERVALS = ("interval_these_cases", "interval_other_cases")

CSV_FIELDS = (
    "model", "n_scored", "n_planned", "score", "sd", *PARTS, "red_flags", "questions",
    "flags_per_10_questions", "top_dx_right", "harms", "required_care_missed", "cost",
    *(f"{name}_{end}" for name in _INTERVALS for end in ("low", "high")),
    "rank_low", "rank_high",
)  # fmt: skip
"""Columns of the leaderboard's CSV: the fields of its JSON, intervals as two columns each."""


def leaderboard_table(run: Run, board: Leaderboard, names: Names) -> Table:
    """The leaderboard as readers see it: intervals and ranks as ranges."""
    return Table(
        id="leaderboard",
        title=f"Leaderboard of {run.manifest.title}",
        reading="Score: mean share of each case's maximum.",
        columns=COLUMNS,
        rows=tuple(
            (
                rank(each), names.name(each.model), f"{each.n_scored} of {each.n_planned}",
                each.score, each.sd, _range(each.these_cases), _range(each.other_cases),
                *(each.parts[part] for part in PARTS), each.red_flags, each.questions,
                each.flags_per_10_questions, each.top_dx_right, each.harms,
                each.required_care_missed, each.cost,
            )
            for each in board.standings
        ),
        n=of_what(run),
        note=leaderboard_note(board, names),
    )  # fmt: skip


def rank(standing: Standing) -> str | None:
    """A rank as readers see it: "1", "2–4"; None for who has not earned one."""
    return None if standing.rank is None else numbers.span(standing.rank.low, standing.rank.high)


def _range(interval: Interval | None) -> str | None:
    return None if interval is None else numbers.span(interval.low, interval.high)


def leaderboard_note(board: Leaderboard, names: Names) -> str:
    """What stands beside the table: how to read it, and what it cannot tell apart."""
    sentences = [
        _READING,
        resolution_sentence(board.resolution),
        _unfloored_sentence(board, names),
        "Doctors with gaps show how many consults were scored and are not ranked."
        if any(not each.complete for each in board.standings)
        else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def resolution_sentence(found: Resolution) -> str:
    """The smallest difference a run can resolve, in words."""
    if found.needed is None:
        return "Too few doctors or cases to compare any two."
    need = f"must differ by {numbers.number(found.needed, 1)} points to be told apart"
    if found.pairs == 1:
        return f"These two {need}."
    range_ = numbers.span(found.least, found.most, 1)
    return f"Two doctors {need} (median of {found.pairs} pairs; {range_})."


def _unfloored_sentence(board: Leaderboard, names: Names) -> str:
    raised = [
        each for each in board.standings
        if each.score is not None and each.unfloored is not None
        and each.score - each.unfloored > 1e-9  # noqa: PLR2004  rounding of binary fractions
    ]  # fmt: skip
    told = [f"{names.name(e.model)} {numbers.percent(e.unfloored, 1)}" for e in raised]
    return f"Without the floor at 0 of each consult: {numbers.listed(told)}." if told else ""


def leaderboard_markdown(
    run: Run, board: Leaderboard, found: tuple[Finding, ...], names: Names
) -> str:
    """LEADERBOARD.md: the table, what stood out, and what it is not."""
    table = leaderboard_table(run, board, names)
    about = f"{escaped(run.manifest.title)}, {escaped(run.manifest.date)}: {table.n}."
    stood_out = "\n".join(f"- {escaped(finding.text)}" for finding in found)
    parts = ["# Leaderboard", about, _DISCLAIMER, markdown(table).rstrip()]
    if stood_out:
        parts += ["## What stood out", stood_out]
    return "\n\n".join(parts) + "\n"


def leaderboard_csv(board: Leaderboard) -> str:
    """The leaderboard with every digit, one row a doctor, best first."""
    rows = [_csv_row(standing) for standing in board.standings]
    return rows_csv(CSV_FIELDS, [[row[name] for name in CSV_FIELDS] for row in rows])


def _csv_row(standing: Standing) -> dict[str, Any]:
    row = _json_row(standing)
    for name in _INTERVALS:
        low, high = row[name] or (None, None)
        row |= {f"{name}_low": low, f"{name}_high": high}
    return row


def leaderboard_json(board: Leaderboard) -> str:
    """The leaderboard for programs: unrounded, best first, null where there is too little."""
    data = {"run": board.run, "models": [_json_row(each) for each in board.standings]}
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _json_row(each: Standing) -> dict[str, Any]:
    return {
        "model": each.model,
        "n_scored": each.n_scored,
        "n_planned": each.n_planned,
        "score": each.score,
        "sd": each.sd,
        **{str(part): share for part, share in each.parts.items()},
        "red_flags": each.red_flags,
        "questions": each.questions,
        "flags_per_10_questions": each.flags_per_10_questions,
        "top_dx_right": each.top_dx_right,
        "harms": each.harms,
        "required_care_missed": each.required_care_missed,
        "cost": each.cost,
        "interval_these_cases": _ends(each.these_cases),
        "interval_other_cases": _ends(each.other_cases),
        "rank_low": None if each.rank is None else each.rank.low,
        "rank_high": None if each.rank is None else each.rank.high,
    }


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
