"""The tests' own small case, and every case file there is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from crookbench.game.case import Case

FIXTURES = Path(__file__).parent / "fixtures"
CASES = Path(__file__).parents[2] / "cases"


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a fixture file."""
    return list(yaml.safe_load((FIXTURES / name).read_text("utf-8")))


def small_case(**persona: object) -> Case:
    """A man with a sore back; `persona` overrides how he speaks."""
    data = yaml.safe_load((FIXTURES / "small-case.yaml").read_text("utf-8"))
    data["patient"]["persona"].update(persona)
    return Case.model_validate(data)


@cache
def written_cases() -> list[Case]:
    """Every case of the checkout, the pattern for new ones left aside."""
    data = [yaml.safe_load(path.read_text("utf-8")) for path in sorted(CASES.glob("[!_]*.yaml"))]
    read = [case for case in data if isinstance(case, dict) and "history" in case]
    return [Case.model_validate(case) for case in read]


def shipped_case(id_: str) -> Case:
    """One of the cases of the checkout."""
    return next(case for case in written_cases() if case.id == id_)
