"""What a person's line at the terminal means: words to the patient, a move, or a question back."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from crookbench.doctor.contract import ToolCall
from crookbench.doctor.terminal import choices, commands, how_often
from crookbench.doctor.terminal.commands import Form
from crookbench.game.catalogue import SUBREGIONS
from crookbench.game.prescription import STAT
from crookbench.game.search import SHORTEST, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.doctor.terminal.choices import ChoiceKind
    from crookbench.doctor.terminal.commands import Slot
    from crookbench.game.catalogue import Catalogue, Entry

SIDES = ("left", "right")
_COMMA = re.compile(r"\s*(?:(?<!\d),|,(?!\d{3}\b))\s*")
"""Between the parts of a line; "1,000 units" is one part."""
_NUMBERS = re.compile(r"\d+(?:[\s,]+\d+)*")
_SEVERAL = ("examine", "order", "refer")
"""Commands of which one line may hold several, each a move of its own."""


@dataclass(frozen=True, slots=True)
class Act:
    """A tool is to be called.

    Attributes:
        more: Further calls of the same line.
        guessed: Whether a name was found from its beginning alone, and is to be confirmed.
    """

    call: ToolCall
    more: tuple[ToolCall, ...] = ()
    guessed: bool = False


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

    what: Own


Own: TypeAlias = Literal["help", "record", "done", "notes", "hint", "quit"]
Meaning: TypeAlias = Act | Ask | Tell | Want


@dataclass(frozen=True, slots=True)
class PromptState:
    """What a line is read against.

    Attributes:
        offered: The kind and ids of the numbered list shown last.
        form: The command that waits for an answer.
    """

    catalogue: Catalogue
    offered: tuple[ChoiceKind, tuple[str, ...]] = ("exams", ())
    form: Form | None = None


def read_line(line: str, state: PromptState) -> Meaning:
    """What a line means. A "/" starts a command; anything else is an answer or is said."""
    text = line.strip()
    if text.startswith("/"):
        return _command(text[1:].strip(), state)
    if state.form is not None:
        if not text:
            return Tell(f"/{state.form.command} was cancelled; nothing was done.")
        return _fill(replace(state.form, rest=(*parts(text), *state.form.rest)), state)
    if why := _why_not_said(text):
        return Tell(why)
    return Act(ToolCall("say", {"text": text})) if text else Tell("")


def _why_not_said(text: str) -> str:
    """Why a line is kept from the patient: it was meant for the terminal, or for a list."""
    if _NUMBERS.fullmatch(text):
        return (
            f"A number alone is not said to the patient. One of a list goes with its command: "
            f"/examine {text}, for example."
        )
    command = commands.named(text.rstrip(".!"))
    if command is None:
        return ""
    return f"Did you mean /{command.name}? Without / the patient would hear it; nothing was said."


def question(form: Form, catalogue: Catalogue) -> str:
    """What a form wants next, after what it understood last."""
    if form.slot is None or not form.done:
        return form.slot.question if form.slot else ""
    kind, value = form.spec.slots[len(form.done) - 1].kind, form.done[-1]
    chosen = _entry(catalogue, kind, value) if kind else None
    return f"{chosen.name if chosen else value}. {form.slot.question}"


def parts(text: str) -> tuple[str, ...]:
    """The parts of a line between its commas."""
    return tuple(part for part in _COMMA.split(text.strip()) if part)


def _command(text: str, state: PromptState) -> Meaning:
    word, _, following = text.partition(" ")
    command = commands.named(word)
    if command is None:
        return Tell(commands.unknown(word))
    if command.name == "undo":
        return Tell(f"/undo: {command.does}")
    if not command.tool:
        return Want(cast("Own", command.name))
    return _fill(opened(command.name, following), state)


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
    known = {*choices.MODALITIES, *(part for places in SUBREGIONS.values() for part in places)}
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


def _fill(form: Form, state: PromptState) -> Meaning:
    """Goes on with a form as far as the line reaches."""
    slot = form.slot
    if slot is None or not form.rest:
        return Ask(form) if slot else _act(form, state)
    if special := _vital_signs(form, state) or _no_dose(form, slot):
        return special
    if slot.kind is None:
        return _fill(form.taking(form.rest[0], 1), state)
    taken = taken_whole(form, state.catalogue)
    text = ", ".join(form.rest[:taken])
    if choices.is_no_name(text) and not choices.is_fixed(slot.kind):
        why = f"{text!r} names none; type a name, or a number of the list. Nothing was done."
        return Ask(replace(form, rest=form.rest[taken:]), why)
    found = _offered(text, slot.kind, state) or choices.look_up(state.catalogue, slot.kind, text)
    if found.entry is None:
        return _unclear(replace(form, rest=form.rest[taken:]), slot, text, state)
    value = found.entry.name if choices.is_fixed(slot.kind) else found.entry.id
    return _fill(form.taking(value, taken, guessed=found.guessed), state)


def _vital_signs(form: Form, state: PromptState) -> Act | None:
    """What "/examine vitals" does: one call for each of them."""
    if form.command != "examine" or len(form.rest) != 1:
        return None
    signs = choices.vital_signs(state.catalogue, form.rest[0])
    calls = [ToolCall("examine", {"exam_id": each.id}) for each in signs]
    return Act(calls[0], tuple(calls[1:])) if calls else None


def _no_dose(form: Form, slot: Slot) -> Ask | None:
    """Asks again at once where a dose has no amount in it."""
    if slot.argument != "dose" or how_often.is_amount(form.rest[0]):
        return None
    why = "write an amount such as 500 mg, 2 puffs or one tablet. Nothing was done."
    return Ask(replace(form, rest=form.rest[1:]), f"{form.rest[0]!r} is no dose; {why}")


def taken_whole(form: Form, catalogue: Catalogue) -> int:
    """How many parts the next slot's name takes: several where it has commas of its own."""
    if form.slot is None or form.slot.kind is None:
        return 1
    for count in range(len(form.rest), 1, -1):
        if choices.exact(catalogue, form.slot.kind, ", ".join(form.rest[:count])):
            return count
    return 1


def _offered(text: str, wanted: ChoiceKind, state: PromptState) -> choices.Found | None:
    """The entry that a number picks from the list shown last."""
    kind, ids = state.offered
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if kind != wanted or not 1 <= number <= len(ids):
        return None
    return choices.Found(_entry(state.catalogue, wanted, ids[number - 1]))


def _entry(catalogue: Catalogue, kind: ChoiceKind, id_: str) -> Entry | None:
    return next((each for each in choices.entries(catalogue, kind) if each.id == id_), None)


def _unclear(form: Form, slot: Slot, text: str, state: PromptState) -> Ask:
    """Asks again, after a look at what there is."""
    if slot.kind is None or choices.is_fixed(slot.kind):
        there = choices.entries(state.catalogue, slot.kind) if slot.kind else ()
        names = ", ".join(each.name.replace("_", " ") for each in there)
        return Ask(form, f"{text!r} is none of: {names}.")
    if sum(map(len, words(text))) < SHORTEST:
        return Ask(form, f"{text!r} is too short: type at least {SHORTEST} letters of the name.")
    return Ask(form, look=ToolCall("search", {"kind": slot.kind, "query": text}))


def _act(form: Form, state: PromptState) -> Meaning:
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
    calls = [arguments]
    for part in form.rest:
        further = _further(form, calls[-1], part, state)
        another = None if further else _another(form, part, state)
        if further is not None:
            calls[-1] |= further
        elif another is not None:
            calls.append({spec.slots[0].argument: another.id})
        else:
            return Tell(_one_too_many(form, part))
    first, *others = (ToolCall(spec.tool, each) for each in calls)
    return Act(first, tuple(others), form.guessed)


def _another(form: Form, part: str, state: PromptState) -> Entry | None:
    """A further thing of the same kind on the line: by its whole name or its number alone."""
    kind = form.spec.slots[0].kind if form.command in _SEVERAL else None
    if kind is None:
        return None
    offered = _offered(part, kind, state)
    return offered.entry if offered else choices.exact(state.catalogue, kind, part)


def _further(
    form: Form, call: Mapping[str, object], part: str, state: PromptState
) -> dict[str, object] | None:
    """The argument of a call that a part after the slots gives; None where it gives none."""
    plain = _plain(part)
    match form.command:
        case "examine" if plain in SIDES:
            return {"side": plain}
        case "examine" if plain in state.catalogue.examination[str(call["exam_id"])].subregions:
            return {"subregion": plain}
        case "list" if plain in choices.MODALITIES:
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
    also = ["the whole name of another one"] if spec.name in _SEVERAL else []
    expected = " or ".join(filter(None, [spec.more, *also]))
    wanted = f"expected {expected}" if expected else "it takes one at a time"
    return f"/{spec.name}: {part!r} does not fit; {wanted}. Nothing done."
