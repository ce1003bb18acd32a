"""A real model on this machine, asked through Inspect's OpenAI-compatible provider.

Only a few turns are played: a whole consult of it is played, and filed, in test_llm.py.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from inspect_ai.model import get_model

from crookbench.doctor.tools import TOOLS, specifications
from crookbench.errors import ContextOverflow
from crookbench.inspect_ai.chat import InspectChat
from crookbench.testing.inspect_models import evaluated

if TYPE_CHECKING:
    from pathlib import Path

    from inspect_ai.model import Model

pytestmark = [
    pytest.mark.llm,
    # Inspect's own: an old parameter of tenacity, and streams that it leaves open
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def gemma(url: str) -> Model:
    return get_model("openai-api/local/gemma", base_url=url, api_key="none", memoize=False)


def test_model_as_doctor_calls_tools_through_inspect(url: str, tmp_path: Path) -> None:
    """It calls tools, each is answered, and what a limit of Inspect stops is not scored."""
    options = {"max_tokens": 64, "temperature": 0.8, "seed": 2, "message_limit": 5}
    log = evaluated(gemma(url), tmp_path, cases="cough_pneumonia", reps=1, options=options)
    (sample,) = log.samples or []
    assert sample.error is None, sample.error.traceback
    assert [message.role for message in sample.messages[:3]] == ["system", "user", "assistant"]
    calls = [
        call
        for message in sample.messages
        if message.role == "assistant"
        for call in message.tool_calls or ()
    ]
    assert calls
    assert {call.function for call in calls} <= {*TOOLS}
    answers = [message for message in sample.messages if message.role == "tool"]
    assert [answer.tool_call_id for answer in answers] == [call.id for call in calls][
        : len(answers)
    ]
    assert all(answer.text for answer in answers)
    assert sample.limit is not None
    assert sample.limit.type == "message"
    assert log.results is not None
    assert log.results.scores[0].unscored_samples == 1


def test_full_context_of_the_server_is_told_from_other_errors(url: str) -> None:
    """llama.cpp's own words, which Inspect passes on as an error."""
    long = {"role": "user", "content": "Any pain in the chest? " * 2000}
    request = {"messages": [long], "tools": specifications(), "tool_choice": "auto"}
    chat = InspectChat(gemma(url), lambda _: None)
    with pytest.raises(ContextOverflow, match=r"^openai-api/local/gemma: HTTP 400: .*context"):
        asyncio.run(chat.ask(request))
