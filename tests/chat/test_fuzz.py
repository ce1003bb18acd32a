"""Whatever a server sends, a consult ends under a lawful name and can be filed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crookbench.testing.responses import LAWFUL, Fuzzed, responses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.testing.server import Sent


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Fuzzed]:
    with Fuzzed() as there:
        yield there


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(drawn=st.lists(responses(), min_size=1, max_size=5), model_patient=st.booleans())
def test_any_responses_end_a_consult_lawfully(
    fuzzed: Fuzzed,
    drawn: list[Sent],
    model_patient: bool,  # noqa: FBT001
) -> None:
    """No crash, whoever is played by the model."""
    assert fuzzed.ending(drawn, model_patient=model_patient) in LAWFUL
