"""Reads one YAML file that people write, and remembers on which line every key stands.

Texts are read as they look (YAML 1.2): `No`, `10:20`, `000` and dates stay texts. Data are
built from the parser's events: PyYAML's own loader reads YAML 1.1 and keeps the last of two equal
keys, a tree of nodes takes twice as long, and ruamel.yaml, which has neither fault, thirty times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
)

from crookbench.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # without libyaml: slower, and a "?" in brackets wants quotes
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

LARGEST = 2_000_000
"""Bytes of the largest file that is read: some twenty times the largest of today's."""
MOST_VALUES = 100_000
"""Most values in one file, those that aliases repeat counted each time.

A few lines of aliases of aliases can stand for billions of values; today's largest file has 13,000.
"""
DEEPEST = 40
"""Deepest nesting of one file: a case has 7 levels, and reading goes one call deeper for each."""
NUMBERS_END = 2**63
"""Numbers are smaller than this, plus or minus: tables and other programs hold no larger ones."""

Event: TypeAlias = Any
"""One of PyYAML's events. Each has a mark here, which its type hints leave open."""

_TAG = "tag:yaml.org,2002:"
_PLAIN = re.compile(
    r"(?P<null>~|null|Null|NULL|)"
    r"|(?P<bool>true|True|TRUE|false|False|FALSE)"
    r"|(?P<int>[-+]?(?:0|[1-9][0-9]*))"
    r"|(?P<float>[-+]?(?:0|[1-9][0-9]*)?\.[0-9]+)"
)
"""What an unquoted word can be other than a text. No leading zeros: `000` is a telephone number."""


@dataclass(frozen=True, slots=True)
class Place:
    """A key path that the file has ("history.3.id"), with its 1-based line."""

    key: str
    line: int


@dataclass(frozen=True, slots=True)
class YamlFile:
    """What one file says.

    Attributes:
        data: Mappings, lists, texts, numbers, truth values and None; keys are texts.
        lines: The line of every key path.
    """

    path: Path
    data: Any
    lines: Mapping[str, int]

    def place(self, path: Iterable[str | int]) -> Place:
        """The nearest thing to `path` that the file has: steps it lacks are left out."""
        key = ""
        for step in path:
            longer = f"{key}.{step}" if key else str(step)
            key = longer if longer in self.lines else key
        return Place(key, self.lines.get(key, 1))

    def line_of(self, key: str) -> int:
        """The line of a key path ("history.3.id"), or of the nearest thing above it."""
        return self.place(key.split(".")).line

    def fault(self, message: str, key: str = "") -> Fault:
        """A fault of this file, at a key path."""
        return Fault(str(self.path), message, key, self.line_of(key))


def read_yaml(path: Path) -> YamlFile:
    """Reads a file.

    Raises:
        Fault: It cannot be read or is no YAML; says what is wrong and on which line.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise Fault(str(path), f"expected a file of at most {LARGEST} bytes, saw {size}")
        raw = path.read_bytes()
        text = raw.decode("utf-8")
    except FileNotFoundError:
        raise Fault(str(path), "there is no such file") from None
    except OSError as error:
        raise Fault(str(path), f"the file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"expected UTF-8 text, saw the byte 0x{raw[error.start]:02x}; save it as UTF-8"
        raise Fault(str(path), message, line=line) from None
    builder = _Builder(path, yaml.parse(text, Loader=_Loader))
    try:
        data = builder.document()
    except yaml.YAMLError as error:
        raise syntax_fault(path, text, error) from None
    return YamlFile(path, data, builder.lines)


@dataclass(slots=True)
class _Builder:
    """Builds the data of one file from the parser's events, and notes the lines on the way.

    Attributes:
        events: Those that come next. They are not kept: that would take twice the time.
        anchors: The events of each value that has an anchor (&name), to be read again, counted
            and measured, wherever an alias (*name) stands.
        seen: How many values were read.
    """

    path: Path
    events: Iterator[Event]
    anchors: dict[str, list[Event]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    seen: int = 0

    def document(self) -> object:
        """The value of the only document."""
        next(self.events)  # the start of the stream
        if not isinstance(next(self.events), DocumentStartEvent):
            raise Fault(str(self.path), "the file is empty")
        data = self.value(next(self.events), "", 0)
        next(self.events)  # the end of the document
        after = next(self.events)
        if isinstance(after, DocumentStartEvent):
            message = "this is not valid YAML: a second document after '---'; keep one a file"
            raise self._fault(message, after, "")
        return data

    def value(self, event: Event, key: str, depth: int) -> object:
        """The value that starts with `event`, at a key path with `depth` levels above it."""
        self.seen += 1
        if self.seen > MOST_VALUES:
            message = f"expected at most {MOST_VALUES} values, saw more; use fewer aliases (*name)"
            raise self._fault(message, event, key)
        if depth >= DEEPEST:
            raise self._fault(f"expected at most {DEEPEST} levels, saw more", event, "")
        if event.anchor is not None and self.anchors.get(event.anchor, [None])[0] is not event:
            return self.anchored(event, key, depth)
        if isinstance(event, ScalarEvent):
            return self.scalar(event, key)
        if isinstance(event, MappingStartEvent):
            return self.mapping(key, depth)
        items: list[object] = []
        while not isinstance(item := next(self.events), SequenceEndEvent):
            below = f"{key}.{len(items)}" if key else str(len(items))
            self.lines[below] = item.start_mark.line + 1
            items.append(self.value(item, below, depth + 1))
        return items

    def anchored(self, event: Event, key: str, depth: int) -> object:
        """The value of an alias, or of an anchor, whose events are kept for its aliases."""
        if not isinstance(event, AliasEvent):
            kept = [event]
            levels = int(isinstance(event, CollectionStartEvent))
            while levels:
                kept.append(next(self.events))
                levels += isinstance(kept[-1], CollectionStartEvent)
                levels -= isinstance(kept[-1], CollectionEndEvent)
            self.anchors[event.anchor] = kept
        elif event.anchor not in self.anchors:
            message = "this is not valid YAML: a '*' that starts a text; put the text in quotes"
            raise self._fault(message, event, "")
        rest, self.events = self.events, iter(self.anchors[event.anchor])
        value = self.value(next(self.events), key, depth)
        self.events = rest
        return value

    def mapping(self, key: str, depth: int) -> dict[str, object]:
        """The mapping whose keys come next; no key stands twice."""
        data: dict[str, object] = {}
        while not isinstance(word := next(self.events), MappingEndEvent):
            line = word.start_mark.line + 1
            if not isinstance(word, ScalarEvent):
                message = "expected a word before the colon, saw a list or mapping"
                raise Fault(str(self.path), message, key, line)
            below = f"{key}.{word.value}" if key else word.value
            if word.value in data:
                message = f"the key stands twice, first on line {self.lines[below]}"
                raise Fault(str(self.path), f"{message}; keep one of them", below, line)
            self.lines[below] = line
            data[word.value] = self.value(next(self.events), below, depth + 1)
        return data

    def scalar(self, event: Event, key: str) -> str | float | bool | None:
        """One word or text; a tag (!!str) wins over what it looks like."""
        text: str = event.value
        if event.tag not in (None, "!"):
            kind = event.tag.removeprefix(_TAG)
        elif event.implicit[0] and (found := _PLAIN.fullmatch(text)):
            kind = found.lastgroup
        else:
            return text
        match kind:
            case "str":
                return text
            case "null":
                return None
            case "bool":
                return text.lower() == "true"
            case "int" | "float":
                return self.number(event, kind, key)
        message = f"the tag {event.tag!r} is not understood; leave it out"
        raise self._fault(message, event, key)

    def number(self, event: Event, kind: str, key: str) -> float:
        text = event.value
        try:
            # As a float first: Python refuses to make an integer of thousands of digits.
            number = float(text)
            if kind == "int" and abs(number) <= NUMBERS_END:
                number = int(text)
        except ValueError:
            raise self._fault(f"expected a number, saw {text[:40]!r}", event, key) from None
        if not abs(number) < NUMBERS_END:
            message = f"expected a number of at most {NUMBERS_END - 1}, saw {text[:40]}"
            raise self._fault(f"{message}; put it in quotes if it is a text", event, key)
        return number

    def _fault(self, message: str, event: Event, key: str) -> Fault:
        return Fault(str(self.path), message, key, event.start_mark.line + 1)


HINTS = (
    ("mapping values are not", "a ': ' inside a text (put it in quotes) or too much indentation"),
    ("expected ':'", "a line that is neither a 'key: value' nor indented below one"),
    ("expected key", "a line whose indentation fits no key above, or text after a closing quote"),
    ("expected '-' indicator", "a line in a list that does not start with '- ' at its indentation"),
    ("expected ',' or", "a '[' or '{' that is not closed, or a comma left out"),
    ("expected node content", "a value left out, or a '[' or '{' that is not closed"),
    ("unexpected end of stream", "a quote or bracket that is not closed"),
    ("unexpected document indicator", "a quote that is not closed before '---' or '...'"),
    ("block sequence entries are not allowed", "a '- ' on the line of its key; start a new line"),
    ("maximum nesting", "far too many brackets inside each other"),
    ("cannot start any token", "a character that cannot start a text; put the text in quotes"),
    ("unknown escape character", "a backslash in double quotes; use single quotes"),
    ("Unicode character escape", "a \\u that names no character; write the character itself"),
)
"""What causes the parser's usual complaints, in an author's words."""

OPENED = ("while scanning a", "while parsing a flow")
"""With these the fault is where a quote, key or bracket began, not where the parser gave up."""

UNPRINTABLE = re.compile(
    r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # fmt: skip
"""What YAML does not allow in a file: the parser names no line for it, so it is looked for."""


def syntax_fault(path: Path, text: str, error: yaml.YAMLError) -> Fault:
    """One fault from what the parser said, at the line it stopped on."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        bad = UNPRINTABLE.search(text)
        seen = f"U+{ord(bad[0]):04X}" if bad else "another"
        message = f"expected printable characters, saw {seen}; delete it"
        return Fault(str(path), message, line=text.count("\n", 0, bad.start() if bad else 0) + 1)
    said = f"{error.context or ''} {error.problem or ''}".strip()
    line = error.problem_mark.line
    stopped_at = "".join(text.splitlines()[line : line + 1])
    if "tab character" in said or re.match(r"[ -]*\t", stopped_at):
        message = "expected spaces before the text, saw a tab; replace it by spaces"
        return Fault(str(path), message, line=line + 1)
    if error.context_mark and said.startswith(OPENED):
        line = error.context_mark.line
    hint = next((words for sign, words in HINTS if sign in said), said)
    return Fault(str(path), f"this is not valid YAML: {hint}", line=line + 1)
