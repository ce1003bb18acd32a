"""Everything a person can choose by name: the catalogue's lists and the fixed lists beside them.

A fixed list is chosen from in the same way, so that one search serves medicines, frequencies and
body regions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from crookbench.doctor.terminal import how_often
from crookbench.doctor.tools import SearchKind
from crookbench.game.catalogue import SUBREGIONS, Catalogue, Entry, Modality
from crookbench.game.nearest import nearest
from crookbench.game.prescription import DURATIONS, FREQUENCIES, REVIEWS, STAT
from crookbench.game.search import search, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ChoiceKind: TypeAlias = (
    SearchKind | Literal["kinds", "regions", "frequencies", "durations", "reviews"]
)

NOUNS: dict[SearchKind, str] = {
    "exams": "examination",
    "tests": "test",
    "drugs": "medicine",
    "referrals": "referral",
    "diagnoses": "diagnosis",
}
"""One of each kind, as a person calls it."""

MODALITIES: tuple[str, ...] = get_args(Modality)

_SHORT: dict[str, tuple[str, ...]] = {
    STAT: ("stat", "now"),
    "Once only": ("once",),
    "Once daily": ("daily", "od"),
    "Twice daily": ("bd", "bid"),
    "Three times daily": ("tds", "tid"),
    "Four times daily": ("qid", "qds"),
    "Every 4 hours": ("q4h",),
    "Every 6 hours": ("q6h",),
    "Every 8 hours": ("q8h",),
    "Every 12 hours": ("q12h",),
    "In the morning": ("mane",),
    "At night": ("nocte",),
    "When required": ("prn", "as needed"),
    "Single dose": ("single",),
    "3 days": ("3d",),
    "5 days": ("5", "5d"),
    "7 days": ("7", "7d", "1 week"),
    "10 days": ("10", "10d"),
    "14 days": ("14", "14d", "2 weeks"),
    "1 month": ("1m", "4 weeks"),
    "3 months": ("3m",),
}
"""What prescribers write for a frequency or a duration; see `how_often` for whole phrases.

A bare 1 or 3 is none of them: it may mean days or months.
"""
_READ: dict[ChoiceKind, Callable[[str], str | None]] = {
    "frequencies": how_often.frequency,
    "durations": how_often.duration,
}

_KINDS: dict[SearchKind, tuple[str, ...]] = {
    "exams": ("exam", "examination", "examinations"),
    "tests": ("test", "investigation", "investigations"),
    "drugs": ("drug", "medicine", "medicines", "rx"),
    "referrals": ("referral", "refer"),
    "diagnoses": ("diagnosis", "dx"),
}


def _choices(names: Sequence[str], aliases: Mapping[str, tuple[str, ...]]) -> tuple[Entry, ...]:
    """A fixed list as catalogue entries; a choice's name is what a tool takes."""
    return tuple(
        Entry(id=f"choice_{place}", name=name, aliases=aliases.get(name, ()))
        for place, name in enumerate(names)
    )


_FIXED: dict[ChoiceKind, tuple[Entry, ...]] = {
    "kinds": tuple(Entry(id=f"kind_{k}", name=k, aliases=v) for k, v in _KINDS.items()),
    "regions": _choices(tuple(SUBREGIONS), {}),
    "frequencies": _choices(FREQUENCIES, _SHORT),
    "durations": _choices(DURATIONS, _SHORT),
    "reviews": _choices(tuple(REVIEWS), {}),
}


_NO_NAMES = (["all"], ["both"], ["none"], ["any"], ["every"], ["yes"], ["no"], ["one"])
"""Answers that are no names, though names may begin with them: "all" is no lymph node."""


def is_no_name(text: str) -> bool:
    """Whether an answer such as "all" or "yes" chooses nothing by itself."""
    return words(text) in _NO_NAMES


def is_fixed(kind: ChoiceKind) -> bool:
    """Whether it is a short list of choices rather than a part of the catalogue."""
    return kind in _FIXED


def entries(catalogue: Catalogue, kind: ChoiceKind) -> Sequence[Entry]:
    """Everything of a kind, in its own order."""
    catalogued: dict[ChoiceKind, Sequence[Entry]] = {
        "exams": catalogue.examinations,
        "tests": catalogue.investigations,
        "drugs": catalogue.formulary,
        "referrals": catalogue.referrals,
        "diagnoses": catalogue.diagnoses,
    }
    return (_FIXED | catalogued)[kind]


@dataclass(frozen=True, slots=True)
class Found:
    """What a person's words mean among one kind of choices: one entry, or several that they fit.

    Attributes:
        guessed: Whether the words only begin like the one entry's name: it is to be confirmed.
    """

    entry: Entry | None
    fitting: tuple[Entry, ...] = ()
    guessed: bool = False


def look_up(catalogue: Catalogue, kind: ChoiceKind, text: str) -> Found:
    """The entry that is named, or the only one that fits; else all that fit."""
    named = exact(catalogue, kind, text)
    if named is None and kind in _READ:
        read = _READ[kind](text)
        named = next((each for each in entries(catalogue, kind) if each.name == read), None)
    if named is not None:
        return Found(named)
    fitting = tuple(search(entries(catalogue, kind), text))
    is_only = len(fitting) == 1
    return Found(fitting[0] if is_only else None, fitting, guessed=is_only and not is_fixed(kind))


def vital_signs(catalogue: Catalogue, text: str) -> tuple[Entry, ...]:
    """The examinations that a word such as "vitals" stands for together, else none."""
    wanted = words(text)
    found = tuple(
        exam
        for exam in catalogue.examinations
        if exam.region == "vitals" and any(words(alias) == wanted for alias in exam.aliases)
    )
    return found if len(found) > 1 else ()


@dataclass(frozen=True, slots=True)
class Near:
    """A name that something misspelt may have been meant for, and where it is found."""

    name: str
    kind: ChoiceKind


def nearest_name(catalogue: Catalogue, kind: ChoiceKind, text: str) -> Near | None:
    """The most similar name or alias of any kind; where several are, that of the kind sought."""
    kinds: list[ChoiceKind] = [*(each for each in NOUNS if each != kind), kind]
    of_kind = {
        name: each
        for each in kinds  # the kind sought comes last, and so counts
        for entry in entries(catalogue, each)
        for name in (entry.name, *entry.aliases)
    }
    found = nearest(text, of_kind)
    return Near(found, of_kind[found]) if found else None


def exact(catalogue: Catalogue, kind: ChoiceKind, text: str) -> Entry | None:
    """The one entry whose id, name or alias this is; a name counts before an alias."""
    wanted, there = words(text), entries(catalogue, kind)
    by_name = [each for each in there if text == each.id or words(each.name) == wanted]
    by_alias = [each for each in there if any(words(a) == wanted for a in each.aliases)]
    found = by_name or by_alias
    return found[0] if wanted and len(found) == 1 else None
