"""The model patient and marker against a real server: what they send, believe and do on faults."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.chat.client import Chat
from crookbench.chat.endpoint import Endpoint
from crookbench.chat.retry_policy import RetryPolicy
from crookbench.chat.usage import Usage
from crookbench.errors import PatientError
from crookbench.game.moves import Refer, Say
from crookbench.patient.model import ModelPatient
from crookbench.patient.model_marker import ModelMarker
from crookbench.patient.quotes import found
from crookbench.patient.speech import TOO_MUCH
from crookbench.patient.structured import ModelSettings
from crookbench.testing import factories as testing
from crookbench.testing.server import ChatServer, Received, Sent, completion, fails, says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crookbench.game.moves import Move
    from crookbench.patient.contract import Judgement, Reply

CLOT = "I had a clot in that leg after my hip operation."
SAID_CLOT = Say("Ever had a clot?", ("clot_before",), "Yes, a clot.", asked=("clot_before",))


async def at_once(_: float) -> None:
    """A pause that takes no time."""


def hear(server: ChatServer, message: str, before: Sequence[Move] = (), **settings: Any) -> Reply:
    """The model patient's reply to one message."""

    async def go() -> Reply:
        async with Chat(Endpoint(server.url, timeout=5.0), RetryPolicy(2, at_once)) as chat:
            patient = ModelPatient(testing.case(), ModelSettings("lab/patient", **settings), chat)
            return await patient.hear(message, before)

    return asyncio.run(go())


def mark(server: ChatServer, *said: str, others: Sequence[Move] = ()) -> Judgement:
    """What the model marker credits for a few utterances."""

    async def go() -> Judgement:
        async with Chat(Endpoint(server.url, timeout=5.0), RetryPolicy(2, at_once)) as chat:
            settings = ModelSettings("lab/marker")
            marker = ModelMarker(testing.case(), testing.catalogue(), settings, chat)
            return await marker.mark([*map(Say, said), *others])

    return asyncio.run(go())


def hearing(topics: Any, *replies: Sent) -> Callable[[Received], Sent]:
    """Answers a request for topics with these, and others with the replies in order."""
    left = list(replies)

    def answer(request: Received) -> Sent:
        if "response_format" in request.body:
            return says(topics if isinstance(topics, str) else json.dumps(topics))
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


# The patient


def test_asked_fact_is_told_in_the_models_words() -> None:
    """One call for the topics and one for the reply; both are counted."""
    with ChatServer(hearing({"1": ["clot_before"]}, says("Had a clot after my hip op."))) as server:
        reply = hear(server, "Have you ever had a clot?")
    assert (reply.text, reply.released, reply.asked) == (
        "Had a clot after my hip op.",
        ("clot_before",),
        ("clot_before",),
    )
    assert reply.usage == Usage(2, 200, 40, None)


def test_topics_are_limited_to_the_cases_ids_by_schema() -> None:
    """One list for each question; generic topics that an item covers are not among the ids."""
    with ChatServer(hearing({"1": [], "2": []}, says("No."))) as server:
        hear(server, "Any fever? Do you smoke?")
        (request,) = server.received
    shape = request.body["response_format"]["json_schema"]
    ids = shape["schema"]["$defs"]["topics"]["items"]["enum"]
    assert (shape["strict"], shape["schema"]["required"]) == (True, ["1", "2"])
    assert {"clot_before", "other_smoking"} <= set(ids)
    assert not {"other_travel", "other_allergies", "other_regular_medicines"} & set(ids)


def test_only_what_is_told_now_reaches_the_replier() -> None:
    """Nothing that is hidden, concealed or the diagnosis stands in any request for words."""
    case = testing.case()
    with ChatServer(hearing({"1": ["clot_before"]}, says(CLOT))) as server:
        hear(server, "Have you ever had a clot?", [Say("Hello")])
        sent = json.dumps(server.received[1].body)
    hidden = [item.answer for item in case.history if item.id != "clot_before"]
    hidden += [item.topic for item in case.history if item.id != "clot_before"]
    hidden += [*case.patient.persona.conceals, "deep_vein", "thrombosis", "anticoagulant"]
    assert not [text for text in hidden if text in sent]
    assert CLOT in sent


def test_unknown_and_repeated_ids_are_left_out() -> None:
    """A server without schemas lets a model make ids up."""
    topics = {"1": ["diagnosis", "clot_before", "clot_before", 7], "2": "flight", "9": ["onset"]}
    with ChatServer(hearing(topics, says(f"{CLOT} I flew back from Perth."))) as server:
        reply = hear(server, "Any clots? Any flights?")
    assert reply.released == ("clot_before", "flight")


def test_fact_the_model_leaves_out_is_added() -> None:
    """Every released fact is told: what the words lack is told as on the chart."""
    with ChatServer(
        hearing({"1": ["clot_before", "flight"]}, says("I flew from Perth."))
    ) as server:
        reply = hear(server, "Any clots or flights?")
    assert reply.text == f"I flew from Perth. {CLOT}"


def test_fact_told_before_is_told_again_and_not_released() -> None:
    """It is asked about, but nothing new."""
    with ChatServer(hearing({"1": ["clot_before"]}, says(f"As I said, {CLOT}"))) as server:
        reply = hear(server, "A clot?", [SAID_CLOT])
    assert (reply.released, reply.asked) == ((), ("clot_before",))


def test_open_question_releases_open_items_without_red_flags() -> None:
    """By rule, whatever the model makes of it."""
    with ChatServer(hearing({"1": []}, says("It came on over Sunday. I can't kneel."))) as server:
        assert hear(server, "What brings you in?").released == ("onset", "garden")


def test_more_than_six_topics_release_nothing() -> None:
    """The patient says it is a lot; no reply is asked for."""
    topics = ["clot_before", "breathless", "tablets", "codeine_rash", "flight", "garden", "onset"]
    with ChatServer(hearing({"1": topics}, says("x"))) as server:
        reply = hear(server, "Any of these?")
        assert len(server.received) == 1
    assert (reply.text, reply.flooded, reply.released) == (TOO_MUCH, True, ())


def test_jargon_is_not_understood_by_rule() -> None:
    """The plain question beside it counts; the other one never reaches the model."""
    with ChatServer(hearing({"1": ["clot_before"]}, says(CLOT))) as server:
        reply = hear(server, "Any haemoptysis? Ever had a clot?")
        told = server.received[0].messages[1]["content"]
    assert reply.jargon == ("haemoptysis",)
    assert reply.text == f"{CLOT} Sorry, what does “haemoptysis” mean?"
    assert "haemoptysis" not in told.partition("Questions:")[2]


def test_statement_asks_nothing_of_the_model() -> None:
    """The patient nods, and no call is made."""
    with ChatServer(hearing({}, says("x"))) as server:
        reply = hear(server, "I think this needs a scan today.")
        assert server.received == []
    assert (reply.text, reply.asked, reply.usage) == ("Okay.", (), Usage())


def test_reasoning_is_stripped_from_topics_and_reply() -> None:
    """In tags or in fields, closed or not."""
    thought = '<think>{"1": ["flight"]}</think>{"1": ["clot_before"]}'
    reply = says(f"She has a DVT.</think>{CLOT}", reasoning_content="DVT!")
    with ChatServer(hearing(thought, reply)) as server:
        heard = hear(server, "Have you ever had a clot?")
    assert (heard.text, heard.released) == (CLOT, ("clot_before",))


def test_suffix_stands_at_the_end_of_what_is_told() -> None:
    """A switch such as /no_think is configuration."""
    with ChatServer(hearing({"1": ["clot_before"]}, says(CLOT))) as server:
        hear(server, "Have you ever had a clot?", suffix="/no_think", extra={"top_k": 1})
        told = [request.messages[-1]["content"] for request in server.received]
        assert {request.body["top_k"] for request in server.received} == {1}
    assert all(text.endswith("\n/no_think") for text in told)


def test_empty_reply_is_asked_for_once_more_in_other_words() -> None:
    """The second request differs from the first."""
    replies = hearing({"1": ["clot_before"]}, says("<think>hm</think>"), says(CLOT))
    with ChatServer(replies) as server:
        assert hear(server, "Have you ever had a clot?").text == CLOT
        first, second = (request.messages[-1]["content"] for request in server.received[1:])
    assert second == f"{first}\n\nAnswer in one or two spoken sentences."


def test_reply_that_stays_empty_is_a_patient_error() -> None:
    """A patient that cannot speak says nothing about the doctor; what it used is told."""
    silent = ChatServer(hearing({"1": ["clot_before"]}, says("")))
    with silent as server, pytest.raises(PatientError) as caught:
        hear(server, "Have you ever had a clot?")
    assert str(caught.value) == "the patient's model: lab/patient answered nothing twice"
    assert caught.value.usage == Usage(3, 300, 60, None)


def test_repeated_reply_is_asked_for_in_other_words() -> None:
    """Once; if it comes again it stands."""
    with ChatServer(hearing({"1": ["clot_before"]}, says("Yes, a clot."))) as server:
        reply = hear(server, "A clot?", [SAID_CLOT])
        told = server.received[2].messages[-1]["content"]
        assert len(server.received) == 3
    assert reply.text.startswith("Yes, a clot.")
    assert told.endswith("You have just said: Yes, a clot.\nSay it in other words.")


def test_repeated_reply_stands_where_other_words_are_none() -> None:
    """To have said it before is no fault that ends a consult."""
    replies = hearing({"1": ["clot_before"]}, says("Yes, a clot."), says(""))
    with ChatServer(replies) as server:
        assert hear(server, "A clot?", [SAID_CLOT]).text.startswith("Yes, a clot.")


@pytest.mark.parametrize(
    "told",
    [
        "response_format is not supported",
        "output_format.schema: for 'array' type, property 'maxItems' is not supported",
        "Failed to initialize samplers: failed to parse grammar",
    ],
)
def test_server_without_schemas_is_parsed(told: str) -> None:
    """A rejected response_format is left out, and the object is found among the words."""

    def answer(request: Received) -> Sent:
        if "response_format" in request.body:
            return fails(400, told)
        if "Questions:" in request.messages[-1]["content"]:
            return says('Sure! ```json\n{"1": ["clot_before"]}\n```')
        return says(CLOT)

    with ChatServer(answer) as server:
        assert hear(server, "Have you ever had a clot?").released == ("clot_before",)
        assert len(server.received) == 3


def test_answer_without_an_object_is_asked_for_once_more() -> None:
    """Then it is a patient error."""
    with ChatServer(hearing("I would say the clot.", says("x"))) as server:
        with pytest.raises(PatientError) as caught:
            hear(server, "Have you ever had a clot?")
        assert len(server.received) == 2
    told = "the patient's model: lab/patient gave no JSON object when asked for one"
    assert str(caught.value) == told


@pytest.mark.parametrize("fault", [fails(503), fails(401), fails(400, "context length exceeded")])
def test_failing_server_is_a_patient_error(fault: Sent) -> None:
    """Also where the patient's context overflows: that is not the doctor's."""
    with ChatServer.of(fault) as server, pytest.raises(PatientError, match="HTTP"):
        hear(server, "Have you ever had a clot?")


def test_failing_tries_are_paid_for() -> None:
    """What a patient used that then failed is told with its error."""
    filtered = completion("")
    filtered["choices"][0]["finish_reason"] = "content_filter"
    with ChatServer.of(Sent(filtered)) as server, pytest.raises(PatientError) as caught:
        hear(server, "Have you ever had a clot?")
    assert caught.value.usage == Usage(2, 200, 40, None)


# The marker


def marking(proposed: object, *verdicts: Sent) -> Callable[[Received], Sent]:
    """Proposes credits, then gives verdicts in order."""
    left = list(verdicts)

    def answer(request: Received) -> Sent:
        if request.messages[0]["content"].startswith("You mark"):
            return says(json.dumps({"credits": proposed}))
        return left.pop(0)

    return answer


CALL_000 = "If you get any chest pain, call 000 straight away."
WALK = "Keep walking as you normally do."
STRAIN = "It is only a calf strain."


def test_said_ideal_item_is_credited_with_the_doctors_words() -> None:
    """The quote stands as the doctor said it, whatever capitals the model gives it."""
    with ChatServer(marking([{"item": "ideal_2", "quote": "CHEST PAIN call 000"}])) as server:
        judged = mark(server, CALL_000)
        assert len(server.received) == 1
    assert (judged.judged, judged.quotes) == (("ideal_2",), {"ideal_2": "chest pain, call 000"})
    assert (judged.unmarked, judged.usage.calls) == ((), 1)


def test_quote_nobody_said_earns_nothing() -> None:
    """A model cannot grant words that were not said, nor an item there is not."""
    proposed = [
        {"item": "ideal_2", "quote": "call an ambulance if you faint"},
        {"item": "ideal_9", "quote": "call 000"},
        {"item": "ideal_0", "quote": "call 000"},
        {"quote": "call 000"},
        "ideal_2",
    ]
    with ChatServer(marking(proposed)) as server:
        assert mark(server, CALL_000).judged == ()


def test_acceptable_and_harmful_get_a_second_look() -> None:
    """Each alone; only what it confirms stands."""
    proposed = [
        {"item": "harmful_0", "quote": "only a calf strain"},
        {"item": "acceptable_1", "quote": "keep walking"},
    ]
    verdicts = says('{"said": true}'), says('{"said": false}')
    with ChatServer(marking(proposed, *verdicts)) as server:
        judged = mark(server, WALK, STRAIN)
        looked = [request.messages[-1]["content"] for request in server.received[1:]]
    assert (judged.judged, judged.unmarked) == (("acceptable_1",), ())
    assert [text.splitlines()[-1] for text in looked] == ["Keep walking", "only a calf strain"]


@pytest.mark.parametrize("verdict", [says("Yes."), says('{"said": "yes"}'), fails(503)])
def test_second_look_that_fails_leaves_the_item_unmarked(verdict: Sent) -> None:
    """Neither earned nor missed."""
    proposed = [{"item": "harmful_0", "quote": "only a calf strain"}]
    with ChatServer(marking(proposed, verdict, verdict)) as server:
        judged = mark(server, STRAIN)
    assert (judged.judged, judged.unmarked) == ((), ("harmful_0",))


@pytest.mark.parametrize("answer", [fails(503), fails(401), says("None."), says('{"credit": 1}')])
def test_marker_that_fails_ends_the_consult_without_a_score(answer: Sent) -> None:
    """The whole plan would be unmarked: that is a fault to be played again, never a score."""
    with (
        ChatServer.of(answer) as server,
        pytest.raises(PatientError, match="the marker's model: ") as caught,
    ):
        mark(server, CALL_000)
    assert caught.value.ending == "patient_error"


def test_harm_belied_by_what_was_done_is_not_looked_for() -> None:
    """A doctor who refers to the haematologist did not send her home with a strain."""
    with ChatServer(marking([{"item": "harmful_0", "quote": "a calf strain"}])) as server:
        judged = mark(server, STRAIN, others=[Refer("haematologist")])
        told = server.received[0].messages[-1]["content"]
    assert judged.judged == ()
    assert "harmful_0" not in told


@pytest.mark.parametrize(
    ("quote", "said", "words"),
    [
        ("call 000", "Please call 000.", "call 000"),
        ("Call  000!", "Please call, 000.", "call, 000"),
        ("call", "Please call.", None),
        ("all 000", "Please call 000.", None),
        ("any chest pain", "Any chest pain? Call 000.", None),
        ("shall we call 000", "Shall we call 000?", "Shall we call 000"),
        ("(.*) (.*)", "Please call 000.", None),
    ],
)
def test_quote_is_found_as_whole_words_outside_questions(
    quote: str, said: str, words: str | None
) -> None:
    """One word proves nothing; a question does nothing, but an offer does."""
    assert found(quote, [said]) == words
