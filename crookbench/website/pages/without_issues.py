"""What a run's scores would be if known issues had cost no points."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from crookbench.figures.figure import Column, Table
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.numbers import listed, plural
from crookbench.figures.played import raw_total
from crookbench.figures.report import rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.casebook.known_issues import Issue
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.source import Source


def without_issues(source: Source, run: Run, board: Leaderboard) -> Table | None:
    """Scores and ranks as they stand and without the lost points; None where none were lost."""
    issues = [issue for issue in source.issues if _lost(run, [issue])]
    if not issues:
        return None
    lost = _lost(run, issues)
    cleared = {each.model: each for each in leaderboard(_given_back(run, lost)).standings}
    ids = listed([issue.id for issue in issues])
    return Table(
        id=f"without-{run.manifest.id}",
        title=f"{run.manifest.title}, with and without {ids}",
        reading=(
            f"Scores and ranks as they are, and as they would be if {ids} had cost "
            f"{plural(len(lost), 'consult')} no points. Nothing else is changed."
        ),
        columns=(
            Column("doctor", "Doctor", kind="text"),
            Column("score", "Score", "%", places=1),
            Column("score_without", "Score without", "%", places=1),
            Column("rank", "Rank", kind="ranks"),
            Column("rank_without", "Rank without", kind="ranks"),
            Column("consults", "Consults touched", kind="count"),
        ),
        rows=tuple(
            (
                source.doctors.name(each.model), each.score, cleared[each.model].score,
                rank(each), rank(cleared[each.model]), sum(key[0] == each.model for key in lost),
            )
            for each in board.standings
        ),
    )  # fmt: skip


def _lost(run: Run, issues: Sequence[Issue]) -> Counter[tuple[str, str, int]]:
    """The points that issues cost each consult of a run."""
    lost: Counter[tuple[str, str, int]] = Counter()
    for issue in issues:
        for each in issue.consults:
            if each.run == run.manifest.id and each.lost:
                lost[each.key] += each.lost
    return lost


def _given_back(run: Run, lost: Counter[tuple[str, str, int]]) -> Run:
    consults = (
        replace(consult, record=_raised(consult.record, lost[consult.record.key]))
        for consult in run.consults
    )
    return replace(run, consults=tuple(consults))


def _raised(record: Record, points: int) -> Record:
    """The record with points given back in the part that the spoken plan and medicines are in."""
    if not points:
        return record
    raw = raw_total(record) + points
    given = {"management": points}
    domains = tuple(
        part.model_copy(update={"earned": part.earned + given.get(part.id, 0)})
        for part in record.domains
    )
    changes = {"raw_total": raw, "total": max(0, raw), "domains": domains}
    return record.model_copy(update=changes)
