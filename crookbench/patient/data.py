"""Reads the word lists that ship beside this module, each once."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any


@cache
def word_list(name: str) -> Any:  # noqa: ANN401  each list has a shape of its own
    """The content of one of this package's YAML files: "jargon", "decoys" or "voice"."""
    import yaml

    text = (resources.files(__package__) / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)
