"""The page of one consult: everything said and done, what it earned, and what was missed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crookbench.figures.numbers import number, share_text
from crookbench.game.awards import PARTS
from crookbench.website import urls, words
from crookbench.website.cards.of_pages import consult_card
from crookbench.website.charts.drawing import ScoreLine, bar_width, score_line
from crookbench.website.doctors import DoctorView, doctor_view
from crookbench.website.page import Copy, File, Page, SearchText
from crookbench.website.pages.consult.awards import AwardView, award_views, with_issues
from crookbench.website.pages.consult.compared import CaseItem, case_items, compared_text, lines
from crookbench.website.pages.consult.issue_notes import issue_notes
from crookbench.website.pages.consult.missed import MissedPart, missed_parts
from crookbench.website.pages.consult.moves import NO_LABELS, action_of
from crookbench.website.pages.consult.provenance import changed_since, in_brief, provenance
from crookbench.website.pages.consult.same_case import (
    DoctorsConsults,
    Link,
    SameCase,
    page_of,
    same_case,
    share_of,
)
from crookbench.website.pages.consult.transcript import MoveView, stretches, transcript
from crookbench.website.pages.search.documents import consult_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.casebook.known_issues import Issue
    from crookbench.game.awards import Award
    from crookbench.game.case import Case
    from crookbench.records.record import Record
    from crookbench.records.results import Consult, Run
    from crookbench.website.cards.card import Card
    from crookbench.website.disputed import Disputed
    from crookbench.website.page import Output, Part
    from crookbench.website.runview import RunView
    from crookbench.website.source import Source


_FILES = {
    "record": (".json", "record.json"),
    "log": (".log.json", "log.json"),
    "Markdown": (".md", "transcript.md"),
}
"""The files of a consult: how each ends in the results, and its name beside the page."""

_AT_ONCE = 16
"""Consults of one part: enough that handing parts out costs little, few enough for 2 workers to
end together on a run of 90."""


@dataclass(frozen=True, slots=True)
class PartView:
    """One part of the bill; `bonus` is whether it earned more than its maximum."""

    name: str
    earned: str
    most: str
    width: float
    below: bool
    bonus: bool
    awards: tuple[AwardView, ...]


@dataclass(frozen=True, slots=True)
class ConsultView:
    """What the page of a consult shows.

    Attributes:
        case: The case, where it is this project's.
        transcript_at: Address of the transcript at its source, where the run has no words.
        disputed: Points that known issues dispute, if any.
        undisputed: Where the tables of the run stand without such points, if anywhere.
        changed: A sentence where the case file is no longer the one that was played.
        line: The running score, drawn.
        brief: When it was played, how long it is and what it cost.
        name: How the address of a comparison calls it.
        everyone: Doctors with their consults of this case; `hidden` more are not listed.
        others: How many other consults of the case there are.
        matrix: Where the item matrix stands; `compare` is where comparisons do.
    """

    run: RunView
    doctor: DoctorView
    case: Case | None
    case_title: str
    case_path: str
    record: Record
    score: str
    percent: str
    outcome: str
    disputed: Disputed | None
    undisputed: str
    missed: tuple[MissedPart, ...]
    files: tuple[Link, ...]
    transcript_at: str
    parts: tuple[PartView, ...]
    line: ScoreLine | None
    stretches: tuple[tuple[MoveView, ...], ...]
    issues: tuple[Issue, ...]
    brief: tuple[str, ...]
    provenance: tuple[tuple[str, str], ...]
    changed: str
    name: str
    neighbours: Mapping[str, Link]
    everyone: tuple[DoctorsConsults, ...]
    hidden: int
    others: int
    reps: tuple[int, ...]
    matrix: str
    compare: str


@dataclass(frozen=True, slots=True)
class _Case:
    """What the pages of all consults of a case share: each other, and what they could earn."""

    siblings: SameCase
    items: Sequence[CaseItem]


def consult_parts(source: Source, run: Run, *, cards: bool) -> Iterator[Part]:
    """Everything that stands in the folders of a run's consults, some consults a part."""
    records: defaultdict[str, list[Record]] = defaultdict(list)
    for record in run.records:
        records[record.case].append(record)
    wordless = run.manifest.kind == "wordless"
    cases = {
        case: _Case(same_case(source, run, found), case_items(found, wordless=wordless))
        for case, found in records.items()
    }
    consults = run.consults
    for start in range(0, len(consults), _AT_ONCE):
        yield partial(_outputs, source, run, cases, consults[start : start + _AT_ONCE], cards)


def _outputs(
    source: Source,
    run: Run,
    cases: Mapping[str, _Case],
    consults: Sequence[Consult],
    cards: bool,  # noqa: FBT001  a part is made of what it is given in order
) -> Iterator[Output]:
    """The outputs of some consults of a run."""
    for consult in consults:
        card = consult_card(source, run, consult.record) if cards else None
        yield from _of_consult(source, run, consult, cases[consult.record.case], card)


def _of_consult(
    source: Source, run: Run, consult: Consult, case: _Case, card: Card | None
) -> Iterator[Output]:
    """All files of one consult, for which its log is read once."""
    record, siblings = consult.record, case.siblings
    log = consult.log
    wordless = run.manifest.kind == "wordless"
    labels = source.item_labels.get(run.manifest.id, NO_LABELS)
    actions = [action_of(m, source.catalogue, wordless=wordless, labels=labels) for m in log]
    awards = award_views(record, log)
    issues = tuple(each for each in source.issues if each.touches(run.manifest.id, record.key))
    noted = issue_notes(issues, run.manifest.id, record)
    marked = with_issues(awards, noted.awards)
    moves = transcript(log, actions, [shown for _, shown in marked], noted.moves)
    copies = _copies(run, consult)
    doctor, title = doctor_view(source, record.model), source.case_title(record.case, run)
    percent = number(share_of(record))
    shown = siblings.shown_to(record.model)
    view = ConsultView(
        run=source.view_of(run),
        doctor=doctor,
        case=source.case_of(run, record.case),
        case_title=title,
        case_path=source.case_path(run, record.case),
        record=record,
        score=f"{record.total} of {record.max}",
        percent=percent,
        outcome=words.OUTCOMES[record.consequence],
        disputed=source.disputed(run).get(record.key),
        undisputed=source.undisputed_path(run),
        missed=missed_parts(record, case.items, wordless=wordless),
        files=tuple(Link(copy.path, text) for text, copy in copies.items()),
        transcript_at=_transcript_at(run, record),
        parts=tuple(_parts(record, marked)),
        line=score_line([move.score for move in moves], [move.lost for move in moves], record.max),
        stretches=stretches(moves),
        issues=issues,
        brief=in_brief(record, len(moves)),
        provenance=tuple(provenance(run, record, len(moves))),
        changed="" if run.manifest.played_on else changed_since(source, record),
        name=urls.consult_name(run.manifest.id, *record.key),
        neighbours=siblings.neighbours(record.model, record.rep),
        everyone=shown,
        hidden=len(siblings.doctors) - len(shown),
        others=siblings.count - 1,
        reps=siblings.reps,
        matrix=urls.item_matrix(record.case, run.manifest.id),
        compare=urls.COMPARE,
    )
    yield Page(
        path=page_of(run, record),
        template="consult.html",
        title=f"{title}, by {doctor.name}, repeat {record.rep}",
        description=(
            f"{doctor.name} scored {view.score} points ({percent} %)"
            f"{f', {view.disputed.text}' if view.disputed else ''}. "
            f"{view.outcome} Every move, and what it earned."
        ),
        view=view,
        card=card,
        ours=source.is_ours(run),
    )
    yield File(
        urls.compared_items(run.manifest.id, *record.key),
        compared_text(source, run, record, log, lines(record, log, awards, case.items)),
    )
    yield SearchText(consult_document(source, run, record, actions).html)
    yield from copies.values()


def _parts(record: Record, awards: Sequence[tuple[Award, AwardView]]) -> Iterator[PartView]:
    for part in PARTS:
        domain = record.domain(part)
        yield PartView(
            name=words.PARTS[part],
            earned=share_text(domain.earned),
            most=str(domain.max),
            width=bar_width(domain.earned, domain.max),
            below=domain.earned < 0,
            bonus=domain.earned > domain.max,
            awards=tuple(shown for award, shown in awards if award.part == part),
        )


def _copies(run: Run, consult: Consult) -> dict[str, Copy]:
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
