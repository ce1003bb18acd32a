"""Says in plain words, with the line, where a file does not have the shape it should have.

What is expected at a place is read off the type annotations of the pydantic models themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import groupby
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from pydantic import BaseModel, TypeAdapter, ValidationError

from crookbench.errors import Fault, Faults
from crookbench.game.nearest import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from pydantic_core import ErrorDetails

    from crookbench.casebook.yamlfile import YamlFile

T = TypeVar("T")
Shape: TypeAlias = Any
"""A type annotation: a model, `str`, `tuple[str, ...]`, `Literal[...]`, a union of them."""

LONGEST_SEEN = 60
"""Characters of a wrong value that a message shows: enough to find it, and still one line."""

PATTERNS = {
    r"^[a-z0-9_]+$": "lower-case letters, digits and _ only",
    r"^[a-z0-9_-]+$": "lower-case letters, digits, _ and - only",
    r"^([01]\d|2[0-3]):[0-5]\d$": 'a time such as "09:30"',
}
"""The schemas' patterns in words."""

TYPES: dict[Shape, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    date: "a date such as 2026-10-31",
}


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


_adapters: dict[Shape, TypeAdapter[Any]] = {}
"""One for each shape, kept: making one for a list of models takes longer than using it once."""


def validated(shape: type[T], file: YamlFile, data: object, prefix: Sequence[str] = ()) -> T:
    """`data`, found at `prefix` in the file, as the type `shape`.

    Raises:
        Faults: It has another shape: all faults, by line.
    """
    if shape not in _adapters:
        _adapters[shape] = TypeAdapter(shape)
    try:
        value: T = _adapters[shape].validate_python(data)
    except ValidationError as error:
        problems = [_problem_of(shape, data, one) for one in error.errors(include_url=False)]
    else:
        return value
    faults = []
    for problem in _without_echoes(problems):
        path = (*prefix, *problem.path)
        line = file.place(path).line
        faults.append(Fault(str(file.path), problem.message, ".".join(map(str, path)), line))
    raise Faults(sorted(faults, key=lambda fault: fault.line or 0))


def _problem_of(shape: Shape, data: Any, error: ErrorDetails) -> _Problem:  # noqa: ANN401  any file
    """What pydantic says of `data`, with its place in the file and in an author's words.

    pydantic's place (`loc`) has steps that no file has: the name of the branch of a union.
    """
    loc, kind = error["loc"], error["type"]
    path: tuple[str | int, ...] = ()
    branch = ("", 0)
    for step in loc[:-1] if kind == "missing" else loc:
        there: Container[Any] = data if isinstance(data, dict) else ()
        if isinstance(data, list):
            there = range(len(data))
        if step in there:
            data = data[step]
            path = (*path, step)
        elif isinstance(step, str) and not branch[0]:
            branch = (step, len(path))
    if kind == "missing":
        message = f"the key is missing; expected {_in_words(_shapes_at(shape, loc))}"
        return _Problem((*path, loc[-1]), branch, message, missing=True)
    if kind == "extra_forbidden":
        models = filter(_is_model, _shapes_at(shape, loc[:-1]))
        known = [str(key) for model in models for key in _fields(model)]
        word = str(loc[-1])
        end = did_you_mean(word, known, f"known here: {', '.join(known)}")
        return _Problem(path, branch, f"unknown key {word!r}; {end}", guess=nearest(word, known))
    return _Problem(path, branch, _wrong_value(_shapes_at(shape, loc), error))


def _without_echoes(problems: Sequence[_Problem]) -> list[_Problem]:
    """One problem for one slip.

    Where several shapes are allowed, only the nearest one speaks: that with the fewest complaints,
    and of those the one that lies deepest. A missing key that stands there misspelt is named by
    the misspelling alone.
    """
    speaking = [problem for problem in problems if not problem.branch[0]]
    forked = [problem for problem in problems if problem.branch[0]]
    for _, group in groupby(forked, key=lambda one: one.path[: one.branch[1]]):
        branches: dict[str, list[_Problem]] = {}
        for problem in group:
            branches.setdefault(problem.branch[0], []).append(problem)
        distances = {
            name: (len(branch), -max(len(problem.path) for problem in branch))
            for name, branch in branches.items()
        }
        speaking += branches[min(distances, key=lambda name: distances[name])]
    guessed = {(*problem.path[:-1], problem.guess) for problem in speaking if problem.guess}
    kept = {
        (problem.path, problem.message): problem
        for problem in speaking
        if not (problem.missing and problem.path in guessed)
    }
    return list(kept.values())


def _wrong_value(shapes: Sequence[Shape], error: ErrorDetails) -> str:
    """What was expected, what was seen, and what to do about it."""
    context, seen = error.get("ctx", {}), _shown(error["input"])
    match error["type"]:
        case "value_error":
            return str(context["error"])
        case "string_pattern_mismatch":
            wanted = PATTERNS.get(context["pattern"], f"a text of the form {context['pattern']}")
            return f"expected {wanted}, saw {seen}"
        case "greater_than_equal":
            return f"expected {context['ge']} or more, saw {seen}"
        case "less_than_equal":
            return f"expected {context['le']} or less, saw {seen}"
        case "string_too_short":
            return "expected a text that is not empty, saw an empty one"
    advice = _advice_on(shapes, error["input"])
    return f"expected {_in_words(shapes)}, saw {seen}{advice and f'; {advice}'}"


def _shown(seen: object) -> str:
    """A value of a file as a message shows it."""
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


def _advice_on(shapes: Sequence[Shape], seen: object) -> str:
    """What to do about a value of the wrong kind, or "" where that is plain."""
    if choices := _choices_of(shapes):
        return did_you_mean(str(seen), choices, "")
    if seen is None:
        return "write it after the colon"
    wants_text = str in shapes
    if wants_text and isinstance(seen, int | float):
        return "put it in quotes"
    if wants_text and isinstance(seen, dict):
        return "a text with ': ' in it stands in quotes"
    if isinstance(seen, str) and not wants_text and _in_words(shapes).startswith("a list"):
        return "start each entry on a line of its own with '- '"
    return ""


def _shapes_at(shape: Shape, path: Iterable[str | int]) -> tuple[Shape, ...]:
    """Every shape allowed at a place of `shape`; steps that no shape has are left out."""
    here = _alternatives(shape)
    for step in path:
        below: list[Shape] = []
        for one in here:
            if _is_model(one) and step == one.__name__:  # pydantic's name for a union's member
                below.append(one)
            elif _is_model(one):
                below += _alternatives(_fields(one).get(step, NoneType))
            elif _origin(one) is tuple and isinstance(step, int):
                below += _alternatives(get_args(one)[0])
            elif _origin(one) is dict:
                below += _alternatives(get_args(one)[1])
        here = tuple(below) or here
    return here


def _alternatives(shape: Shape) -> tuple[Shape, ...]:
    """The members of a union, of an optional or annotated type without what wraps them."""
    if _origin(shape) is Annotated:
        return _alternatives(get_args(shape)[0])
    if _origin(shape) in (Union, UnionType):
        return tuple(one for member in get_args(shape) for one in _alternatives(member))
    return () if shape is NoneType else (shape,)


def _choices_of(shapes: Sequence[Shape]) -> tuple[str, ...]:
    """The words of a closed set."""
    return tuple(
        str(word) for shape in shapes if _origin(shape) is Literal for word in get_args(shape)
    )


def _in_words(shapes: Sequence[Shape]) -> str:
    """What is expected: "a text", "one of low, medium, high", "true or false or a list"."""
    said = []
    for shape in shapes:
        if shape in TYPES:
            said.append(TYPES[shape])
        elif choices := _choices_of((shape,)):
            said.append(f"one of {', '.join(choices)}")
        elif _origin(shape) is tuple:
            said.append("a list of texts" if get_args(shape)[0] is str else "a list")
        else:
            said.append("a mapping (key: value)")
    return " or ".join(dict.fromkeys(said))


def _origin(shape: Shape) -> Any:  # noqa: ANN401  typing's own words for it overlap with nothing
    return get_origin(shape)


def _is_model(shape: Shape) -> bool:
    return isinstance(shape, type) and issubclass(shape, BaseModel)


def _fields(model: type[BaseModel]) -> dict[str | int, Shape]:
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}
