"""Plays consults on random responses until at least 10,000 of them were sent; prints the endings.

    python -W error benchmarks/fuzz.py > benchmarks/fuzz.md

The strategies and the judge are those of tests/chat/test_fuzz.py; here there are many more of them.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from crookbench.testing.responses import LAWFUL, Fuzzed, responses

if TYPE_CHECKING:
    from crookbench.testing.server import Sent

CONSULTS = 5000
RESPONSES = 10_000


def main() -> None:
    sent: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    with Fuzzed() as fuzzed:

        @settings(
            max_examples=CONSULTS,
            deadline=None,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        @given(drawn=st.lists(responses(), min_size=2, max_size=8), patient=st.booleans())
        def play(drawn: list[Sent], patient: bool) -> None:  # noqa: FBT001
            ending = fuzzed.ending(drawn, model_patient=patient)
            assert ending in LAWFUL
            endings[ending] += 1
            sent["used"] += len(drawn) - len(fuzzed.responses)

        began = time.monotonic()
        play()
        seconds = time.monotonic() - began
    assert sent["used"] >= RESPONSES, sent
    listed = "\n".join(f"- {name}: {number}" for name, number in endings.most_common())
    print(f"""# Random responses

{sent["used"]:,} random responses and tool calls in {endings.total():,} consults, over real
sockets and the real client: no crash, and every consult ended under a lawful name; each that is
billed could be filed and read. {seconds:.0f} s.

{listed}

Made by `python -W error benchmarks/fuzz.py`. The tests have a shorter one.""")


if __name__ == "__main__":
    main()
