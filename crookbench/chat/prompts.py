"""Reads the prompts, which are files, and tells their versions apart."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources


@cache
def prompt(name: str) -> str:
    """A prompt by its room and name: "doctor/system", "patient/topics"."""
    room, _, stem = name.partition("/")
    file = resources.files(f"crookbench.{room}") / "prompts" / f"{stem}.md"
    return file.read_text(encoding="utf-8").strip()


def digest(text: str) -> str:
    """A text's version, as run.json and the records keep it."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def versions(*names: str) -> dict[str, str]:
    """The prompts of these names with their versions."""
    return {name: digest(prompt(name)) for name in names}
