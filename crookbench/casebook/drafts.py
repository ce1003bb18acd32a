"""Drafts of a case's phrases: what a chat model is asked for, and what of its lines is kept.

A patient understands a doctor as well as its phrases are many and different. An author reads the
drafts: a line that no doctor would say is deleted, one that another item claims is moved.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crookbench.game.typography import plain
from crookbench.patient.ear import bare
from crookbench.patient.features import features
from crookbench.patient.linear import fit
from crookbench.patient.training import judged_items

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from crookbench.game.case import Case
    from crookbench.patient.phrases import Bank, Kind, Phrase

Sort = Literal["questions", "sayings", "near_misses"]

VOICES: dict[Sort, tuple[str, ...]] = {
    "questions": (
        "an examiner's textbook; a tired registrar in two to five words; a chatty country doctor",
        "indirect and polite; rambling, with a reason first; as a statement to confirm",
        "typed in haste and misspelt; a doctor whose second language is English; British; American",
        "negative questions; a choice between two; a question that leans on what was just said",
    ),
    "sayings": (
        "an examiner's textbook; blunt, in two to six words; a chatty country doctor",
        "with the reason first; spread over two sentences; told as already being done",
        "typed in haste and misspelt; a doctor whose second language is English; British; American",
        "as a request; as a promise; together with a warning",
    ),
    "near_misses": (
        "advice against it; the opposite; it is not needed",
        "only on a condition; later, not now; perhaps; left for the patient to choose",
        "what somebody else does or did; only reported; what other doctors would do",
        "a question about it; a neighbouring thing with the same words",
    ),
}
"""The voices of each request. A model asked for all of them at once writes one voice."""
LONGEST = 300
"""Characters of a line: what a doctor says in one breath."""
CLAIMED = 0.5
"""How likely the other lines must make a line another item, for the author to be told."""
FOLDS = 5
"""Parts of the drafts that are left out in turn, to judge each line by those that are not it."""
_LISTED = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Lines that are asked for: of one item, of one sort, in some voices.

    Attributes:
        id: The topic or plan item.
        told: What the model is told.
    """

    id: str
    sort: Sort
    told: str

    @property
    def prompt(self) -> str:
        return f"casebook/{self.sort}"


def wanted(case: Case, banks: Mapping[Kind, Bank], count: int) -> Iterator[Wanted]:
    """What to ask for, item by item, until each has `count` lines of a sort.

    Args:
        case: The case.
        banks: Its phrases so far; items that have enough are left out.
        count: Lines wanted of each topic, of each plan item, and of its near misses.
    """
    have: dict[tuple[str, bool], int] = defaultdict(int)
    for phrase in (*banks["questions"].phrases, *banks["plan"].phrases):
        have[phrase.ids[0], phrase.says] += 1
    for item in case.history:
        told = f"Topic: {item.topic}\nThe patient would answer: {item.answer}"
        yield from _requests(item.id, "questions", told, item.asked_as, count - have[item.id, True])
    for id_ in judged_items(case):
        entry = case.management.items[id_]
        told = f"To be said: {entry.text}\nThe patient: {case.title}"
        missing = count - have[id_, True], count - have[id_, False]
        yield from _requests(id_, "sayings", told, entry.said_as, missing[0])
        yield from _requests(id_, "near_misses", told, entry.not_said_as, missing[1])


def _requests(
    id_: str, sort: Sort, told: str, examples: Sequence[str], missing: int
) -> Iterator[Wanted]:
    """One request for each group of voices, together for as many lines as are missing."""
    if missing <= 0:
        return
    voices = VOICES[sort]
    each = -(-missing // len(voices))
    shown = "".join(f"\n- {line}" for line in examples)
    for voice in voices:
        yield Wanted(
            id_, sort, f"{told}\nExamples:{shown or ' none'}\nVoices: {voice}\nLines: {each}"
        )


def cleaned(lines: Iterable[object], known: Collection[str]) -> tuple[str, ...]:
    """The lines that can go into a bank: in plain typography, none twice, none known already.

    `known` holds lines by their bare words. What is no text, empty or too long is dropped.
    """
    seen = set(known)
    kept: list[str] = []
    for line in lines:
        if not isinstance(line, str):
            continue
        text = " ".join(_LISTED.sub("", plain(line)).strip(" \"'").split())
        # A heading or a sign at the start would change what the bank's file means.
        text = text.lstrip("#=>+- ")
        if text and len(text) <= LONGEST and bare(text) not in seen:
            seen.add(bare(text))
            kept.append(text)
    return tuple(kept)


def rivals(drafted: Sequence[Phrase], others: Sequence[Phrase]) -> dict[Phrase, str]:
    """Drafted lines that all other lines would give to another item, with that item."""
    labels = tuple(dict.fromkeys(phrase.ids[0] for phrase in (*drafted, *others)))
    found: dict[Phrase, str] = {}
    for fold in range(FOLDS):
        judged = drafted[fold::FOLDS]
        learnt = [*others, *(each for n, each in enumerate(drafted) if n % FOLDS != fold)]
        if not judged or not learnt:
            continue
        model = fit([features(each.said) for each in learnt], [each.ids for each in learnt], labels)
        for phrase in judged:
            likely = dict(zip(labels, model.probabilities(features(phrase.said)), strict=True))
            best = max(likely, key=likely.__getitem__)
            if best != phrase.ids[0] and likely[best] >= CLAIMED:
                found[phrase] = best
    return found


def with_drafts(
    text: str, drafted: Sequence[Phrase], claimed: Mapping[Phrase, str], kind: Kind, model: str
) -> str:
    """The text of a bank with the drafted lines at the end of their sections."""
    sections = re.split(r"(?m)^(?=== )", text)
    for id_ in dict.fromkeys(phrase.ids[0] for phrase in drafted):
        own = [phrase for phrase in drafted if phrase.ids[0] == id_]
        block = "".join(_lines(own, claimed, kind))
        block = f"# Drafted by {model}; read each line, and delete this one.\n{block}"
        place = next((n for n, each in enumerate(sections) if each.startswith(f"== {id_}\n")), None)
        if place is None:
            sections.append(f"== {id_}\n{block}\n")
        else:
            sections[place] = f"{sections[place].rstrip()}\n{block}\n"
    return f"{''.join(sections).rstrip()}\n"


def _lines(own: Sequence[Phrase], claimed: Mapping[Phrase, str], kind: Kind) -> Iterator[str]:
    for phrase in own:
        if phrase in claimed:
            yield f"# The next line reads like {claimed[phrase]}: move it there, or delete it.\n"
        sign = ("+ " if phrase.says else "- ") if kind == "plan" else ""
        yield f"{sign}{phrase.said}\n"
