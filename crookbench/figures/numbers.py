"""Numbers as readers see them: the one place that rounds, signs and spells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.figure import Cell, Column

MISSING = "–"
TOO_FEW = "too few"
BELOW = "below 0"
_MINUS = "\u2212"
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen",
)  # fmt: skip


def number(value: float | None, places: int = 0, *, missing: str = MISSING) -> str:
    """A number with a true minus sign and no negative zero."""
    if value is None:
        return missing
    digits = f"{abs(value):,.{places}f}"
    negative = value < 0 and any(digit in "123456789" for digit in digits)
    return f"{_MINUS}{digits}" if negative else digits


def signed(value: float | None, places: int = 0, *, missing: str = MISSING) -> str:
    """A difference or points: always with its sign, unless it is nothing."""
    text = number(value, places, missing=missing)
    is_gain = value is not None and value > 0 and any(digit in "123456789" for digit in text)
    return f"+{text}" if is_gain else text


def percent(value: float | None, places: int = 0, *, missing: str = MISSING) -> str:
    """A share that is already in percent: 88.2 is "88 %"."""
    return missing if value is None else f"{number(value, places)} %"


def share_text(value: float | None, places: int = 0, *, missing: str = MISSING) -> str:
    """A share in percent, without its sign: penalties can push one under 0, where it has no use.

    Files keep the value itself.
    """
    text = number(value, places, missing=missing)
    return BELOW if text.startswith(_MINUS) else text


def share_percent(value: float | None, places: int = 0) -> str:
    """The same with its unit: "88 %", "below 0 %"."""
    return MISSING if value is None else f"{share_text(value, places)} %"


def money(value: float | None, *, missing: str = MISSING) -> str:
    """US$ to the cent; less than half a cent is not nothing."""
    if value is None:
        return missing
    if 0 < value < 0.005:  # noqa: PLR2004  half a cent
        return "under US$0.01"
    sign = _MINUS if value < 0 else ""
    return f"{sign}US${abs(value):,.2f}"


def span(low: float | None, high: float | None, places: int = 0, *, missing: str = TOO_FEW) -> str:
    """A range: "69–96", "−3 to 12" where a dash would be read as a sign, "3" where both agree."""
    if low is None or high is None:
        return missing
    first, last = number(low, places), number(high, places)
    if first == last:
        return first
    return f"{first} to {last}" if _MINUS in first + last else f"{first}–{last}"


def spelled(count: int) -> str:
    """A small count as a word: "five"; larger ones in digits."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else number(count)


def plural(count: int, noun: str, plural_noun: str = "") -> str:
    """A count with its noun: "1 consult", "195 consults"."""
    return f"{number(count)} {noun if count == 1 else plural_noun or noun + 's'}"


def listed(texts: Sequence[str]) -> str:
    """Texts as a sentence lists them: "a", "a and b", "a, b and c"."""
    *most, last = texts
    return f"{', '.join(most)} and {last}" if most else last


def named(texts: Sequence[str], noun: str, most: int = 2) -> str:
    """Up to `most` texts by name, more as a count: "a and b", "four doctors"."""
    return listed(texts) if len(texts) <= most else f"{spelled(len(texts))} {noun}s"


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """A title inside a sentence; an abbreviation such as "GTN" keeps its capitals."""
    second = text[1:2]
    return text if second.isupper() or second.isdigit() else text[:1].lower() + text[1:]


def shown(value: Cell, column: Column) -> str:
    """A table's cell as its column wants it."""
    if value is None:
        return column.missing
    if isinstance(value, str):
        return value
    match column.kind:
        case "percent":
            return percent(value, column.places)
        case "share":
            return share_text(value, column.places)
        case "money":
            return money(value)
        case _:
            return number(value, column.places)
