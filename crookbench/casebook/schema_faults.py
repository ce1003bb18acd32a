"""Says in plain words, with the line, where a file does not have the shape it should have."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from crookbench.casebook.shapes import choices_of, in_words, keys_of, shapes_at
from crookbench.errors import Fault, Faults
from crookbench.game.nearest import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pydantic_core import ErrorDetails

    from crookbench.casebook.shapes import Shape
    from crookbench.casebook.yamlfile import YamlFile

T = TypeVar("T")

LONGEST_SEEN = 60
"""Characters of a wrong value that a message shows."""

PATTERNS = {
    r"^[a-z0-9_]+$": "lower-case letters, digits and _ only",
    r"^[a-z0-9_-]+$": "lower-case letters, digits, _ and - only",
    r"^([01]\d|2[0-3]):[0-5]\d$": 'a time such as "09:30"',
}
"""The schemas' patterns in words."""


@dataclass(frozen=True, slots=True)
class _Problem:
    """One complaint of the schema.

    Attributes:
        path: The steps to its place that the file has, then the missing key where one is missing.
        branch: Which of several allowed shapes complains, and how many steps lead to where they
            part; ("", 0) where there is but one.
        guess: The known key that an unknown key stands for.
        missing: Whether the last step of the path is a key the file lacks.
    """

    path: tuple[str | int, ...]
    branch: tuple[str, int]
    message: str
    guess: str | None = None
    missing: bool = False


def validated(shape: type[T], file: YamlFile, data: object, prefix: Sequence[str] = ()) -> T:
    """`data`, found at `prefix` in the file, as the type `shape`; else all Faults, by line."""
    try:
        return TypeAdapter(shape).validate_python(data)
    except ValidationError as error:
        problems = [_problem(shape, data, one) for one in error.errors(include_url=False)]
        faults = [_fault(file, prefix, problem) for problem in _without_echoes(problems)]
        raise Faults(sorted(faults, key=lambda fault: fault.line or 0)) from None


def _fault(file: YamlFile, prefix: Sequence[str], problem: _Problem) -> Fault:
    path = (*prefix, *problem.path)
    line = file.place(path).line
    return Fault(str(file.path), problem.message, ".".join(map(str, path)), line)


def _problem(shape: Shape, data: object, error: ErrorDetails) -> _Problem:
    loc, kind = error["loc"], error["type"]
    path, branch = _walk(loc[:-1] if kind == "missing" else loc, data)
    if kind == "missing":
        message = f"the key is missing; expected {in_words(shapes_at(shape, loc))}"
        return _Problem((*path, loc[-1]), branch, message, missing=True)
    if kind == "extra_forbidden":
        known = keys_of(shapes_at(shape, loc[:-1]))
        word = str(loc[-1])
        end = did_you_mean(word, known, f"known here: {', '.join(known)}")
        return _Problem(path, branch, f"unknown key {word!r}; {end}", guess=nearest(word, known))
    return _Problem(path, branch, _wrong_value(shapes_at(shape, loc), error))


def _walk(
    loc: Iterable[str | int],
    data: Any,  # noqa: ANN401  whatever a file holds
) -> tuple[tuple[str | int, ...], tuple[str, int]]:
    """The steps of `loc` that the data has, and the first step that only names a branch."""
    path: tuple[str | int, ...] = ()
    branch = ("", 0)
    for step in loc:
        if _has(data, step):
            data = data[step]
            path = (*path, step)
        elif isinstance(step, str) and not branch[0]:
            branch = (step, len(path))
    return path, branch


def _has(data: object, step: str | int) -> bool:
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def _without_echoes(problems: Sequence[_Problem]) -> list[_Problem]:
    """One problem for one slip.

    Where several shapes are allowed, only the one with the fewest complaints speaks; a missing
    key that stands there misspelt is named by the misspelling alone.
    """
    speaking = _nearest_branches(problems)
    guessed = {(*problem.path[:-1], problem.guess) for problem in speaking if problem.guess}
    kept = {
        (problem.path, problem.message): problem
        for problem in speaking
        if not (problem.missing and problem.path in guessed)
    }
    return list(kept.values())


def _nearest_branches(problems: Sequence[_Problem]) -> list[_Problem]:
    speaking = [problem for problem in problems if not problem.branch[0]]
    forked = [problem for problem in problems if problem.branch[0]]
    for _, group in groupby(forked, key=lambda one: one.path[: one.branch[1]]):
        branches: dict[str, list[_Problem]] = {}
        for problem in group:
            branches.setdefault(problem.branch[0], []).append(problem)
        closest = min(branches.values(), key=_distance)
        speaking += closest
    return speaking


def _distance(branch: list[_Problem]) -> tuple[int, int]:
    """How far the file is from one allowed shape: few complaints, deep inside, are near."""
    return len(branch), -max(len(problem.path) for problem in branch)


def _wrong_value(shapes: Sequence[Shape], error: ErrorDetails) -> str:
    seen = error["input"]
    context = error.get("ctx", {})
    match error["type"]:
        case "value_error":
            return str(context["error"])
        case "string_pattern_mismatch":
            wanted = PATTERNS.get(context["pattern"], f"a text of the form {context['pattern']}")
            return f"expected {wanted}, saw {_shown(seen)}"
        case "greater_than_equal":
            return f"expected {context['ge']} or more, saw {_shown(seen)}"
        case "less_than_equal":
            return f"expected {context['le']} or less, saw {_shown(seen)}"
        case "string_too_short":
            return "expected a text that is not empty, saw an empty one"
    advice = _advice(shapes, seen)
    return f"expected {in_words(shapes)}, saw {_shown(seen)}{advice and f'; {advice}'}"


def _shown(seen: object) -> str:
    match seen:
        case None:
            return "nothing"
        case bool():
            return str(seen).lower()
        case dict():
            return "a mapping (key: value)"
        case list() | tuple():
            return "a list"
    text = repr(seen)
    return text if len(text) <= LONGEST_SEEN else f"{text[:LONGEST_SEEN]}…"


def _advice(shapes: Sequence[Shape], seen: object) -> str:
    """What to do about a value of the wrong kind."""
    if choices := choices_of(shapes):
        return did_you_mean(str(seen), choices, "")
    if seen is None:
        return "write it after the colon"
    wants_text = str in shapes
    if wants_text and isinstance(seen, int | float):
        return "put it in quotes"
    if wants_text and isinstance(seen, dict):
        return "a text with ': ' in it stands in quotes"
    if isinstance(seen, str) and not wants_text and in_words(shapes).startswith("a list"):
        return "start each entry on a line of its own with '- '"
    return ""
