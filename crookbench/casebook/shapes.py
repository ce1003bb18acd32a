"""What a schema wants at one place, in plain words: read off the pydantic models themselves."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Shape: TypeAlias = Any
"""A type annotation: a model, `str`, `tuple[str, ...]`, `Literal[...]`, a union of them."""

_NAMES: dict[Shape, str] = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false",
}  # fmt: skip


def shapes_at(shape: Shape, path: Iterable[str | int]) -> tuple[Shape, ...]:
    """Every shape allowed at a place of `shape`; steps that no shape has are left out."""
    here = _alternatives(shape)
    for step in path:
        here = tuple(inner for one in here for inner in _inside(one, step)) or here
    return here


def keys_of(shapes: Sequence[Shape]) -> tuple[str, ...]:
    """The keys that may stand in a mapping of any of these shapes."""
    return tuple(str(key) for shape in shapes if _is_model(shape) for key in _fields(shape))


def choices_of(shapes: Sequence[Shape]) -> tuple[str, ...]:
    """The words of a closed set."""
    return tuple(
        str(word) for shape in shapes if _origin(shape) is Literal for word in get_args(shape)
    )


def in_words(shapes: Sequence[Shape]) -> str:
    """What is expected: "a text", "one of low, medium, high", "true or false or a list"."""
    return " or ".join(dict.fromkeys(_one_in_words(shape) for shape in shapes))


def _one_in_words(shape: Shape) -> str:
    if shape in _NAMES:
        return _NAMES[shape]
    if choices := choices_of((shape,)):
        return f"one of {', '.join(choices)}"
    if _origin(shape) is tuple:
        return "a list of texts" if get_args(shape)[0] is str else "a list"
    return "a mapping (key: value)"


def _alternatives(shape: Shape) -> tuple[Shape, ...]:
    """The members of a union, of an optional or annotated type without what wraps them."""
    if _origin(shape) is Annotated:
        return _alternatives(get_args(shape)[0])
    if _origin(shape) in (Union, UnionType):
        return tuple(one for member in get_args(shape) for one in _alternatives(member))
    return () if shape is NoneType else (shape,)


def _inside(shape: Shape, step: str | int) -> tuple[Shape, ...]:
    """The shapes one step down; a union's member answers to its own name."""
    if _is_model(shape):
        if step == shape.__name__:
            return (shape,)
        return _alternatives(_fields(shape)[step]) if step in _fields(shape) else ()
    arguments = get_args(shape)
    if _origin(shape) is tuple and isinstance(step, int):
        return _alternatives(arguments[0])
    return _alternatives(arguments[1]) if _origin(shape) is dict else ()


def _origin(shape: Shape) -> Any:  # noqa: ANN401  typing's own words for it overlap with nothing
    return get_origin(shape)


def _is_model(shape: Shape) -> bool:
    return isinstance(shape, type) and issubclass(shape, BaseModel)


def _fields(model: type[BaseModel]) -> dict[str | int, Shape]:
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}
