"""Tests that the same consult in other words brings out the same, in every case there is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from patient_cases import written_cases

from crookbench.patient.chart import ChartPatient

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.game.case import Case

CASES = {case.id: case for case in written_cases()}


def _decapitalised(line: str) -> str:
    return line[:1].lower() + line[1:]


def _polite(lines: list[str]) -> list[str]:
    lead = "Thanks, that helps. If you don't mind my asking:"
    return [f"{lead} {_decapitalised(line)}" for line in lines]


def _hasty(lines: list[str]) -> list[str]:
    return [line.lower() for line in lines]


def _two_at_once(lines: list[str]) -> list[str]:
    pairs = zip(lines[::2], [*lines[1::2], ""], strict=False)
    return [f"{first} And {_decapitalised(second)}" if second else first for first, second in pairs]


def _misspelt(lines: list[str]) -> list[str]:
    """The longest word of each line without its middle letter."""
    return [line.replace(word, word[: len(word) // 2] + word[len(word) // 2 + 1 :], 1)
            for line in lines for word in [max(line.split(), key=len)]]  # fmt: skip


def _brought_out(case: Case, messages: list[str]) -> set[str]:
    patient = ChartPatient(case)
    replies = (asyncio.run(patient.hear(message, ())) for message in messages)
    return {id_ for reply in replies for id_ in reply.released}


@pytest.mark.parametrize("case_id", CASES)
@pytest.mark.parametrize(
    ("reworded", "most"),
    [
        pytest.param(_polite, 2, id="politely"),
        pytest.param(_hasty, 0, id="in small letters"),
        pytest.param(_two_at_once, 2, id="two at a time"),
        pytest.param(_misspelt, 6, id="misspelt"),
    ],
)
def test_a_reworded_consult_brings_out_the_same(
    case_id: str, reworded: Callable[[list[str]], list[str]], most: int
) -> None:
    """Every topic is asked about once; so many of them may be lost, and no more."""
    case = CASES[case_id]
    lines = [item.asked_as[0] for item in case.scored_history]
    plain = _brought_out(case, lines)
    assert len(plain) >= len(lines) - 1
    assert len(plain - _brought_out(case, reworded(lines))) <= most
