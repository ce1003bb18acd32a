"""Reads one YAML file that people write, and remembers on which line every key stands.

Texts are read as they look (YAML 1.2): `No`, `10:20`, `000` and dates stay texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from crookbench.casebook.yaml_syntax import syntax_fault
from crookbench.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML without libyaml reads the same, slower
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

LARGEST = 2_000_000
"""Bytes of the largest file that is read."""
MOST_VALUES = 100_000
"""Most values in one file, those that aliases repeat counted each time."""
DEEPEST = 40
"""Deepest nesting of one file."""

_TAG = "tag:yaml.org,2002:"
_PLAIN: tuple[tuple[str, str, str], ...] = (
    ("null", r"~|null|Null|NULL|", "~nN"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)", "-+0123456789"),
    ("float", r"[-+]?(?:0|[1-9][0-9]*)?\.[0-9]+", "-+.0123456789"),
)
"""What an unquoted word can be other than a text: type, pattern, first characters."""


class _Reader(_Loader):
    """Takes an unquoted word for a number, a truth value or nothing, and else for a text."""


_Reader.yaml_implicit_resolvers = {}
for _type, _pattern, _first in _PLAIN:
    _Reader.add_implicit_resolver(_TAG + _type, re.compile(f"^(?:{_pattern})$"), list(_first))
_Reader.add_implicit_resolver(_TAG + "null", re.compile("^$"), [""])


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
    """Reads a file, or raises one Fault that says what is wrong and on which line."""
    text = _text(path)
    try:
        root = yaml.compose(text, Loader=_Reader)
    except yaml.YAMLError as error:
        raise syntax_fault(path, text, error) from None
    except RecursionError:
        raise _too_deep(path, None) from None
    if root is None:
        raise Fault(str(path), "the file is empty")
    walk = _Walk(path)
    return YamlFile(path, walk.value(root, ()), walk.lines)


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise Fault(str(path), f"expected a file of at most {LARGEST} bytes, saw {size}")
        raw = path.read_bytes()
    except FileNotFoundError:
        raise Fault(str(path), "there is no such file") from None
    except OSError as error:
        raise Fault(str(path), f"the file cannot be read: {error.strerror}") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"expected UTF-8 text, saw the byte 0x{raw[error.start]:02x}; save it as UTF-8"
        raise Fault(str(path), message, line=line) from None


@dataclass(slots=True)
class _Walk:
    """Builds the data of one file from its nodes, and notes the lines on the way."""

    path: Path
    lines: dict[str, int] = field(default_factory=dict)
    seen: int = 0

    def value(self, node: yaml.Node, at: tuple[str, ...]) -> object:
        self.seen += 1
        if self.seen > MOST_VALUES:
            message = f"expected at most {MOST_VALUES} values, saw more; use fewer aliases (*name)"
            raise self._fault(message, node, at)
        if len(at) >= DEEPEST:
            raise _too_deep(self.path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, at)
        if isinstance(node, yaml.SequenceNode):
            return [
                self._placed(item, (*at, str(index)), item) for index, item in enumerate(node.value)
            ]
        return self._scalar(node, at)

    def _placed(self, value: yaml.Node, at: tuple[str, ...], mark: yaml.Node) -> object:
        self.lines[".".join(at)] = mark.start_mark.line + 1
        return self.value(value, at)

    def _mapping(self, node: yaml.MappingNode, at: tuple[str, ...]) -> dict[str, object]:
        data: dict[str, object] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self._fault(
                    "expected a word before the colon, saw a list or mapping", key, at
                )
            below = (*at, key.value)
            if key.value in data:
                first = self.lines[".".join(below)]
                message = f"the key stands twice, first on line {first}; keep one of them"
                raise self._fault(message, key, below)
            data[key.value] = self._placed(value, below, key)
        return data

    def _scalar(self, node: yaml.Node, at: tuple[str, ...]) -> object:
        text: str = node.value
        try:
            match node.tag.removeprefix(_TAG):
                case "str":
                    return text
                case "null":
                    return None
                case "bool":
                    return text.lower() == "true"
                case "int":
                    return int(text)
                case "float":
                    return float(text)
        except ValueError:
            raise self._fault(f"expected a number, saw {text[:40]!r}", node, at) from None
        message = f"the tag {node.tag!r} is not understood; leave it out"
        raise self._fault(message, node, at)

    def _fault(self, message: str, node: yaml.Node, at: tuple[str, ...]) -> Fault:
        return Fault(str(self.path), message, ".".join(at), node.start_mark.line + 1)


def _too_deep(path: Path, line: int | None) -> Fault:
    return Fault(str(path), f"expected at most {DEEPEST} levels, saw more", line=line)
