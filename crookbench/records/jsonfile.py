"""JSON files of a results folder: strict reading, text that diffs well, atomic writing."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from crookbench.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Model = TypeVar("Model", bound=BaseModel)

_MOST = 2**63 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")
_ONE_LINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(", ", ": "))


def read_json(path: Path) -> Any:  # noqa: ANN401  whatever the file holds
    """The file's content, with every number finite and every text valid Unicode.

    Raises:
        Fault: The file cannot be read, is not UTF-8 or not whole JSON.
    """
    try:
        text = path.read_text("utf-8-sig")  # an editor may have put a byte order mark in front
    except OSError as problem:
        raise Fault(str(path), f"cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        raise Fault(str(path), f"expected UTF-8, saw byte {problem.start} that is not") from None
    return parse_json(text, str(path))


def parse_json(text: str, where: str) -> Any:  # noqa: ANN401  whatever the text holds
    """The same from text; `where` names its place in messages."""
    if not text.strip():
        raise Fault(where, "expected JSON, saw an empty file; delete it or bring the file back")
    try:
        data = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, parse_int=_countable
        )
    except json.JSONDecodeError as problem:
        raise Fault(
            where,
            f"expected whole JSON, saw something else at column {problem.colno}; "
            "the file may be cut short",
            line=problem.lineno,
        ) from None
    except ValueError as problem:
        raise Fault(where, str(problem)) from None
    except RecursionError:
        raise Fault(where, "expected JSON, saw brackets nested too deep to read") from None
    return _mended(data) if "\\ud" in text.lower() else data


def _no_constant(word: str) -> None:
    raise ValueError(f"expected finite numbers, saw {word}")


def _countable(word: str) -> int:
    """An integer that tables and other programs can hold: one of 64 bits."""
    number = int(word) if len(word) < len(str(_MOST)) + 2 else _MOST + 1
    if abs(number) > _MOST:
        raise ValueError(f"expected integers below 2^63, saw {word[:20]}…")
    return number


def _finite(word: str) -> float:
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(f"expected finite numbers, saw {word}")
    return number


def _mended(data: Any) -> Any:  # noqa: ANN401  any JSON
    """The same with half characters (lone surrogates), which no file can hold, replaced."""
    match data:
        case str():
            return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", data)
        case list():
            return [_mended(each) for each in data]
        case dict():
            return {_mended(key): _mended(value) for key, value in data.items()}
        case _:
            return data


def compact(data: object) -> str:
    """JSON on one line."""
    return _whole(_ONE_LINE.encode(data))


def _whole(text: str) -> str:
    """The text without half characters, which no file can hold."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def rows_text(rows: Sequence[object]) -> str:
    """A JSON array with one element a line, so that one changed move is one changed line."""
    lines = ",\n".join(f" {_ONE_LINE.encode(row)}" for row in rows)
    return _whole(f"[\n{lines}\n]\n") if rows else "[]\n"


def fields_text(data: Mapping[str, object]) -> str:
    """A JSON object with one field a line, and one element a line in a list of objects."""
    fields = ",\n".join(f' "{key}": {_field_text(value)}' for key, value in data.items())
    return _whole(f"{{\n{fields}\n}}\n")


def _field_text(value: object) -> str:
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return "[\n" + ",\n".join(f"  {_ONE_LINE.encode(each)}" for each in value) + "\n ]"
    return _ONE_LINE.encode(value)


def write_atomically(path: Path, content: str | bytes) -> None:
    """Writes the whole file or leaves what is there: a reader never sees half of it."""
    held = content.encode() if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(held)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def validated(model: type[Model], data: object, where: str) -> Model:
    """`data` as the pydantic model.

    Raises:
        Fault: The first field that does not fit, with its path.
    """
    try:
        return model.model_validate(data)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            raise Fault(where, "expected this field, saw none", key) from None
        seen = compact_repr(first["input"])
        reason = first["msg"][:1].lower() + first["msg"][1:]
        raise Fault(where, f"{reason}; saw {seen}", key) from None


def compact_repr(value: object, limit: int = 60) -> str:
    """A value as it may stand in a message: short, on one line."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
