"""What a person's line at the terminal means: words to the patient, a move, or a question back."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from crookbench.doctor.contract import ToolCall
from crookbench.doctor.terminal import choices as shelves
from crookbench.doctor.terminal import commands
from crookbench.doctor.terminal.commands import Form
from crookbench.game.catalogue import SUBREGIONS
from crookbench.game.prescription import STAT
from crookbench.game.search import SHORTEST, words

if TYPE_CHECKING:
    from crookbench.doctor.terminal.choices import Shelf
    from crookbench.doctor.terminal.commands import Slot
    from crookbench.game.catalogue import Catalogue, Entry

SIDES = ("left", "right")
_COMMA = re.compile(r"\s*(?:(?<!\d),|,(?!\d{3}\b))\s*")
"""Between the parts of a line; "1,000 units" is one part."""


@dataclass(frozen=True, slots=True)
class Act:
    """A tool is to be called."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Ask:
    """A command wants more: `why` says what did not fit, `look` what is to be looked up first."""

    form: Form
    why: str = ""
    look: ToolCall | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """Nothing is done, and this is said instead; a blank text says nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class Want:
    """Something of the terminal itself."""

    what: Literal["help", "notes", "quit"]


Meaning: TypeAlias = Act | Ask | Tell | Want


@dataclass(frozen=True, slots=True)
class Desk:
    """What a line is read against.

    Attributes:
        offered: The shelf and ids of the numbered list shown last.
        form: The command that waits for an answer.
    """

    catalogue: Catalogue
    offered: tuple[Shelf, tuple[str, ...]] = ("exams", ())
    form: Form | None = None


def read_line(line: str, desk: Desk) -> Meaning:
    """What a line means. A "/" starts a command; anything else is an answer or is said."""
    text = line.strip()
    if text.startswith("/"):
        return _command(text[1:].strip(), desk)
    if desk.form is not None:
        if not text:
            return Tell(f"/{desk.form.command}: left, nothing done.")
        return _fill(replace(desk.form, rest=(*parts(text), *desk.form.rest)), desk)
    return Act(ToolCall("say", {"text": text})) if text else Tell("")


def question(form: Form, catalogue: Catalogue) -> str:
    """What a form wants next, after what it understood last."""
    if form.slot is None or not form.done:
        return form.slot.question if form.slot else ""
    shelf, value = form.spec.slots[len(form.done) - 1].shelf, form.done[-1]
    chosen = _entry(catalogue, shelf, value) if shelf else None
    return f"{chosen.name if chosen else value}. {form.slot.question}"


def parts(text: str) -> tuple[str, ...]:
    """The parts of a line between its commas."""
    return tuple(part for part in _COMMA.split(text.strip()) if part)


def _command(text: str, desk: Desk) -> Meaning:
    word, _, following = text.partition(" ")
    command = commands.named(word)
    if command is None:
        return Tell(commands.unknown(word))
    if command.name == "undo":
        return Tell(f"/undo: {command.does}")
    if not command.tool:
        return Want(cast("Literal['help', 'notes', 'quit']", command.name))
    return _fill(opened(command.name, following), desk)


def opened(command: str, following: str) -> Form:
    """A command's form with what follows its name, side words and the like set apart."""
    given = parts(following)
    match command:
        case "examine":
            given = _side_apart(given)
        case "list":
            given = _place_apart(given)
        case "search":
            given = _kind_apart(given)
        case _:
            pass
    return Form(command, rest=given)


def _side_apart(given: tuple[str, ...]) -> tuple[str, ...]:
    """Reads "left calf palpation" and "calf palpation left" as "calf palpation, left"."""
    if not given or len(spoken := given[0].split()) < 2:  # noqa: PLR2004  a side and a name
        return given
    if spoken[0].lower() in SIDES:
        spoken = [*spoken[1:], spoken[0]]
    if spoken[-1].lower() in SIDES:
        return (" ".join(spoken[:-1]), spoken[-1], *given[1:])
    return given


def _place_apart(given: tuple[str, ...]) -> tuple[str, ...]:
    """Reads "thorax listen" as "thorax, listen", and "knee" as "lower_limb, knee"."""
    if not given:
        return given
    spoken, apart = given[0].split(), list(given[1:])
    known = {*shelves.MODALITIES, *(part for places in SUBREGIONS.values() for part in places)}
    while len(spoken) > 1 and spoken[-1].lower() in known:
        apart.insert(0, spoken.pop())
    place = _plain("_".join(spoken))
    region = next((name for name, places in SUBREGIONS.items() if place in places), None)
    return (region, place, *apart) if region else (" ".join(spoken), *apart)


def _kind_apart(given: tuple[str, ...]) -> tuple[str, ...]:
    """Reads "drugs amox" as "drugs, amox"."""
    if not given:
        return given
    kind, _, query = given[0].partition(" ")
    return (kind, query.strip(), *given[1:]) if query.strip() else given


def _fill(form: Form, desk: Desk) -> Meaning:
    """Goes on with a form as far as the line reaches."""
    slot = form.slot
    if slot is None:
        return _act(form, desk)
    if not form.rest:
        return Ask(form)
    if slot.shelf is None:
        return _fill(form.taking(form.rest[0], 1), desk)
    taken = taken_whole(form, desk.catalogue)
    text = ", ".join(form.rest[:taken])
    found = _offered(text, slot.shelf, desk) or shelves.look_up(desk.catalogue, slot.shelf, text)
    if found.entry is None:
        return _unclear(replace(form, rest=form.rest[taken:]), slot, text, desk)
    value = found.entry.name if shelves.is_fixed(slot.shelf) else found.entry.id
    return _fill(form.taking(value, taken), desk)


def taken_whole(form: Form, catalogue: Catalogue) -> int:
    """How many parts the next slot's name takes: several where it has commas of its own."""
    if form.slot is None or form.slot.shelf is None:
        return 1
    for count in range(len(form.rest), 1, -1):
        if shelves.exact(catalogue, form.slot.shelf, ", ".join(form.rest[:count])):
            return count
    return 1


def _offered(text: str, shelf: Shelf, desk: Desk) -> shelves.Found | None:
    """The entry that a number picks from the list shown last."""
    kind, ids = desk.offered
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if kind != shelf or not 1 <= number <= len(ids):
        return None
    return shelves.Found(_entry(desk.catalogue, shelf, ids[number - 1]))


def _entry(catalogue: Catalogue, shelf: Shelf, id_: str) -> Entry | None:
    return next((each for each in shelves.entries(catalogue, shelf) if each.id == id_), None)


def _unclear(form: Form, slot: Slot, text: str, desk: Desk) -> Ask:
    """Asks again, after a look at what there is."""
    if slot.shelf is None or shelves.is_fixed(slot.shelf):
        there = shelves.entries(desk.catalogue, slot.shelf) if slot.shelf else ()
        return Ask(form, f"{text!r} is none of: {', '.join(each.name for each in there)}.")
    if sum(map(len, words(text))) < SHORTEST:
        return Ask(form, f"{text!r} is too short: type at least {SHORTEST} letters of the name.")
    return Ask(form, look=ToolCall("search", {"kind": slot.shelf, "query": text}))


def _act(form: Form, desk: Desk) -> Meaning:
    """The call that a filled form makes, with the further parts it may have."""
    spec = form.spec
    arguments: dict[str, object] = {
        slot.argument: value for slot, value in zip(spec.slots, form.done, strict=True)
    }
    if form.command == "give":
        arguments |= {"frequency": STAT, "duration": "Single dose"}
    if form.command == "search":
        arguments["query"] = ", ".join((form.done[-1], *form.rest))
        return Act(ToolCall(spec.tool, arguments))
    for part in form.rest:
        further = _further(form, part, desk)
        if further is None:
            return Tell(_one_too_many(form, part))
        arguments |= further
    return Act(ToolCall(spec.tool, arguments))


def _further(form: Form, part: str, desk: Desk) -> dict[str, object] | None:
    """The argument that a part after the slots gives; None where it gives none."""
    plain = _plain(part)
    match form.command:
        case "examine" if plain in SIDES:
            return {"side": plain}
        case "examine" if plain in desk.catalogue.examination[form.done[0]].subregions:
            return {"subregion": plain}
        case "list" if plain in shelves.MODALITIES:
            return {"modality": plain}
        case "list" if any(plain in places for places in SUBREGIONS.values()):
            return {"subregion": plain}
        case "rx" if plain.isascii() and plain.isdecimal() and int(plain) > 0:
            return {"quantity": int(plain)}
        case _:
            return None


def _plain(part: str) -> str:
    return "_".join(part.lower().split())


def _one_too_many(form: Form, part: str) -> str:
    """Says which further parts would fit; nothing was done."""
    spec = form.spec
    if not spec.slots:
        return f"/{spec.name} stands alone; {part!r} does not belong to it. Nothing done."
    wanted = f"expected {spec.more}" if spec.more else "it takes one at a time"
    return f"/{spec.name}: {part!r} does not fit; {wanted}. Nothing done."
