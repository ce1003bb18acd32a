"""Reads how often, how long and how much, as prescribers write it: "6 hourly", "qid prn", "a week".

What could mean two things is not read: a bare "1" may be a day or a month.
"""

from __future__ import annotations

import re

_NUMBERS = {
    "once": 1, "one": 1, "a": 1, "an": 1, "twice": 2, "two": 2, "three": 3, "thrice": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10, "twelve": 12, "fourteen": 14,
}  # fmt: skip
_NUMBER = rf"(\d+|{'|'.join(_NUMBERS)})"
_IF_NEEDED = re.compile(r"\bprn\b|\b(?:as|when|if) (?:needed|required|necessary)\b")
_HOURS = re.compile(
    rf"\b(?:every|each|q) ?{_NUMBER} ?(?:hours?|hrs?|hourly|h)\b|\b{_NUMBER} ?(?:hourly|hrly)\b"
)
_TIMES = re.compile(
    rf"\b{_NUMBER}(?: times| x|x)?(?: (?:daily|per day|(?:a|each|every) day|in a day)|/day)\b"
)
_SHORT = {"od": 1, "bd": 2, "bid": 2, "tds": 3, "tid": 3, "qid": 4, "qds": 4}
_TIMES_NAMES = {
    1: "Once daily", 2: "Twice daily", 3: "Three times daily", 4: "Four times daily",
}  # fmt: skip
_HOURS_NAMES = {n: f"Every {n} hours" for n in (4, 6, 8, 12)}
_OTHER = {
    "Stat dose": r"\bstat\b|\b(?:right )?now\b",
    "In the morning": r"\bmane\b|\bin the morning\b|\bevery morning\b",
    "At night": r"\bnocte\b|\bat night\b|\b(?:at|before) bed(?:time)?\b|\bevery night\b",
    "Once only": r"^once(?: only)?$|\bsingle dose\b|\bone dose\b",
}

_LASTS = re.compile(rf"^(?:for )?{_NUMBER} ?-?(d|days?|w|wk|weeks?|m|mths?|months?)$")
_DAYS_IN = {"d": 1, "w": 7, "m": 30}
_DURATIONS = {
    3: "3 days", 5: "5 days", 7: "7 days", 10: "10 days", 14: "14 days", 28: "1 month",
    30: "1 month", 90: "3 months",
}  # fmt: skip
"""Days as the list of durations has them; four weeks are a month, as on a script."""
_OTHER_DURATIONS = {
    "Ongoing": r"\bongoing\b|\blong[ -]?term\b|\bindefinite(?:ly)?\b|\bregular(?:ly)?\b|\bcontinu",
    "14 days": r"\bfortnight\b",
    "Single dose": r"\bsingle\b|\bone dose\b|\bonce\b|\bstat\b",
    "As directed": r"\bdirected\b|\bprn\b|\b(?:as|when|if) (?:needed|required)\b",
}

_AMOUNT = re.compile(
    r"\d|\b(?:half|one|two|three|four|five|six|apply|applied|thin|thinly|layer|pea|spray|smear)\b",
    re.IGNORECASE,
)


def frequency(text: str) -> str | None:
    """The frequency that a prescriber's words mean, by its name; None where they name none or two.

    Anything "prn" is taken when required, however often it may be.
    """
    said = _plain(text)
    if _IF_NEEDED.search(said):
        return "Every 5 minutes if needed" if re.search(r"\b5 min", said) else "When required"
    found = {
        *(_HOURS_NAMES.get(_number(one or other), "") for one, other in _HOURS.findall(said)),
        *(_TIMES_NAMES.get(_number(number), "") for number in _TIMES.findall(said)),
        *(name for name, pattern in _OTHER.items() if re.search(pattern, said)),
        *(_TIMES_NAMES[n] for word, n in _SHORT.items() if re.search(rf"\b{word}\b", said)),
    }
    if not found and re.search(r"\b(?:daily|every day)\b", said):
        return _TIMES_NAMES[1]
    return found.pop() or None if len(found) == 1 else None


def duration(text: str) -> str | None:
    """The duration that words mean, by its name; None where it is none of those there are."""
    said = _plain(text)
    if lasts := _LASTS.fullmatch(said):
        return _DURATIONS.get(_number(lasts[1]) * _DAYS_IN[lasts[2][0]])
    found = [name for name, pattern in _OTHER_DURATIONS.items() if re.search(pattern, said)]
    return found[0] if len(found) == 1 else None


def is_amount(text: str) -> bool:
    """Whether words can be a dose: a number, or how a cream or a spray is used."""
    return bool(_AMOUNT.search(text))


def _plain(text: str) -> str:
    return " ".join(text.lower().replace(".", "").replace("-", " ").split())


def _number(word: str) -> int:
    return _NUMBERS[word] if word in _NUMBERS else int(word)
