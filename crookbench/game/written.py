"""What every part of a case file has in common: it is as its author wrote it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _listed(value: object) -> object:
    """One word stands for a list of one."""
    return [value] if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class Written(BaseModel):
    """What an author wrote: unknown keys are refused, nothing changes afterwards.

    The text under each field is what an author's editor shows for that key.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)
