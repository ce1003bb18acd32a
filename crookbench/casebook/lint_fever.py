"""Finds where the fever a patient tells of and the temperature on examination do not agree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from crookbench.casebook.lint_finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case, HistoryItem
    from crookbench.game.catalogue import Catalogue

EXAM = "temperature"
"""The examination that measures it."""
FEVER = 37.8
"""Degrees Celsius from which a temperature is a fever here."""
FURTHEST_APART = 2.0
"""Degrees between the temperature a patient tells of and the one that is measured."""

_ABOUT = re.compile(r"\b(?:fevers?|feverish|temperature)\b", re.IGNORECASE)
_SAYS_FEVER = re.compile(
    r"\b(?:fevers?|feverish|a temperature|running hot|burning up|hot and cold)\b", re.IGNORECASE
)
_DENIAL = re.compile(
    r"\b(?:no|not|never|nothing|without|didn['’]?t|don['’]?t|haven['’]?t|hasn['’]?t|wasn['’]?t)\b"
    r"[^.;!?]*",
    re.IGNORECASE,
)
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
_NO_COUNT = r"(?!\s*(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|a day|percent|%))"
_DIGITS = re.compile(
    rf"(?<![\d.,/])(3[4-9]|4[0-2])\b(?:[.,](\d)\b| and a (half)\b)?(?!/){_NO_COUNT}", re.IGNORECASE
)
_ONE = "|".join(_ONES)
_WORDS = re.compile(
    rf"\b(thirty|forty)\b(?:[ -]({_ONE})\b)?(?: (?:point )?({_ONE})\b| and a (half)\b)?"
    rf"(?![ -](?:{_ONE})\b){_NO_COUNT}",
    re.IGNORECASE,
)


def fever_contradictions(case: Case, catalogue: Catalogue) -> Iterator[Finding]:
    """A fever told of is a temperature on examination unless the answer says that it is over."""
    measured = _measured(case, catalogue)
    if measured is None:
        return
    for place, item in enumerate(case.history):
        if _ABOUT.search(f"{item.topic} {item.id.replace('_', ' ')}"):
            message = _disagreement(item, measured)
            if message:
                yield Finding(f"history.{place}.answer", message)


def _measured(case: Case, catalogue: Catalogue) -> float | None:
    """What the doctor is shown for the temperature, written here or the catalogue's normal."""
    written, entry = case.examination.get(EXAM), catalogue.examination.get(EXAM)
    shown = (written.finding if written else "") or (entry.normal if entry else "")
    return next(iter(spoken_temperatures(shown)), None)


def _disagreement(item: HistoryItem, measured: float) -> str | None:
    told, says = spoken_temperatures(item.answer), _says(item)
    if says == "fever" and measured < FEVER and not _OVER.search(item.answer):
        return (
            f"the patient tells of a fever and the temperature is {measured}; make `{EXAM}` "
            f"{FEVER} or more under examination, or let the answer say that the fever is gone"
        )
    if says == "no fever" and measured >= FEVER:
        return (
            f"the patient denies a fever and the temperature is {measured}; make `{EXAM}` "
            f"less than {FEVER} under examination, or let the answer tell of it"
        )
    if says != "no fever" and told and not _OVER.search(item.answer):
        furthest = max(told, key=lambda degrees: abs(degrees - measured))
        if abs(furthest - measured) > FURTHEST_APART:
            return (
                f"the patient tells of {furthest} and the temperature is {measured}; bring them "
                f"within {FURTHEST_APART:g} degrees, or let the answer say that it has changed"
            )
    return None


def _says(item: HistoryItem) -> Literal["fever", "no fever"] | None:
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
    return [*digits, *(each for found in _WORDS.finditer(text) if (each := _in_words(found)))]


def _in_words(found: re.Match[str]) -> float | None:
    """Degrees from words ("thirty-eight six" is 38.6); None where nobody could be so cold."""
    tens, ones, tenths, half = (word.lower() if word else "" for word in found.groups())
    whole = _TENS[tens] + _ONES.get(ones, 0)
    tenth = 5 if half else _ONES.get(tenths, 0)
    return whole + tenth / 10 if 34 <= whole <= 42 else None  # noqa: PLR2004  as in _DIGITS
