"""Where the fever a patient tells of and the temperature on examination do not agree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from crookbench.casebook.lints.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case, HistoryItem
    from crookbench.game.catalogue import Catalogue

EXAM = "temperature"
"""The examination that measures it."""
FEVER = 37.8
"""Degrees Celsius from which a temperature is a fever here; textbooks say 37.5 to 38."""
FURTHEST_APART = 2.0
"""Degrees between the temperature a patient tells of and the one that is measured.

A fever goes up and down by about as much within a day, so both can be true.
"""

_ABOUT = re.compile(r"\b(?:fevers?|feverish|temperature)\b", re.IGNORECASE)
"""Words by which a topic is about fever."""
_SAYS_FEVER = re.compile(
    r"\b(?:fevers?|feverish|a temperature|running hot|burning up|hot and cold)\b", re.IGNORECASE
)
"""What patients call it."""
_DENIAL = re.compile(
    r"\b(?:no|not|never|nothing|without|didn['’]?t|don['’]?t|haven['’]?t|hasn['’]?t|wasn['’]?t)\b"
    r"[^.;!?]*",
    re.IGNORECASE,
)
"""A denial, with the rest of its sentence: what follows it is denied too."""
_OVER = re.compile(
    r"\b(?:gone|over it|settled|went away|came down|gone down|dropped|back to normal|not since"
    r"|not (?:today|now|any ?more)|none since|better now|fine (?:today|now)|last (?:week|month))\b",
    re.IGNORECASE,
)
"""Words that say that the fever told of is not one of today."""

_TENS = {"thirty": 30, "forty": 40}
_ONES = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    )
}
# Numbers that count something else ("forty minutes", "38 per cent") are no temperatures.
_NO_COUNT = r"(?!\s*(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|a day|percent|%))"
# Two digits and no more: 34 to 42, the temperatures of people; not part of 138, 3.8 or 38/76.
_DIGITS = re.compile(
    rf"(?<![\d.,/])(3[4-9]|4[0-2])\b(?:[.,](\d)\b| and a (half)\b)?(?!/){_NO_COUNT}", re.IGNORECASE
)
# "Thirty-eight six", "thirty-eight point six", "forty": not the start of "forty five six two".
_ONE = "|".join(_ONES)
_WORDS = re.compile(
    rf"\b(thirty|forty)\b(?:[ -]({_ONE})\b)?(?: (?:point )?({_ONE})\b| and a (half)\b)?"
    rf"(?![ -](?:{_ONE})\b){_NO_COUNT}",
    re.IGNORECASE,
)


def fever_contradictions(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """A fever told of is a temperature on examination unless the answer says that it is over."""
    written, entry = case.examination.get(EXAM), catalogue.examination.get(EXAM)
    shown = (written.finding if written else "") or (entry.normal if entry else "")
    measured = next(iter(spoken_temperatures(shown)), None)
    if measured is None:
        return
    for place, item in enumerate(case.history):
        about = f"{item.topic} {item.id.replace('_', ' ')}"
        if not _ABOUT.search(about):
            continue
        told, says = spoken_temperatures(item.answer), fever_said(item)
        over = bool(_OVER.search(item.answer))
        furthest = max(told, key=lambda degrees: abs(degrees - measured), default=measured)
        message = ""
        if says == "fever" and measured < FEVER and not over:
            message = (
                f"the patient tells of a fever and the temperature is {measured}; make `{EXAM}` "
                f"{FEVER} or more under examination, or let the answer say that the fever is gone"
            )
        elif says == "no fever" and measured >= FEVER:
            message = (
                f"the patient denies a fever and the temperature is {measured}; make `{EXAM}` "
                f"less than {FEVER} under examination, or let the answer tell of it"
            )
        elif says != "no fever" and not over and abs(furthest - measured) > FURTHEST_APART:
            message = (
                f"the patient tells of {furthest} and the temperature is {measured}; bring them "
                f"within {FURTHEST_APART:g} degrees, or let the answer say that it has changed"
            )
        if message:
            yield Finding(f"history.{place}.answer", message)


def fever_said(item: HistoryItem) -> Literal["fever", "no fever"] | None:
    """What an answer says of fever, or None where its wording leaves that open."""
    if item.importance == "red_flag" and item.absent:
        return "no fever"
    affirmed = _DENIAL.sub(" ", item.answer)
    if max(spoken_temperatures(affirmed), default=0.0) >= FEVER or _SAYS_FEVER.search(affirmed):
        return "fever"
    denied = any(_SAYS_FEVER.search(each[0]) for each in _DENIAL.finditer(item.answer))
    if denied:
        return "no fever"
    return "fever" if item.importance == "red_flag" else None


def spoken_temperatures(text: str) -> list[float]:
    """Body temperatures in °C that a text names: "38.3 °C", "thirty-eight six", "39 and a half"."""
    digits = [
        int(whole) + (5 if half else int(tenth or 0)) / 10
        for whole, tenth, half in _DIGITS.findall(text)
    ]
    words = []
    for found in _WORDS.finditer(text):
        tens, ones, tenths, half = (word.lower() if word else "" for word in found.groups())
        whole = _TENS[tens] + _ONES.get(ones, 0)
        if 34 <= whole <= 42:  # noqa: PLR2004  as in _DIGITS
            words.append(whole + (5 if half else _ONES.get(tenths, 0)) / 10)
    return [*digits, *words]
