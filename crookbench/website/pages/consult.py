"""The page of one consult: everything said and done, what it earned, and what was missed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number
from crookbench.figures.played import share
from crookbench.game.awards import PARTS
from crookbench.game.points import RED_FLAG_ABSENT, RED_FLAG_PRESENT
from crookbench.website import urls, words
from crookbench.website.awards import Earned, earned
from crookbench.website.doctors import doctor_view
from crookbench.website.drawing import bar_width, score_line
from crookbench.website.page import Copy, Page
from crookbench.website.provenance import provenance
from crookbench.website.runview import run_view
from crookbench.website.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.runs.record import FiledAward, Record, RedFlag
    from crookbench.runs.results import Consult, Run
    from crookbench.website.known_issues import Issue
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
class Link:
    """A link with its text."""

    path: str
    text: str


def consult_pages(source: Source, run: Run) -> Iterator[Page]:
    """The page of every consult of a run."""
    others, view = _by_case(run), run_view(run)
    for consult in run.consults:
        yield _page(source, run, consult, others[consult.record.case], view)


def _by_case(run: Run) -> Mapping[str, list[Record]]:
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in run.records:
        found[record.case].append(record)
    return found


def _page(
    source: Source, run: Run, consult: Consult, same_case: Sequence[Record], view: RunView
) -> Page:
    record = consult.record
    doctor = doctor_view(source, record.model)
    title = source.case_title(record.case, run)
    score = f"{record.total} of {record.max}"
    issues = tuple(i for i in source.issues if i.touches(run.manifest.id, record.key))
    awards = earned(record, consult.log)
    touched = _issues_by_move(issues, run.manifest.id, record)
    moves = transcript(consult.log, [shown for _, shown in awards], source.catalogue, touched)
    return Page(
        path=_path(run, record),
        template="consult.html",
        title=f"{title}, by {doctor.name}, repeat {record.rep}",
        description=(
            f"{doctor.name} scored {score} points ({number(share_of(record))} %). "
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
            "percent": number(share_of(record)),
            "outcome": words.OUTCOMES[record.consequence],
            "parts": tuple(_parts(record, awards)),
            "line": score_line([move.score for move in moves], record.max),
            "moves": moves,
            "missed": tuple(_missed(record)),
            "issues": issues,
            "neighbours": _neighbours(run, record, same_case),
            "others": _others(source, run, record, same_case),
            "files": _files(run, consult),
            "transcript_at": _transcript_at(run, record),
            "provenance": tuple(provenance(run, record, len(moves))),
        },
    )


def share_of(record: Record) -> float | None:
    """The score in percent; None where the case scores nothing."""
    return share(record) if record.max else None


def _path(run: Run, record: Record) -> str:
    return urls.consult_page(run.manifest.id, record.model, record.case, record.rep)


def _issues_by_move(
    issues: Sequence[Issue], run: str, record: Record
) -> Mapping[int, tuple[Issue, ...]]:
    found: defaultdict[int, tuple[Issue, ...]] = defaultdict(tuple)
    for issue in issues:
        for move in issue.moves(run, record.key):
            found[move] += (issue,)
    return found


def _parts(record: Record, awards: Sequence[tuple[FiledAward, Earned]]) -> Iterator[PartView]:
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


def _neighbours(run: Run, record: Record, same_case: Sequence[Record]) -> dict[str, Link]:
    """The repeats before and after this one, by the same doctor on the same case."""
    own = sorted((r for r in same_case if r.model == record.model), key=lambda each: each.rep)
    place = own.index(record)
    found = {}
    if place:
        found["prev"] = Link(_path(run, own[place - 1]), f"‹ repeat {own[place - 1].rep}")
    if place + 1 < len(own):
        found["next"] = Link(_path(run, own[place + 1]), f"repeat {own[place + 1].rep} ›")
    return found


def _others(
    source: Source, run: Run, record: Record, same_case: Sequence[Record]
) -> tuple[tuple[object, tuple[Link, ...]], ...]:
    """The same case by the run's other doctors, in its order: each repeat with its score."""
    found: defaultdict[str, list[Link]] = defaultdict(list)
    for other in same_case:
        if other.model != record.model:
            text = f"{number(share_of(other))} %"
            found[other.model].append(Link(_path(run, other), text))
    return tuple((doctor_view(source, model), tuple(links)) for model, links in found.items())


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
