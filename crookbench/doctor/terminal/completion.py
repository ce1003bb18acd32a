"""What a half-typed line could go on to be: commands, and names from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.doctor.terminal import choices
from crookbench.doctor.terminal.commands import COMMANDS, Form, named
from crookbench.doctor.terminal.person import SIDES, opened, parts, taken_whole
from crookbench.game.search import search, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.doctor.terminal.commands import Slot
    from crookbench.game.catalogue import Catalogue, Entry


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on: `text` replaces the last `replaces` characters; `note` explains it."""

    text: str
    replaces: int
    note: str = ""


def completions(
    line: str, catalogue: Catalogue, form: Form | None = None
) -> tuple[Completion, ...]:
    """How the line could go on; nothing where it is words to the patient."""
    typed = line.lstrip()
    if not typed.startswith("/"):
        return tuple(_arguments(form, typed, catalogue)) if form else ()
    word, space, following = typed[1:].partition(" ")
    if not space:
        return tuple(
            Completion(f"/{name}", len(typed), command.does)
            for name, command in COMMANDS.items() if name.startswith(word.lower())
        )  # fmt: skip
    command = named(word)
    return tuple(_arguments(Form(command.name), following, catalogue)) if command else ()


def _arguments(form: Form, text: str, catalogue: Catalogue) -> Iterator[Completion]:
    """Names for the slot that the last part of the line is about to fill."""
    before, fragment = _last_part(text)
    reached = _reached(form, before, catalogue)
    if reached.slot is not None:
        yield from _names(reached.slot, fragment.lstrip(), catalogue)
    elif form.command == "examine" and reached.done:
        exam = catalogue.examination.get(reached.done[0])
        choices = (*SIDES, *(exam.subregions if exam else ()))
        yield from _starting(fragment.lstrip(), choices)


def _last_part(text: str) -> tuple[str, str]:
    """The finished parts of a line, and the one that is being typed."""
    before, comma, fragment = text.rpartition(",")
    return (before, fragment) if comma else ("", text)


def _reached(form: Form, before: str, catalogue: Catalogue) -> Form:
    """The form once its finished parts have filled their slots."""
    at = Form(form.command, form.done, opened(form.command, before).rest or parts(before))
    while at.slot is not None and at.rest:
        taken = taken_whole(at, catalogue)
        text = ", ".join(at.rest[:taken])
        found = at.slot.kind and choices.exact(catalogue, at.slot.kind, text)
        at = at.taking(found.id if found else text, taken)
    return at


def _names(slot: Slot, fragment: str, catalogue: Catalogue) -> Iterator[Completion]:
    if slot.kind is None:
        return
    entries = choices.entries(catalogue, slot.kind)
    if not fragment:
        names = (entry.name.replace("_", " ") for entry in entries)
        yield from (Completion(name, 0) for name in names)
        return
    for entry in search(entries, fragment):
        name = entry.name.replace("_", " ") if choices.is_fixed(slot.kind) else entry.name
        yield Completion(name, len(fragment), _matched_alias(entry, fragment))


def _matched_alias(entry: Entry, fragment: str) -> str:
    """The alias that the words fit, where they do not fit the name itself."""
    wanted = words(fragment)

    def fits(text: str) -> bool:
        return all(any(word.startswith(each) for word in words(text)) for each in wanted)

    return "" if fits(entry.name) else next(filter(fits, entry.aliases), "")


def _starting(fragment: str, choices: tuple[str, ...]) -> Iterator[Completion]:
    for choice in choices:
        if choice.startswith(fragment.lower().replace(" ", "_")):
            yield Completion(choice, len(fragment))
