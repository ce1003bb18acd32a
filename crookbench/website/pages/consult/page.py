"""The page of one consult: everything said and done, what it earned, and what was missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number
from crookbench.game.awards import PARTS
from crookbench.game.points import RED_FLAG_ABSENT, RED_FLAG_PRESENT
from crookbench.website import urls, words
from crookbench.website.charts.drawing import bar_width, score_line
from crookbench.website.doctors import doctor_view
from crookbench.website.page import Copy, Page
from crookbench.website.pages.consult.awards import Earned, with_issues
from crookbench.website.pages.consult.issue_notes import issue_notes
from crookbench.website.pages.consult.provenance import changed_since, in_brief, provenance
from crookbench.website.pages.consult.same_case import (
    Link,
    by_case,
    everyone,
    neighbours,
    page_of,
    share_of,
)
from crookbench.website.pages.consult.transcript import stretches, transcript
from crookbench.website.runview import run_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.awards import Award
    from crookbench.records.record import Record, RedFlag
    from crookbench.records.results import Consult, Run
    from crookbench.website.pages.consult.reading import Reading
    from crookbench.website.pages.consult.same_case import DoctorsConsults
    from crookbench.website.runfigures import RunFigures
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


_FILES = {
    "record": (".json", "record.json"),
    "log": (".log.json", "log.json"),
    "Markdown": (".md", "transcript.md"),
}
"""The files of a consult: how each ends in the results, and its name beside the page."""


@dataclass(frozen=True, slots=True)
class PartView:
    """One part of the bill."""

    name: str
    earned: str
    most: str
    width: float
    below: bool
    awards: tuple[Earned, ...]


@dataclass(frozen=True, slots=True)
class MissedView:
    """One item that was not earned."""

    points: str
    text: str
    hint: str


@dataclass(frozen=True, slots=True)
class _SameCase:
    """The consults of one case in a run, as the page of each shows them."""

    records: Sequence[Record]
    everyone: tuple[DoctorsConsults, ...]

    @property
    def reps(self) -> tuple[int, ...]:
        """The repeats that anybody has."""
        return tuple(sorted({each.rep for each in self.records}))


def consult_pages(source: Source, found: RunFigures) -> Iterator[Page]:
    """The page of every consult of a run."""
    run, view = found.run, run_view(found.run)
    cases = {
        case: _SameCase(records, everyone(source, run, records))
        for case, records in by_case(run).items()
    }
    for consult in run.consults:
        yield _page(source, found, consult, cases[consult.record.case], view)


def _page(
    source: Source, found: RunFigures, consult: Consult, same_case: _SameCase, view: RunView
) -> Page:
    run, record = found.run, consult.record
    doctor = doctor_view(source, record.model)
    title = source.case_title(record.case, run)
    score = f"{record.total} of {record.max}"
    percent = number(share_of(record))
    return Page(
        path=page_of(run, record),
        template="consult.html",
        title=f"{title}, by {doctor.name}, repeat {record.rep}",
        description=(
            f"{doctor.name} scored {score} points ({percent} %). "
            f"{words.OUTCOMES[record.consequence]} Every move, and what it earned."
        ),
        context={
            "run": view,
            "doctor": doctor,
            "case": source.case_of(run, record.case),
            "case_title": title,
            "case_path": urls.case_page(record.case),
            "record": record,
            "score": score,
            "percent": percent,
            "outcome": words.OUTCOMES[record.consequence],
            "missed": tuple(_missed(record)),
            "files": _files(run, consult),
            "transcript_at": _transcript_at(run, record),
            **_played(source, run, consult, found.readings[record.key]),
            **_siblings(run, record, same_case),
        },
    )


def _played(source: Source, run: Run, consult: Consult, read: Reading) -> dict[str, object]:
    """The moves, what they earned, what is known to be wrong with it, and where it comes from."""
    record = consult.record
    issues = tuple(i for i in source.issues if i.touches(run.manifest.id, record.key))
    noted = issue_notes(issues, run.manifest.id, record)
    awards = with_issues(read.awards, noted.awards)
    moves = transcript(consult.log, read.actions, [shown for _, shown in awards], noted.moves)
    return {
        "parts": tuple(_parts(record, awards)),
        "line": score_line([move.score for move in moves], record.max),
        "stretches": stretches(moves),
        "issues": issues,
        "brief": in_brief(record, len(moves)),
        "provenance": tuple(provenance(run, record, len(moves))),
        "changed": "" if run.manifest.played_on else changed_since(source, record),
    }


def _siblings(run: Run, record: Record, same_case: _SameCase) -> dict[str, object]:
    """Where a reader can go from here: the other repeats, the other doctors, the comparison."""
    return {
        "name": urls.consult_name(run.manifest.id, *record.key),
        "neighbours": neighbours(run, record, same_case.records),
        "everyone": same_case.everyone,
        "others": len(same_case.records) - 1,
        "reps": same_case.reps,
        "matrix": urls.item_matrix(record.case, run.manifest.id),
        "compare": urls.COMPARE,
    }


def _parts(record: Record, awards: Sequence[tuple[Award, Earned]]) -> Iterator[PartView]:
    for part in PARTS:
        domain = record.domain(part)
        yield PartView(
            name=words.PARTS[part],
            earned=number(domain.earned),
            most=str(domain.max),
            width=bar_width(domain.earned, domain.max),
            below=domain.earned < 0,
            awards=tuple(shown for award, shown in awards if award.part == part),
        )


def _missed(record: Record) -> Iterator[MissedView]:
    """What the record lists; of a record without such a list, the red flags not asked about."""
    for item in record.missed:
        text = f"Red flag: {item.label}" if item.kind == "red_flag" else item.label
        bonus = " (a bonus)" if item.kind == "acceptable" else ""
        yield MissedView(str(item.points), text + bonus, item.hint)
    if not record.missed:
        for flag in record.red_flags:
            if not flag.elicited:
                yield MissedView(_worth(flag), f"Red flag: {flag.topic}", "asking about it")
        for text in record.missed_required:
            yield MissedView("", f"Required: {text}", "doing it before the end")


def _worth(flag: RedFlag) -> str:
    """The points of a red flag, where the record tells whether it was present."""
    if flag.absent is None:
        return ""
    return str(RED_FLAG_ABSENT if flag.absent else RED_FLAG_PRESENT)


def _files(run: Run, consult: Consult) -> tuple[Link, ...]:
    return tuple(Link(copy.path, text) for text, copy in _copied(run, consult).items())


def consult_copies(run: Run) -> Iterator[Copy]:
    """The files of a run's consults that the site carries along."""
    for consult in run.consults:
        yield from _copied(run, consult).values()


def _copied(run: Run, consult: Consult) -> dict[str, Copy]:
    """What lies beside the page, by what it is; a run without words has no Markdown."""
    record = consult.record
    folder = urls.consult_folder(run.manifest.id, record.model, record.case, record.rep)
    stem = consult.record_path.stem
    files = {
        name: Copy(f"{folder}/{copied}", consult.record_path.with_name(stem + ending))
        for name, (ending, copied) in _FILES.items()
    }
    return {name: copy for name, copy in files.items() if copy.source.is_file()}


def _transcript_at(run: Run, record: Record) -> str:
    """The address of the transcript at its source, where the run has no words: the web's only."""
    source = record.provenance.source or ""
    is_address = source.startswith(("https://", "http://"))
    return source if is_address and run.manifest.kind == "wordless" else ""
