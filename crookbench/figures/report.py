"""The leaderboard as a table, Markdown, CSV and JSON: each loops over the list of figures."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from crookbench.figures import numbers
from crookbench.figures.answer import answer, noun_for
from crookbench.figures.figure import Column, Table
from crookbench.figures.intervals import Interval
from crookbench.figures.metrics import METRICS
from crookbench.figures.played import of_what
from crookbench.figures.render import markdown, rows_csv
from crookbench.records.markdown import inline

if TYPE_CHECKING:
    from crookbench.figures.figure import Cell
    from crookbench.figures.findings import Finding
    from crookbench.figures.leaderboard import Leaderboard, Standing, Value
    from crookbench.figures.names import Names
    from crookbench.records.results import Run

_DISCLAIMER = (
    "A benchmark of a game, not of medical competence: a score says how a doctor plays these "
    "cases under this marking."
)

_TOO_FEW = "Too few: too few repeats or cases for an interval, or no two results that differ."

COLUMNS = (
    Column("rank", "Rank", kind="ranks"),
    Column("doctor", "Doctor", kind="text"),
    Column("scored", "Scored", kind="text"),
    *(
        Column(each.name, each.label, each.unit,
               "ranks" if each.is_interval else "share" if each.is_share else "number",
               each.places, each.missing)
        for each in METRICS
    ),
)  # fmt: skip


def leaderboard_table(run: Run, board: Leaderboard, names: Names) -> Table:
    """The leaderboard as readers see it: intervals and ranks as ranges."""
    return Table(
        id="leaderboard",
        title=f"Leaderboard of {run.manifest.title}",
        reading=leaderboard_reading(board, names),
        columns=COLUMNS,
        rows=tuple(
            (
                rank(each), names.name(each.model), f"{each.n_scored} of {each.n_planned}",
                *(cell(each.figures[metric.name]) for metric in METRICS),
            )
            for each in board.standings
        ),
        n=of_what(run),
        note=leaderboard_note(board, names),
    )  # fmt: skip


def rank(standing: Standing) -> str | None:
    """A rank as readers see it: "1", "2–4"; None for who has not earned one."""
    return None if standing.rank is None else numbers.span(standing.rank.low, standing.rank.high)


def cell(value: Value) -> Cell:
    """A figure as a table holds it: an interval is a text."""
    return numbers.span(value.low, value.high) if isinstance(value, Interval) else value


def leaderboard_reading(board: Leaderboard, names: Names) -> str:
    """What score, intervals and rank mean."""
    noun = noun_for(board, names)
    return (
        "Score: average share of each case's points. If replayed: where the score would lie if the "
        "same cases were played again (95 %). On new cases: what to expect on cases of the same "
        f"kind (95 %). Rank: every place the {noun} could hold, given which {noun}s it clearly "
        "beats or loses to; at most 5 % of the differences called clear may be false."
    )


def leaderboard_note(board: Leaderboard, names: Names) -> str:
    """What stands below the table: what it cannot tell apart, and what is special about it."""
    raised = [
        each for each in board.scored
        if each.unfloored is not None
        and each.score - each.unfloored > 1e-9  # noqa: PLR2004  rounding of binary fractions
    ]  # fmt: skip
    told = [f"{names.name(e.model)} {numbers.share_percent(e.unfloored, 1)}" for e in raised]
    intervals = ("these_cases", "other_cases")
    sentences = [
        sets_sentence(board, names),
        answer(board, names).needed,
        _TOO_FEW if any(e.figures[i] is None for e in board.scored for i in intervals) else "",
        f"A consult counts at least 0; without that floor: {numbers.listed(told)}." if told else "",
        ""
        if all(each.complete for each in board.standings)
        else "Doctors with missing consults show how many were scored, and are not ranked.",
        ""
        if board.same_cases
        else "Doctors played different cases, so they are listed by rank. Each two are compared on "
        "the cases that both played.",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def sets_sentence(board: Leaderboard, names: Names) -> str:
    """Warns where a table goes over cases of several sets: it compares with no table of one."""
    counts = Counter(names.sets[case] for case in board.cases if case in names.sets)
    if len(counts) < 2:  # noqa: PLR2004  one set is what every table should have
        return ""
    told = numbers.listed([f"{count} {name}" for name, count in counts.items()])
    return f"These figures mix sets of cases ({told}), so they do not compare with those of one."


def leaderboard_markdown(
    run: Run, board: Leaderboard, found: tuple[Finding, ...], names: Names
) -> str:
    """LEADERBOARD.md: who is best and how sure that is, the table, what stood out."""
    table = leaderboard_table(run, board, names)
    about = f"{inline(run.manifest.title)}, {inline(run.manifest.date)}: {table.n}."
    stood_out = "\n".join(f"- {inline(finding.text)}" for finding in found)
    best = inline(answer(board, names).text)
    parts = ["# Leaderboard", about, best, _DISCLAIMER, markdown(table).rstrip()]
    if stood_out:
        parts += ["## What stood out", stood_out]
    return "\n\n".join(parts) + "\n"


_IN_FILES = sorted(METRICS, key=lambda each: each.is_interval)
"""The figures as files hold them: intervals last, because each takes two columns of a CSV."""


def leaderboard_csv(board: Leaderboard) -> str:
    """The leaderboard with every digit, one row a doctor, best first: its JSON in columns."""
    rows = [
        {
            column: end
            for name, value in _json_row(each).items()
            for column, end in (
                ((f"{name}_low", (value or _NO_ENDS)[0]), (f"{name}_high", (value or _NO_ENDS)[1]))
                if name in _INTERVALS
                else ((name, value),)
            )
        }
        for each in board.standings
    ]
    return rows_csv(list(rows[0]) if rows else [], [list(row.values()) for row in rows])


_INTERVALS = frozenset(each.file_name for each in METRICS if each.is_interval)
_NO_ENDS = (None, None)


def leaderboard_json(board: Leaderboard) -> str:
    """The leaderboard for programs: unrounded, best first, null where there is too little."""
    data = {"run": board.run, "models": [_json_row(each) for each in board.standings]}
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _json_row(each: Standing) -> dict[str, Any]:
    values = {metric.file_name: each.figures[metric.name] for metric in _IN_FILES}
    return {
        "model": each.model,
        "n_scored": each.n_scored,
        "n_planned": each.n_planned,
        **{
            name: [value.low, value.high] if isinstance(value, Interval) else value
            for name, value in values.items()
        },
        "rank_low": None if each.rank is None else each.rank.low,
        "rank_high": None if each.rank is None else each.rank.high,
    }
