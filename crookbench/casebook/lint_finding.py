"""One thing a lint found in a case or in the catalogue."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """What is wrong, and at which key path ("history.3.id"); lists count from 0."""

    key: str
    message: str
