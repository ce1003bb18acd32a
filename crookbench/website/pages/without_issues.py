"""What a run's scores would be if known issues had cost no points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crookbench.figures.figure import Column, Table
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.numbers import listed, plural
from crookbench.figures.played import raw_total
from crookbench.figures.report import rank
from crookbench.website.pages.consult.issue_notes import concerned

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.casebook.known_issues import Issue
    from crookbench.figures.leaderboard import Leaderboard
    from crookbench.figures.played import Key
    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.disputed import Disputed
    from crookbench.website.source import Source


def without_issues(source: Source, run: Run, board: Leaderboard) -> Table | None:
    """Scores and ranks as they stand and without the lost points; None where none were lost."""
    lost = source.disputed(run)
    if not lost:
        return None
    without = leaderboard(undisputed_run(source, run))
    cleared = {each.model: each for each in without.standings}
    costly = {id_ for each in lost.values() for id_ in each.issues}
    ids = listed([issue.id for issue in source.issues if issue.id in costly])
    return Table(
        id=f"without-{run.manifest.id}",
        title=f"{run.manifest.title}, with and without {ids}",
        reading=(
            f"Scores and ranks as they are, and as they would be if {ids} had cost "
            f"{plural(len(lost), 'consult')} no points. Disputed "
            "harms are not counted then; nothing else is changed."
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


def undisputed_run(source: Source, run: Run) -> Run:
    """The run with disputed points given back and disputed harms taken out.

    How the patient fared stays as it was told: a run without words cannot be played again.
    """
    lost = source.disputed(run)
    consults = (
        replace(each, record=_cleared(each.record, run.manifest.id, lost, source.issues))
        for each in run.consults
    )
    return replace(run, consults=tuple(consults))


def _cleared(
    record: Record, run: str, lost: Mapping[Key, Disputed], issues: tuple[Issue, ...]
) -> Record:
    """The record with points given back in the part that the spoken plan and medicines are in."""
    if record.key not in lost:
        return record
    points = lost[record.key].points
    wrong = [
        concerned(touched, record.awards)
        for issue in issues
        for touched in issue.touched(run, record.key)
        if touched.lost
    ]
    labels = {award.label for award in wrong if award is not None}
    raw = raw_total(record) + points
    given = {"management": points}
    changes = {
        "raw_total": raw,
        "total": max(0, raw),
        "awards": tuple(award for award in record.awards if award not in wrong),
        "harmful": tuple(label for label in record.harmful if label not in labels),
        "domains": tuple(
            part.model_copy(update={"earned": part.earned + given.get(part.id, 0)})
            for part in record.domains
        ),
    }
    return record.model_copy(update=changes)
