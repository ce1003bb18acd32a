"""Says in plain words where a file stops being YAML, and what usually causes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from crookbench.errors import Fault

if TYPE_CHECKING:
    from pathlib import Path

HINTS = (
    ("mapping values are not", "a ': ' inside a text (put it in quotes) or too much indentation"),
    ("expected ':'", "a line that is neither a 'key: value' nor indented below one"),
    ("expected key", "a line whose indentation fits no key above, or text after a closing quote"),
    ("expected '-' indicator", "a line in a list that does not start with '- ' at its indentation"),
    ("expected ',' or", "a '[' or '{' that is not closed, or a comma left out"),
    ("expected node content", "a value left out, or a '[' or '{' that is not closed"),
    ("unexpected end of stream", "a quote or bracket that is not closed"),
    ("unexpected document indicator", "a quote that is not closed before '---' or '...'"),
    ("but found another document", "a second document after '---'; keep one a file"),
    ("block sequence entries are not allowed", "a '- ' on the line of its key; start a new line"),
    ("maximum nesting depth", "far too many brackets inside each other"),
    ("cannot start any token", "a character that cannot start a text; put the text in quotes"),
    ("undefined alias", "a '*' that starts a text; put the text in quotes"),
    ("unknown escape character", "a backslash in double quotes; use single quotes"),
)
"""What the reader's usual complaints come from."""

OPENED = ("while scanning a", "while parsing a flow")
"""With these the fault is where a quote, key or bracket began, not where the reader gave up."""


def syntax_fault(path: Path, text: str, error: yaml.YAMLError) -> Fault:
    """One fault from what the reader said, at the line it stopped on."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return _character_fault(path, text)
    said = f"{error.context or ''} {error.problem or ''}".strip()
    line = error.problem_mark.line
    if "tab character" in said or re.match(r"[ -]*\t", _line(text, line)):
        message = "expected spaces before the text, saw a tab; replace it by spaces"
        return Fault(str(path), message, line=line + 1)
    if error.context_mark and said.startswith(OPENED):
        line = error.context_mark.line
    hint = next((words for sign, words in HINTS if sign in said), said)
    return Fault(str(path), f"this is not valid YAML: {hint}", line=line + 1)


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number] if number < len(lines) else ""


def _character_fault(path: Path, text: str) -> Fault:
    """The reader gives no line for a control character, so it is looked for here."""
    bad = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    start = bad.start() if bad else 0
    seen = f"U+{ord(text[start]):04X}" if bad else "another"
    message = f"expected printable characters, saw {seen}; delete it"
    return Fault(str(path), message, line=text.count("\n", 0, start) + 1)
