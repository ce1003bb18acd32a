"""Which doctors a command's names stand for."""

from __future__ import annotations

import pytest

from crookbench.doctor.baselines import BASELINES, BRISK, can_play
from crookbench.errors import UsageFault
from crookbench.runs.participants import ALL_BASELINES, doctor_ids
from crookbench.testing.factories import case

PLAIN = case()
BRISKLY = case(brisk=[{"ask": "onset"}])


def test_all_baselines_are_those_that_can_play_every_case() -> None:
    """The brisk doctor only where each case says what it does."""
    assert doctor_ids([ALL_BASELINES], [BRISKLY]) == tuple(BASELINES)
    assert BRISK not in doctor_ids([ALL_BASELINES], [BRISKLY, PLAIN])
    assert all(can_play(name, PLAIN) for name in doctor_ids([ALL_BASELINES], [PLAIN]))


def test_brisk_doctor_is_refused_where_a_case_does_not_say_what_it_does() -> None:
    """By name, with the cases that lack it; nothing is played."""
    assert doctor_ids([BRISK], [BRISKLY]) == (BRISK,)
    with pytest.raises(UsageFault) as refused:
        doctor_ids([BRISK], [BRISKLY, PLAIN])
    assert str(refused.value) == (
        "baseline/brisk plays what a case says under brisk:, which is not in sore_calf; "
        "write it there, or name other cases with --cases"
    )
