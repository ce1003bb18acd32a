"""Where a file differs from what it should hold, told place by place."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.records.jsonfile import compact_repr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MISSING = object()


def differences(path: Path, expected: Any, seen: Any, key: str = "") -> Iterator[Fault]:  # noqa: ANN401  JSON
    """The innermost places in which two JSON values differ.

    Lists are compared element by element where they are as long as each other.
    """
    both_lists = isinstance(expected, list) and isinstance(seen, list)
    if isinstance(expected, dict) and isinstance(seen, dict):
        for name in dict.fromkeys((*expected, *seen)):
            below = f"{key}.{name}" if key else name
            wanted, have = expected.get(name, _MISSING), seen.get(name, _MISSING)
            yield from differences(path, wanted, have, below)
    elif both_lists and len(expected) == len(seen):
        for index, (wanted, have) in enumerate(zip(expected, seen, strict=True)):
            yield from differences(path, wanted, have, f"{key}.{index}" if key else str(index))
    elif expected != seen:
        yield Fault(str(path), difference(expected, seen), key=key)


def line_difference(path: Path, expected: str, seen: str) -> Fault | None:
    """The first line in which two texts differ, or None where they are the same."""
    lines = zip_longest(expected.split("\n"), seen.split("\n"), fillvalue=_MISSING)
    return next(
        (
            Fault(str(path), difference(wanted, have), line=number)
            for number, (wanted, have) in enumerate(lines, start=1)
            if wanted != have
        ),
        None,
    )


def difference(expected: object, seen: object) -> str:
    """Two values as a message: what was expected and what was seen."""
    shown = (
        "nothing" if value is _MISSING else compact_repr(value, 160) for value in (expected, seen)
    )
    return "expected {}, saw {}".format(*shown)
