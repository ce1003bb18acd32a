"""The model doctor against a real server that misbehaves on purpose, over the real client."""

from __future__ import annotations

import asyncio
import json
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.chat.client import Chat
from crookbench.chat.endpoint import Endpoint
from crookbench.chat.retry_policy import RetryPolicy
from crookbench.chat.usage import Price
from crookbench.doctor.contract import Answer, Turn, Usage
from crookbench.doctor.model import DoctorSettings, ModelDoctor
from crookbench.errors import ContextOverflow, ProviderError, ToolFormatError
from crookbench.game.moves import Refused, Say, Unheard
from crookbench.patient.chart import ChartPatient
from crookbench.patient.marker import ChartMarker
from crookbench.runs.consult import Consult
from crookbench.runs.turn_loop import play
from crookbench.testing import factories as testing
from crookbench.testing.server import ChatServer, Received, Sent, calls, completion, fails, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.runs.turn_loop import Played

HELLO = (Answer("Your next patient."),)
DIAGNOSE = (
    "diagnose",
    {
        "most_likely": "deep_vein_thrombosis",
        "differential": "cellulitis",
        "cant_miss": "pulmonary_embolism",
    },
)
END = ("end_consult", {})
ASK = ("say", {"text": "Have you ever had a clot?"})


class Clockless:
    """Remembers the pauses in place of making them."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)


def take(
    server: ChatServer,
    *,
    clock: Clockless | None = None,
    timeout: float = 5.0,
    tries: int = 3,
    turns: int = 1,
    **settings: Any,
) -> Turn:
    """The last of a few turns of a doctor on the server."""

    async def go() -> Turn:
        retry = RetryPolicy(tries, (clock or Clockless()).sleep, lambda: 0.0)
        async with Chat(Endpoint(server.url, "the-key", timeout=timeout), retry) as chat:
            doctor = ModelDoctor(DoctorSettings("lab/model", **settings), chat)
            answers: Sequence[Answer] = HELLO
            for _ in range(turns):
                turn = await doctor.turn(answers)
                answers = [Answer("Done.", call) for call in turn.calls] or [Answer("Go on.")]
            return turn

    return asyncio.run(go())


def consult(server: ChatServer) -> tuple[Consult, Played]:
    """A whole consult of the sore calf played on the server."""
    case, catalogue = testing.case(), testing.catalogue()
    there = Consult(case, catalogue, ChartPatient(case), ChartMarker(case))

    async def go() -> Played:
        retry = RetryPolicy(3, Clockless().sleep)
        async with Chat(Endpoint(server.url, timeout=5.0), retry) as chat:
            return await play(there, ModelDoctor(DoctorSettings("lab/model"), chat))

    return there, asyncio.run(go())


# What is sent and carried back


def test_request_holds_model_tools_and_briefing() -> None:
    """The first request is the prompt, the briefing, the nine tools and tool_choice auto."""
    with ChatServer.of(says("Hm.")) as server:
        take(server)
        (request,) = server.received
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer the-key"
    assert (request.body["model"], request.body["tool_choice"]) == ("lab/model", "auto")
    assert [tool["function"]["name"] for tool in request.body["tools"]] == [
        "say", "list_exams", "search", "examine", "order_test", "prescribe", "stop_medicine",
        "withdraw", "refer", "book_review", "diagnose", "end_consult",
    ]  # fmt: skip
    assert [message["role"] for message in request.messages] == ["system", "user"]
    assert request.messages[1]["content"] == "Your next patient."
    assert sorted(request.body) == ["messages", "model", "tool_choice", "tools"]


def test_extra_is_merged_into_each_request() -> None:
    """DOCTOR_EXTRA wins over what crookbench would send."""
    with ChatServer.of(says("Hm.")) as server:
        take(server, extra={"tool_choice": "required", "top_k": 3})
        body = server.received[0].body
    assert (body["tool_choice"], body["top_k"]) == ("required", 3)


def test_several_calls_are_answered_each_by_its_id() -> None:
    """Several calls in a message come in order, and every answer names its call."""
    with ChatServer.of(calls(ASK, DIAGNOSE)) as server:
        turn = take(server, turns=2)
        told = server.received[1].messages
    assert [call.name for call in turn.calls] == ["say", "diagnose"]
    assert [message["role"] for message in told[2:]] == ["assistant", "tool", "tool"]
    assert [call["id"] for call in told[2]["tool_calls"]] == ["id-0", "id-1"]
    assert [message["tool_call_id"] for message in told[3:]] == ["id-0", "id-1"]


@pytest.mark.parametrize(
    ("reasoning", "left_out"),
    [
        ({"reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]}, ["reasoning"]),
        ({"reasoning": "Hmm"}, []),
        ({"reasoning_content": "Hmm"}, []),
        ({"extra_content": {"google": {"thought_signature": "c2ln"}}}, []),
    ],
    ids=["openrouter", "vllm", "deepseek", "gemini"],
)
def test_reasoning_is_carried_back(reasoning: dict[str, Any], left_out: list[str]) -> None:
    """As it came, with the message it came with; details alone where there are some."""
    with ChatServer.of(calls(ASK, **reasoning, **dict.fromkeys(left_out, "Hmm"))) as server:
        take(server, turns=2)
        message = server.received[1].messages[2]
    told = {name: message[name] for name in message if name not in ("role", "content")}
    assert {name: told[name] for name in told if name != "tool_calls"} == reasoning


def test_signature_of_a_call_is_carried_back() -> None:
    """Gemini refuses a call that comes back without the signature of its thoughts."""
    signed = completion(None, [ASK])
    signature = {"google": {"thought_signature": "c2ln"}}
    signed["choices"][0]["message"]["tool_calls"][0]["extra_content"] = signature
    with ChatServer.of(Sent(signed)) as server:
        take(server, turns=2)
        (call,) = server.received[1].messages[2]["tool_calls"]
    assert call["extra_content"] == signature


@pytest.mark.parametrize(
    ("sent", "back"), [(says(" \n"), "…"), (calls(ASK, content=" "), None)], ids=["alone", "called"]
)
def test_blank_text_is_not_carried_back(sent: Sent, back: str | None) -> None:
    """Servers refuse a message of nothing but blanks."""
    with ChatServer.of(sent) as server:
        take(server, turns=2)
        message = next(m for m in server.received[-1].messages if m["role"] == "assistant")
    assert message["content"] == back


def test_reasoning_the_server_refuses_is_left_out() -> None:
    """A server that rejects its own reasoning field gets the conversation without it."""
    refusal = fails(400, "reasoning_content is not allowed in input messages")
    with ChatServer.of(calls(ASK, reasoning_content="Hmm"), refusal, says("Fine.")) as server:
        turn = take(server, turns=2)
        assert "reasoning_content" not in server.received[2].messages[2]
    assert (turn.text, turn.dropped) == ("Fine.", ("reasoning_content",))


# Usage


@pytest.mark.parametrize(
    ("usage", "price", "expected"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 1, "cost": 0.5}, None, Usage(1, 9, 1, 0.5)),
        ({"prompt_tokens": 9, "completion_tokens": 1, "cost": 0}, None, Usage(1, 9, 1, 0.0)),
        ({"prompt_tokens": 9, "completion_tokens": 1}, Price(2e6, 1e6), Usage(1, 9, 1, 19.0)),
        (
            {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 15},
            Price(1e6, 1e6),
            Usage(1, 9, 6, 15.0),
        ),
        (
            {"prompt_tokens": 9, "completion_tokens": 1, "cost": 0.25, "is_byok": True,
             "cost_details": {"upstream_inference_cost": 0.5}},
            None,
            Usage(1, 9, 1, 0.75),
        ),
        (
            {"prompt_tokens": 9, "completion_tokens": 1, "cost": 0, "is_byok": True},
            None,
            Usage(1, 9, 1, None),
        ),
        ({"prompt_tokens": 9, "completion_tokens": 1}, None, Usage(1, 9, 1, None)),
        ({"prompt_tokens": 9}, Price(2.0, 1.0), Usage(1, 9, 0, None)),
        ({"prompt_tokens": "many", "cost": "free"}, Price(2.0, 1.0), Usage(1, 0, 0, None)),
        (None, Price(2.0, 1.0), Usage(1, 0, 0, None)),
    ],
    ids=["stated", "stated-free", "by-price", "thoughts-in-the-total", "own-key",
         "own-key-unstated", "unpriced", "half-counted", "nonsense", "none"],
)  # fmt: skip
def test_cost_is_stated_priced_or_unknown(
    usage: object, price: Price | None, expected: Usage
) -> None:
    """The server's own cost, else tokens times price, else unknown; never a made-up 0.

    Thoughts are paid for like words; OpenRouter's own cost leaves out what one's own key paid.
    """
    with ChatServer.of(Sent(completion("Hm.") | {"usage": usage})) as server:
        assert take(server, price=price).usage == expected


def test_answer_that_the_server_filtered_is_paid_for() -> None:
    """What a try used that brought nothing is counted too."""
    filtered = completion("", refusal="No.")
    filtered["choices"][0]["finish_reason"] = "content_filter"
    with ChatServer.of(Sent(filtered), says("Hm.")) as server:
        assert take(server).usage == Usage(2, 200, 40, None)


def test_server_says_who_answered() -> None:
    """Model and provider of the response are kept."""
    with ChatServer.of(Sent(completion("Hm.") | {"provider": "Azure"})) as server:
        assert take(server).served_by == "served-model by Azure"


# Faults that pass


@pytest.mark.parametrize(
    "fault",
    [
        fails(429),
        fails(429, "Rate limit reached: context window of tokens per minute"),
        fails(429, "Slow down: maximum tokens of this context window"),
        fails(408),
        fails(500, "oops"),
        fails(502),
        fails(503),
        Sent({"error": {"code": 429, "message": "slow down"}}),
        Sent({"error": {"code": 502, "message": "upstream"}}),
        Sent({"error": "upstream"}),
        Sent({"choices": []}),
        Sent({"choices": [{"error": {"code": 503, "message": "x"}, "finish_reason": "error"}]}),
        Sent({"choices": [{"finish_reason": "content_filter", "message": {"content": ""}}]}),
        Sent({"choices": [{"finish_reason": "content_filter: RECITATION", "message": {}}]}),
        Sent({"choices": [{"finish_reason": "stop"}]}),
        Sent(b"<html>busy</html>"),
        Sent(b""),
        Sent([]),
        Sent(completion("Half of it."), only=150),
        Sent(completion("Nothing of it."), only=0),
        Sent(completion("Late."), delay=3.0),
    ],
    ids=lambda sent: f"{sent.status}-{str(sent.body)[:30]}-{sent.only}-{sent.delay}",
)
def test_passing_fault_is_tried_again(fault: Sent) -> None:
    """It costs the doctor nothing: the next try's answer counts."""
    with ChatServer.of(fault, says("Better.")) as server:
        turn = take(server, timeout=0.5)
        assert len(server.received) == 2
        assert server.received[0].body == server.received[1].body
    assert turn.text == "Better."


def test_pauses_double_up_to_a_minute() -> None:
    """Each pause is twice the one before it; chance here adds nothing."""
    clock = Clockless()
    with ChatServer.of(fails(503)) as server, pytest.raises(ProviderError):
        take(server, clock=clock, tries=9)
    assert clock.pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


def test_chance_lengthens_a_pause_to_twice_its_least() -> None:
    """A pause lies between half of its step and all of it."""
    assert RetryPolicy(chance=lambda: 0.0).pause(2, None) == 2.0
    assert RetryPolicy(chance=lambda: 1.0).pause(2, None) == 4.0


def test_retry_after_in_seconds_is_kept() -> None:
    """The server's own pause is made."""
    clock = Clockless()
    with ChatServer.of(fails(429, headers={"Retry-After": "7"}), says("Hm.")) as server:
        take(server, clock=clock)
    assert clock.pauses == [7.0]


def test_retry_after_as_a_time_is_kept() -> None:
    """A time is waited for."""
    clock = Clockless()
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    with ChatServer.of(fails(429, headers={"Retry-After": then}), says("Hm.")) as server:
        take(server, clock=clock)
    (pause,) = clock.pauses
    assert 50 < pause <= 60


def test_retry_after_too_long_ends_the_consult() -> None:
    """A run is not held up for an hour; the next run tries again."""
    clock = Clockless()
    with ChatServer.of(fails(429, "Busy.", headers={"Retry-After": "3600"})) as server:
        with pytest.raises(ProviderError) as caught:
            take(server, clock=clock)
        assert str(caught.value) == f"{server.url}: HTTP 429: Busy. (asks to wait 3600 s)"
    assert clock.pauses == []


def test_fault_that_does_not_pass_is_a_provider_error() -> None:
    """After the last try the consult ends as provider_error, with the server's words."""
    with ChatServer.of(fails(503, "Overloaded.")) as server:
        with pytest.raises(ProviderError) as caught:
            take(server)
        assert str(caught.value) == f"{server.url}: HTTP 503: Overloaded. (tried 3 times)"
        assert len(server.received) == 3


def test_server_that_is_not_there_is_a_provider_error() -> None:
    """Nothing listens at the address."""
    with ChatServer.of(says("Hm.")) as server:
        pass
    with pytest.raises(ProviderError) as caught:
        take(server, tries=9)
    told = "cannot be reached: All connection attempts failed; is it running there? (tried 3 times)"
    assert str(caught.value) == f"{server.url}: {told}"


def test_server_that_makes_no_connection_is_a_provider_error() -> None:
    """Such as one that is asked with TLS and knows none: it is not waited for as for an answer."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        at = Endpoint(f"https://127.0.0.1:{deaf.getsockname()[1]}/v1", connect_timeout=0.2)

        async def go() -> None:
            async with Chat(at, RetryPolicy(1)) as chat:
                await ModelDoctor(DoctorSettings("m"), chat).turn(HELLO)

        with pytest.raises(ProviderError) as caught:
            asyncio.run(go())
    told = "cannot be reached: no connection within 0.2 s"
    assert str(caught.value) == (
        f"{at.base}: {told}; is it running there, and with TLS? (tried once)"
    )


def test_answer_that_breaks_off_is_told_as_such() -> None:
    """It is another fault than a server that is not there."""
    with ChatServer.of(Sent(completion("Half of it."), only=150)) as server:
        with pytest.raises(ProviderError) as caught:
            take(server)
        assert str(caught.value) == f"{server.url}: broke off its answer (tried 3 times)"


def test_answer_that_never_ends_is_a_provider_error() -> None:
    """The time allowed is for the whole answer."""
    with ChatServer.of(Sent(completion("Late."), delay=3.0)) as server:
        with pytest.raises(ProviderError) as caught:
            take(server, timeout=0.2, tries=1)
        told = "no whole answer within 0.2 s (tried once)"
        assert str(caught.value) == f"{server.url}: {told}"


def test_answer_that_comes_too_late_is_asked_for_once_more() -> None:
    """Not as often as after other faults: each try takes its time and may be billed."""
    with ChatServer.of(Sent(completion("Late."), delay=3.0)) as server:
        with pytest.raises(ProviderError, match=r"\(tried 2 times\)"):
            take(server, timeout=0.2, tries=9)
        assert len(server.received) == 2


# Faults that last


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (fails(401, "No such key."), "HTTP 401: No such key."),
        (fails(402, "No credit."), "HTTP 402: No credit."),
        (fails(403, "Flagged."), "HTTP 403: Flagged."),
        (fails(404, "No such model."), "HTTP 404: No such model."),
        (
            Sent([{"error": {"code": 403, "message": "No access."}}], status=403),
            "HTTP 403: No access.",
        ),
        (fails(429, "Pay.", code="insufficient_quota"), "HTTP 429: Pay."),
        (Sent({"error": {"code": 401, "message": "No."}}), "an error with HTTP status 200: No."),
    ],
    ids=["key", "credit", "flagged", "model", "gemini", "quota", "inside"],
)
def test_lasting_fault_is_told_at_once(fault: Sent, told: str) -> None:
    """Asking again would bring nothing."""
    with ChatServer.of(fault) as server:
        with pytest.raises(ProviderError) as caught:
            take(server)
        assert str(caught.value) == f"{server.url}: {told}"
        assert len(server.received) == 1


@pytest.mark.parametrize(
    "fault", [fails(404, "File Not Found"), Sent(b"Not here", status=405)], ids=["404", "405"]
)
def test_wrong_address_is_told(fault: Sent) -> None:
    """What was asked stands in the message: the address wants an ending such as /v1."""
    with ChatServer.of(fault) as server:
        with pytest.raises(ProviderError) as caught:
            take(server)
        told = f"(is the address right? {server.url}/chat/completions was asked)"
        assert str(caught.value).endswith(told)


def test_missing_key_is_told() -> None:
    """A server that wants a key and got none says only that it was the wrong one."""

    async def go(url: str) -> None:
        async with Chat(Endpoint(url), RetryPolicy(1)) as chat:
            await ModelDoctor(DoctorSettings("m"), chat).turn(HELLO)

    with ChatServer.of(fails(401, "Incorrect API key provided: none.")) as server:
        with pytest.raises(ProviderError) as caught:
            asyncio.run(go(server.url))
        assert str(caught.value) == (
            f"{server.url}: HTTP 401: Incorrect API key provided: none. "
            "(no key was sent; DOCTOR_KEY or PATIENT_KEY sets one)"
        )


def test_page_in_place_of_an_answer_is_told() -> None:
    """Its beginning shows what stands at the address."""
    with ChatServer.of(Sent(b"<html>\n  Hello, human.")) as server:
        with pytest.raises(ProviderError) as caught:
            take(server, tries=1)
        told = "a response that is no JSON: '<html> Hello, human.' (tried once)"
        assert str(caught.value) == f"{server.url}: {told}"


def test_nothing_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenAI's own variables are not for whichever server is asked."""
    monkeypatch.setenv("OPENAI_API_KEY", "zeisig-key")
    monkeypatch.setenv("OPENAI_ORG_ID", "zeisig-organisation")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "zeisig-project")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: zeisig-1\nX-Secret: zeisig-2")
    with ChatServer.of(says("Hm.")) as server:
        take(server)
        (request,) = server.received
    assert "zeisig" not in str(request)
    assert request.headers["authorization"] == "Bearer the-key"


OVERFLOWS = pytest.mark.parametrize(
    "fault",
    [
        fails(400, "This model's maximum context length is 8192 tokens."),
        fails(400, "Too long.", code="context_length_exceeded"),
        fails(400, "the request exceeds it", type="exceed_context_size_error"),
        fails(413, "prompt is too long: 210000 tokens > 200000 maximum"),
        fails(500, "the request exceeds the available context size"),
        Sent({"error": {"code": 400, "message": "input length exceeds the context window"}}),
        fails(400, "This model's maximum prompt length is 131072 but the request has 537812"),
        Sent([{"error": {"message": "The input token count (9) exceeds the maximum number of "
                                    "tokens allowed (8)."}}], status=400),
    ],
    ids=["message", "code", "llama-cpp", "413", "500", "inside", "xai", "gemini"],
)  # fmt: skip


@OVERFLOWS
def test_context_overflow_has_its_own_name(fault: Sent) -> None:
    """It is no provider error, and is not tried again."""
    with ChatServer.of(calls(ASK), fault) as server:
        with pytest.raises(ContextOverflow):
            take(server, turns=2)
        assert len(server.received) == 2


@OVERFLOWS
def test_context_too_small_for_any_consult_is_a_provider_error(fault: Sent) -> None:
    """Before the first move it is no doing of the doctor's, and no score."""
    with ChatServer.of(fault) as server, pytest.raises(ProviderError) as caught:
        take(server)
    assert str(caught.value).endswith(
        " (before the first move: the server's context is too small, or max_tokens too large)"
    )


def test_context_overflow_ends_a_consult_as_billed() -> None:
    """What was earned before it counts, and what was used."""
    with ChatServer.of(calls(ASK), fails(400, "maximum context length exceeded")) as server:
        there, played = consult(server)
    assert (played.ending, there.over) == ("context_limit", True)
    assert (played.usage.calls, played.usage.prompt_tokens) == (1, 100)
    assert [type(move).__name__ for move in there.moves] == ["Say", "End"]


# Parameters


def test_rejected_parameter_of_ours_is_dropped_for_good() -> None:
    """It is left out once, and not sent again in later turns."""
    refusal = fails(400, "Unsupported parameter: 'tool_choice'.", param="tool_choice")
    with ChatServer.of(refusal, says("One."), says("Two.")) as server:
        turn = take(server, turns=2)
        sent = ["tool_choice" in request.body for request in server.received]
    assert sent == [True, False, False]
    assert (turn.text, turn.dropped) == ("Two.", ("tool_choice",))


def test_rejected_parameter_of_the_configuration_is_told() -> None:
    """What the user set is never changed behind their back."""
    with ChatServer.of(fails(400, "Unknown field top_k.")) as server:
        with pytest.raises(ProviderError) as caught:
            take(server, extra={"top_k": 3})
        told = "HTTP 400: Unknown field top_k. (the configuration sets top_k)"
        assert str(caught.value) == f"{server.url}: {told}"
        assert len(server.received) == 1


def test_parameter_rejected_again_is_a_provider_error() -> None:
    """It is dropped once; a server that goes on complaining ends the consult."""
    with ChatServer.of(fails(400, "tool_choice!")) as server:
        with pytest.raises(ProviderError, match="HTTP 400: tool_choice!"):
            take(server)
        assert len(server.received) == 2


# What the model itself does


def test_empty_answer_is_asked_for_again() -> None:
    """What the empty tries used is counted."""
    with ChatServer.of(says(""), says(None), says("There.")) as server:
        turn = take(server)
    assert (turn.text, turn.usage.calls) == ("There.", 3)


def test_answers_that_stay_empty_are_silence() -> None:
    """Silence is the model's own doing: it is reminded, and ends as stopped."""
    with ChatServer.of(says("")) as server:
        there, played = consult(server)
        assert len(server.received) == 12
    assert (played.ending, played.usage.calls) == ("stopped", 12)
    assert [move for move in there.moves if isinstance(move, Unheard)] == [Unheard("")] * 4


def test_refusal_is_an_answer_in_words() -> None:
    """A model that will not play is reminded, and ends as stopped."""
    with ChatServer.of(says(None, refusal="I can't help with that.")) as server:
        there, played = consult(server)
    assert played.ending == "stopped"
    assert there.moves[0] == Unheard("I can't help with that.")


def test_call_written_as_text_is_text() -> None:
    """It does nothing; the model is told to use the tools."""
    written = '<tool_call>{"name": "end_consult", "arguments": {}}</tool_call>'
    with ChatServer.of(says(written), calls(DIAGNOSE, END)) as server:
        there, played = consult(server)
        reminder = server.received[1].messages[-1]
    assert (played.ending, there.moves[0]) == ("ended", Unheard(written))
    assert reminder["role"] == "user"
    assert reminder["content"].startswith("The patient did not hear that")


WRITTEN = {
    "hermes": '<tool_call>{"name": "say", "arguments": {"text": "Hello."}}</tool_call>',
    "mistral": '[TOOL_CALLS][{"name": "say", "arguments": {"text": "Hello."}}]',
    "llama": '<function=say>{"text": "Hello."}</function>',
    "python tag": '<|python_tag|>{"name": "say", "parameters": {"text": "Hello."}}',
    "fenced": 'I will ask.\n```json\n{"name": "say", "arguments": {"text": "Hello."}}\n```',
    "nested": '{"function": {"name": "say", "arguments": {"text": "Hello."}}}',
    "legacy": None,
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_server_without_a_tool_parser_is_no_score(written: str | None) -> None:
    """Calls that come as text, after every reminder, say nothing about the doctor."""
    legacy = {"function_call": {"name": "say", "arguments": '{"text": "Hello."}'}}
    sent = says(written) if written else says(None, **legacy)
    with ChatServer.of(sent) as server:
        with pytest.raises(ToolFormatError) as caught:
            consult(server)
        assert len(server.received) == 4
    assert caught.value.ending == "tool_format"
    assert "start the server with its tool parser" in str(caught.value)


def test_prose_and_other_objects_are_no_written_calls() -> None:
    """A model that only talks is stopped, and scored as it stands."""
    with ChatServer.of(says('I would say: {"name": "Nora"} is in pain.')) as server:
        assert consult(server)[1].ending == "stopped"


def test_text_calls_of_a_server_that_reads_others_are_the_models_own() -> None:
    """Once a call came through, a written one is the model's mistake."""
    with ChatServer.of(calls(ASK), says(WRITTEN["hermes"])) as server:
        assert consult(server)[1].ending == "stopped"


def test_server_that_refuses_null_content_gets_an_empty_text() -> None:
    """It is asked once more with "" beside the calls, and from then on."""

    def answer(request: Received) -> Sent:
        if any(message["content"] is None for message in request.messages):
            return fails(400, "messages: Input should be a valid string")
        return calls(ASK)

    with ChatServer(answer) as server:
        take(server, turns=3)
        contents = [request.messages[2:3] for request in server.received]
    assert len(contents) == 4
    assert [each[0]["content"] for each in contents[1:]] == [None, "", ""]


def test_server_that_refuses_an_empty_text_too_is_told() -> None:
    """There is one fallback, and then its own words."""
    with ChatServer.of(calls(ASK), fails(400, "No.")) as server:
        with pytest.raises(ProviderError, match="HTTP 400: No"):
            take(server, turns=2)
        assert len(server.received) == 3


def test_reasoning_in_text_is_not_said() -> None:
    """Only what stands outside the tags is an answer."""
    with ChatServer.of(says("<think>Clot?</think>Tell me more.")) as server:
        assert take(server).text == "Tell me more."


def test_malformed_and_unknown_calls_are_answered_in_words() -> None:
    """They are refused, cost nothing, and the consult goes on."""
    bad = [("say", "{not json"), ("say", "[]"), ("operate", {}), ("", {}), ("say", {"words": "x"})]
    with ChatServer.of(calls(*bad), calls(DIAGNOSE, END)) as server:
        there, played = consult(server)
        told = [m["content"] for m in server.received[1].messages if m["role"] == "tool"]
        back = server.received[1].messages[2]["tool_calls"]
    assert told[:2] == [
        "say: the arguments are not valid JSON.",
        "say: the arguments must be a JSON object.",
    ]
    assert told[2].startswith("There is no tool 'operate'. The tools are: say, ")
    assert told[4] == "say: text is missing. words is no argument of this tool."
    assert (len(told), played.ending) == (5, "ended")
    assert sum(isinstance(move, Refused) for move in there.moves) == 5
    assert all(isinstance(json.loads(c["function"]["arguments"]), dict) for c in back)
    assert [c["function"]["name"] for c in back] == ["say", "say", "operate", "unnamed", "say"]


def test_repeated_call_ids_are_told_apart() -> None:
    """Every call of a conversation has an id of its own, and an answer by it."""
    with ChatServer.of(calls(ASK)) as server:
        take(server, turns=3)
        told = server.received[2].messages
    asked = [call["id"] for m in told for call in m.get("tool_calls", ())]
    answered = [m["tool_call_id"] for m in told if m["role"] == "tool"]
    assert asked == answered == ["id-0", "call00001"]


def test_made_up_call_id_is_not_one_that_was_there() -> None:
    """Also where the model's own ids look alike."""
    first = completion(None, [ASK, ASK])
    second = completion(None, [ASK])
    for place, id_ in enumerate(["a", "call00002"]):
        first["choices"][0]["message"]["tool_calls"][place]["id"] = id_
    second["choices"][0]["message"]["tool_calls"][0]["id"] = ""
    with ChatServer.of(Sent(first), Sent(second)) as server:
        take(server, turns=3)
        told = server.received[2].messages
    assert [m["tool_call_id"] for m in told if m["role"] == "tool"] == [
        "a", "call00002", "call00003",
    ]  # fmt: skip


def test_call_cut_by_max_tokens_is_answered_in_words() -> None:
    """Half a call is refused, and the model may try again."""
    cut = completion(None, [("say", '{"text": "Have you ev')])
    cut["choices"][0]["finish_reason"] = "length"
    with ChatServer.of(Sent(cut), calls(ASK), calls(DIAGNOSE, END)) as server:
        there, played = consult(server)
    assert played.ending == "ended"
    assert isinstance(there.moves[0], Refused)
    assert isinstance(there.moves[1], Say)


def test_text_cut_by_max_tokens_is_text() -> None:
    """Half a sentence without a tool is heard by nobody."""
    cut = completion("I would now like to")
    cut["choices"][0]["finish_reason"] = "length"
    with ChatServer.of(Sent(cut), calls(DIAGNOSE, END)) as server:
        there, played = consult(server)
    assert (played.ending, there.moves[0]) == ("ended", Unheard("I would now like to"))


def test_half_characters_are_mended() -> None:
    """Lone surrogates, which no file or request can hold, do not reach either."""
    said = Sent(completion(None, [("say", '{"text": "Any \\ud800 pain?"}')]))
    with ChatServer.of(said, calls(DIAGNOSE, END)) as server:
        there, _ = consult(server)
    assert isinstance(there.moves[0], Say)
    assert there.moves[0].utterance == "Any ? pain?"
