"""Folder names for model ids: distinct, safe on every system, readable."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[a-z0-9][a-z0-9.-]*(/[a-z0-9][a-z0-9.-]*)?")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LONGEST = 80


def slug(model: str) -> str:
    """The folder of a model's consults: "/" becomes "_", as crook-bench has it.

    An id that this alone would not keep apart from every other (capitals, "_", other characters,
    a name that Windows reserves, one too long) also gets the start of its hash.
    """
    name = model.replace("/", "_")
    plain = _PLAIN.fullmatch(model) and not name.endswith(".") and len(name) <= _LONGEST
    if plain and not _RESERVED.fullmatch(name):
        return name
    safe = re.sub(r"[^a-z0-9.-]+", "-", model.lower()).strip(".-")[:_LONGEST] or "model"
    return f"{safe}~{hashlib.sha256(model.encode()).hexdigest()[:8]}"
