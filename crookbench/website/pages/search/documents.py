"""What the search looks through: models, cases, consults and known issues, as plain texts.

Only what was said, found and done goes in: no key, so that searching spoils no case, and no link
or figure that stands on every page, so that a word leads to where it matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from crookbench.figures.models import GROUPS
from crookbench.figures.numbers import number
from crookbench.figures.played import share
from crookbench.website import urls, words
from crookbench.website.doctors import doctor_view
from crookbench.website.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.records.record import Record
    from crookbench.records.results import Run
    from crookbench.website.pages.consult.moves import Action
    from crookbench.website.source import CaseEntry, Source


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text, and the id of the place where it stands: "m07", or "" for none."""

    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that can be found.

    Attributes:
        path: Its page in the site, with an anchor if it is a part of one.
        kind: What it is, as results name it.
        about: One line under its title.
    """

    path: str
    kind: str
    title: str
    about: str
    passages: tuple[Passage, ...]

    @property
    def html(self) -> str:
        """The document as the indexer reads it; its path travels as an attribute."""
        said = {"path": self.path, "kind": self.kind, "about": self.about}
        meta = "".join(
            f'<i data-v="{_escaped(value)}" data-pagefind-meta="{name}[data-v]"></i>'
            for name, value in said.items()
        )
        passages = "".join(map(_paragraph, self.passages))
        title = f"<h1>{_escaped(self.title)}</h1>"
        return f'<!doctype html><html lang="en"><body>{title}{meta}{passages}</body></html>'


def _paragraph(passage: Passage) -> str:
    at = f' id="{_escaped(passage.anchor)}"' if passage.anchor else ""
    return f"<p{at}>{_escaped(passage.text)}</p>\n"


def _escaped(text: str) -> str:
    return escape(visible(text))


def documents(source: Source) -> Iterator[Document]:
    """Everything that can be found but consults, in the order of the site."""
    for model in source.models:
        yield _model(source, model)
    for entry in source.case_entries:
        yield _case(entry)
    for issue in source.issues:
        passages = (Passage(issue.happens), Passage(issue.answer))
        title = f"{issue.id}. {issue.title}"
        at = f"caveats/{urls.INDEX}#{issue.id}"
        yield Document(at, "Known issue", title, issue.status_words, passages)


def _model(source: Source, model: str) -> Document:
    doctor = doctor_view(source, model)
    about = ", ".join(part for part in (doctor.lab, GROUPS[doctor.group]) if part)
    return Document(doctor.path, "Model", doctor.name, about, (Passage(f"{model}. {about}"),))


def _case(entry: CaseEntry) -> Document:
    case, path, title = entry.case, entry.path, entry.title
    if case is None:
        about = f"a case of {entry.owner.played_on}" if entry.owner else "a case no longer here"
        return Document(path, "Case", title, about, (Passage(f"{title}, {about}"),))
    patient = case.patient
    about = f"{patient.name}, {patient.age}, {patient.sex}"
    told = (item.answer for item in case.history if item.volunteered)
    texts = (about, patient.occupation, case.presenting_complaint, patient.appearance, *told)
    return Document(path, "Case", title, about, tuple(Passage(text) for text in texts if text))


def consult_document(
    source: Source, run: Run, record: Record, actions: Sequence[Action]
) -> Document:
    """What can be found of a consult: everything said, found and done in it."""
    name, case = source.doctors.name(record.model), source.case_title(record.case, run)
    percent = number(share(record) if record.max else None)
    disputed = source.disputed(run).get(record.key)
    told = f"{percent} %{f' ({disputed.text})' if disputed else ''}."
    return Document(
        path=urls.consult_page(run.manifest.id, *record.key),
        kind="Consult",
        title=f"{case}, by {name}, repeat {record.rep}",
        about=f"{told} {words.OUTCOMES[record.consequence]} {run.manifest.title}",
        passages=tuple(
            Passage(_told(action), urls.move_anchor(number))
            for number, action in enumerate(actions, start=1)
        ),
    )


def _told(action: Action) -> str:
    """The words of a move, in the order in which they came."""
    parts = (action.done, action.what, action.said, action.shown, action.reply)
    return " ".join(part for part in parts if part)
