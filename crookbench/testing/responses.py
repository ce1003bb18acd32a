"""Responses as no server should send them, drawn at random, and a consult played on them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, get_args

from hypothesis import strategies as st

from crookbench.chat.client import Chat
from crookbench.chat.endpoint import Endpoint
from crookbench.chat.retry_policy import RetryPolicy
from crookbench.doctor.model import DoctorSettings, ModelDoctor
from crookbench.doctor.tools import TOOLS
from crookbench.errors import InfrastructureError
from crookbench.patient.chart import ChartPatient
from crookbench.patient.marker import ChartMarker
from crookbench.patient.model import ModelPatient
from crookbench.patient.model_marker import ModelMarker
from crookbench.patient.structured import ModelSettings
from crookbench.records.jsonfile import rows_text
from crookbench.records.log import rows_of
from crookbench.records.record import Billed, Infrastructure, Metadata
from crookbench.records.recording import record_consult
from crookbench.records.store import record_text
from crookbench.runs.consult import Consult
from crookbench.runs.turn_loop import play
from crookbench.testing import factories as testing
from crookbench.testing.server import ChatServer, Received, Sent, calls

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

LAWFUL = {*get_args(Billed), *get_args(Infrastructure)}
"""Every ending there is."""

TEXT = st.text(st.characters(), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(["", "x", "Any pain?", "<think>", "</think>{", '{"1": ["onset"]}']) | TEXT
IDS = st.sampled_from(["leg_ultrasound", "calf_palpation", "apixaban", "onset", "left", "7"]) | TEXT
NAMES = st.sampled_from([*TOOLS, "operate", "say "]) | TEXT


def _fields() -> st.SearchStrategy[dict[str, Any]]:
    """Arguments: those of any tool, right or wrong, and others."""
    known = sorted({name for tool in TOOLS.values() for name in tool.model_fields})
    return st.dictionaries(st.sampled_from(known) | TEXT, WORDS | IDS | JSON, max_size=5)


def _called() -> st.SearchStrategy[Any]:
    """A tool call, whole, half or none."""
    arguments = _fields().map(json.dumps) | _fields() | TEXT | JSON
    function = st.fixed_dictionaries({"name": NAMES | JSON, "arguments": arguments}) | JSON
    return st.fixed_dictionaries({"id": IDS | JSON, "function": function}) | JSON


def _message() -> st.SearchStrategy[Any]:
    listed = st.lists(_called(), max_size=4)
    pieces = st.lists(st.fixed_dictionaries({"text": WORDS | JSON}) | JSON, max_size=2)
    optional = {
        "content": WORDS | pieces | JSON,
        "tool_calls": listed | JSON,
        "refusal": WORDS | JSON,
        "reasoning": JSON,
        "reasoning_details": JSON,
    }
    return st.fixed_dictionaries({}, optional=optional) | JSON


def _error() -> st.SearchStrategy[Any]:
    told = st.sampled_from(["context length exceeded", "tool_choice", "slow down"]) | TEXT
    code = st.sampled_from([400, 429, 503, "context_length_exceeded", "401"]) | JSON
    return st.fixed_dictionaries({"message": told | JSON, "code": code, "param": JSON}) | JSON


def _body() -> st.SearchStrategy[Any]:
    finish = st.sampled_from(["stop", "tool_calls", "length", "content_filter", "error"]) | JSON
    choice = st.fixed_dictionaries({"message": _message()}, optional={"finish_reason": finish})
    counts = st.sampled_from(["prompt_tokens", "completion_tokens", "cost"])
    usage = st.dictionaries(counts, st.integers() | st.floats() | JSON)
    whole = st.fixed_dictionaries(
        {"choices": st.lists(choice, min_size=1, max_size=2)},
        optional={"usage": usage | JSON, "model": JSON, "provider": JSON},
    )
    return whole | whole | whole | st.fixed_dictionaries({"error": _error()}) | JSON


ORDERLY = (
    calls(("say", {"text": "Have you ever had a clot? Any fever? Tell me more."})),
    calls(("say", {"text": "Keep walking. It is only a calf strain."})),
    calls(("examine", {"exam_id": "calf_palpation"}), ("order_test", {"test_id": "d_dimer"})),
)
"""Answers as they should be, so that a consult lasts and its patient is asked something."""


def responses() -> st.SearchStrategy[Sent]:
    """A response: mostly a completion of some kind, at times an error, or half of either."""
    return st.sampled_from(ORDERLY) | _disorderly()


def _disorderly() -> st.SearchStrategy[Sent]:
    status = st.sampled_from([200] * 12 + [400, 401, 404, 413, 422, 429, 500, 503])
    body = _body().map(_as_bytes) | _body().map(_as_bytes) | st.binary(max_size=30)
    waits = st.sampled_from([{}, {}, {"retry-after": "0"}, {"retry-after": "soon"}])
    only = st.none() | st.none() | st.none() | st.integers(0, 60)
    return st.builds(
        lambda body, status, headers, only: Sent(body, status, headers, only=only),
        body, status, waits, only,
    )  # fmt: skip


def _as_bytes(body: object) -> bytes:
    """JSON with whatever Python allows in it: NaN, infinities and half characters too."""
    return json.dumps(body).encode()


CLOSING = calls(
    (
        "diagnose",
        {
            "most_likely": "deep_vein_thrombosis",
            "differential": "cellulitis",
            "cant_miss": "pulmonary_embolism",
        },
    ),
    ("end_consult", {}),
)
"""What the server answers when the drawn responses are used up."""


@dataclass
class Fuzzed:
    """One server and one client for many consults of the sore calf."""

    responses: list[Sent] = field(default_factory=list)
    _server: ChatServer = field(init=False)
    _runner: asyncio.Runner = field(init=False, default_factory=asyncio.Runner)
    _chat: Chat = field(init=False)

    def __post_init__(self) -> None:
        self._server = ChatServer(self._answer)

    def _answer(self, _: Received) -> Sent:
        return self.responses.pop(0) if self.responses else CLOSING

    def __enter__(self) -> Self:
        self._server.__enter__()
        self._runner.__enter__()
        self._chat = self._runner.run(self._open())
        return self

    async def _open(self) -> Chat:
        return await Chat(
            Endpoint(self._server.url, timeout=5.0), RetryPolicy(3, _at_once)
        ).__aenter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._runner.run(self._chat.__aexit__(None, None, None))
        self._runner.__exit__(kind, error, trace)
        self._server.__exit__(kind, error, trace)

    def ending(self, drawn: Sequence[Sent], *, model_patient: bool) -> str:
        """How a consult on these responses ends; one that is billed can be filed and read."""
        self.responses[:] = drawn
        self._server.received.clear()
        return self._runner.run(self._play(model_patient=model_patient))

    async def _play(self, *, model_patient: bool) -> str:
        case, catalogue = testing.case(), testing.catalogue()
        settings = ModelSettings("lab/patient")
        patient = ModelPatient(case, settings, self._chat) if model_patient else ChartPatient(case)
        marker = (
            ModelMarker(case, catalogue, settings, self._chat)
            if model_patient
            else ChartMarker(case, catalogue)
        )
        consult = Consult(case, catalogue, patient, marker)
        try:
            played = await play(consult, ModelDoctor(DoctorSettings("lab/model"), self._chat))
        except InfrastructureError as error:
            return error.ending
        about = Metadata(
            model="lab/model",
            rep=1,
            ending=played.ending,
            usage=played.usage,
            patient_usage=played.patient_usage,
        )
        filed = record_consult(case, catalogue, played.moves, about)
        for text in (
            record_text(filed.record),
            rows_text(rows_of(filed.moves)),
            filed.transcript,
        ):
            text.encode()
        return played.ending


async def _at_once(_: float) -> None:
    """A pause that takes no time."""
