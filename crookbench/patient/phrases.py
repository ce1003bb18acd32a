"""Phrase banks: how doctors ask and say things, a line a phrase, as people write and correct.

A bank is a plain text file. `# ` begins a remark, `== id` a section. In a bank of questions a line
that only means something after another topic begins with that topic (`>pain_onset| How bad?`), and
one that asks about more than its section ends with the other ids (` +fever`). In a bank of the plan
a line begins with `+ ` where it says the item, with `- ` where it only comes near.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crookbench.errors import Fault, Faults
from crookbench.game.typography import plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = "phrases"
"""Where the banks are, among the cases."""
GENERIC = "generic.questions.txt"
TALK = "talk.txt"
Kind = Literal["questions", "plan"]

_SECTION = re.compile(r"==\s+(\w+)$")
_AFTER = re.compile(r">(\w+)\|\s*")
_ALSO = re.compile(r"\s\+(\w+)$")
_SIGN = re.compile(r"([+-])\s+")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One line of a bank.

    Attributes:
        said: The words, in plain typography.
        ids: What it asks about, or the plan item of its section.
        after: The topic just spoken of, for a line that means nothing without it.
        says: In a bank of the plan, whether it says the item or only comes near.
        line: Where it stands in its file.
    """

    said: str
    ids: tuple[str, ...]
    after: str = ""
    says: bool = True
    line: int = 0


@dataclass(frozen=True, slots=True)
class Bank:
    """The lines of one file."""

    path: str
    phrases: tuple[Phrase, ...] = ()


def bank_path(folder: Path, case_id: str, kind: Kind) -> Path:
    """Where a case's bank is, in the folder of banks."""
    return folder / f"{case_id}.{kind}.txt"


def read_bank(path: Path, kind: Kind) -> Bank:
    """The bank of a file; an empty one where there is no file.

    Raises:
        Faults: Lines outside a section, without a sign, twice; sections without lines.
    """
    if not path.is_file():
        return Bank(str(path))
    reading = _Reading(str(path), kind)
    phrases = tuple(reading.phrases(path.read_text("utf-8").splitlines()))
    if reading.faults:
        raise Faults(reading.faults)
    return Bank(str(path), phrases)


class _Reading:
    """Goes through the lines of one file, and notes what is wrong with them."""

    def __init__(self, where: str, kind: Kind) -> None:
        self._where = where
        self._kind = kind
        self._section = ""
        self._sections: dict[str, int] = {}
        self._seen: dict[tuple[str, str, str], int] = {}
        self.faults: list[Fault] = []

    def phrases(self, lines: list[str]) -> Iterator[Phrase]:
        filled: set[str] = set()
        for number, line in enumerate(lines, start=1):
            text = line.strip()
            if not text or text.startswith("# "):
                continue
            if heading := _SECTION.match(text):
                self._open(heading[1], number)
            elif phrase := self._phrase(text, number):
                filled.add(self._section)
                yield phrase
        for section, number in self._sections.items():
            if section not in filled:
                self._fault(number, f"the section {section!r} is empty; write lines or remove it")

    def _open(self, section: str, number: int) -> None:
        self._section = section
        if section in self._sections:
            first = self._sections[section]
            self._fault(number, f"the section {section!r} stands twice, first on line {first}")
        self._sections.setdefault(section, number)

    def _phrase(self, text: str, number: int) -> Phrase | None:
        if not self._section:
            self._fault(number, f"expected a section (== id) before this line, saw {text!r}")
            return None
        phrase = self._plan(text, number) if self._kind == "plan" else self._asked(text, number)
        if phrase is None:
            return None
        section = self._section if self._kind == "plan" else ""
        key = (section, phrase.after, phrase.said.casefold())
        first = self._seen.setdefault(key, number)
        if first != number:
            self._fault(number, f"the line stands twice, first on line {first}; keep one")
            return None
        return phrase

    def _plan(self, text: str, number: int) -> Phrase | None:
        sign = _SIGN.match(text)
        if sign is None:
            self._fault(number, f"expected a line that begins with + or -, saw {text!r}")
            return None
        said = plain(text[sign.end() :]).strip()
        return Phrase(said, (self._section,), says=sign[1] == "+", line=number)

    def _asked(self, text: str, number: int) -> Phrase:
        after = _AFTER.match(text)
        rest = text[after.end() :] if after else text
        ids = [self._section]
        while also := _ALSO.search(rest):
            ids.insert(1, also[1])
            rest = rest[: also.start()]
        return Phrase(
            plain(rest).strip(), tuple(dict.fromkeys(ids)), after[1] if after else "", line=number
        )

    def _fault(self, number: int, message: str) -> None:
        self.faults.append(Fault(self._where, message, line=number))
