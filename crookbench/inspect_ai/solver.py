"""The solver: plays a sample's consult with our own engine, its doctor a model of Inspect."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageTool, get_model
from inspect_ai.solver import solver

from crookbench.doctor.model import DoctorSettings, ModelDoctor, told_to_doctors
from crookbench.errors import InfrastructureError
from crookbench.inspect_ai.chat import InspectChat
from crookbench.inspect_ai.kept import KEY, kept_consult, kept_failure
from crookbench.inspect_ai.table import table
from crookbench.records.manifest import DoctorConfig
from crookbench.records.record import Metadata
from crookbench.records.recording import record_consult
from crookbench.runs.consult import QUESTIONS, Consult
from crookbench.runs.participants import participants
from crookbench.runs.runner import provenance
from crookbench.runs.turn_loop import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inspect_ai.model import ChatMessage, Model
    from inspect_ai.solver import Generate, Solver, TaskState

    from crookbench.doctor.contract import Answer, ToolCall
    from crookbench.inspect_ai.table import Table
    from crookbench.records.manifest import Manifest
    from crookbench.runs.turn_loop import Played

_HOW_IT_IS_ASKED = {
    "adaptive_connections", "attempt_timeout", "batch", "cache", "extra_headers", "max_connections",
    "max_retries", "stream_idle_timeout", "timeout",
}  # fmt: skip
"""Settings of Inspect that change no answer; headers may hold keys, so they are never kept."""


@solver
def gp(
    cases: list[str] | None = None,
    patient: str = "chart",
    questions: int = QUESTIONS,
    cases_dir: str = "",
    catalogue: str = "",
) -> Solver:
    """Plays consults as a GP; the options are those of the task."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001  our own loop asks
        laid = table(tuple(cases or ()), patient, questions, cases_dir, catalogue)
        async with participants(laid.models, laid.book.catalogue) as taking_part:
            case = laid.book.cases[str(state.sample_id)]
            there = taking_part.patient(case), taking_part.marker(case)
            consult = _Heard(case, laid.book.catalogue, *there, questions=questions)
            await _play(state, consult, laid)
        return state

    return solve


@dataclass
class _Heard(Consult):
    """A consult that keeps its answers: the last of them reach no doctor, but a reader."""

    answers: list[Answer] = field(init=False, default_factory=list)

    async def carry_out(self, call: ToolCall) -> Answer:
        self.answers.append(await super().carry_out(call))
        return self.answers[-1]


async def _play(state: TaskState, consult: _Heard, laid: Table) -> None:
    """Plays a consult: its log and record go to the sample's store, its words to the messages.

    Raises:
        InfrastructureError: It ended through no doing of the doctor, and has no score.
    """
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    model = get_model()
    id_ = doctor_id(str(model))
    known = laid.known.get(id_)
    settings = DoctorSettings(id_, price=known.token_price if known else None)
    chat = InspectChat(model, lambda messages: setattr(state, "messages", messages))
    try:
        played = await play(consult, ModelDoctor(settings, chat))
    except InfrastructureError as error:
        if error.usage:
            consult.count_doctor(error.usage)
        state.store.set(KEY, kept_failure(error, consult.spent))
        raise
    doctor = DoctorConfig(id=id_, parameters=_asked_with(model))
    manifest = laid.manifest.model_copy(update={"doctors": (doctor,)})
    about = _metadata(consult, played, manifest, state.epoch, started)
    filed = record_consult(consult.case, consult.catalogue, played.moves, about)
    state.store.set(KEY, kept_consult(filed.record, filed.moves))
    state.messages = [*state.messages, *_untold(state.messages, consult.answers)]
    state.completed = True


def _metadata(
    consult: Consult, played: Played, manifest: Manifest, rep: int, started: str
) -> Metadata:
    (doctor,) = manifest.doctors
    return Metadata(
        model=doctor.id,
        rep=rep,
        ending=played.ending,
        max_questions=manifest.questions,
        usage=played.usage,
        patient_model=consult.patient.name,
        marker_model=consult.marker.name,
        patient_usage=played.patient_usage if played.patient_usage.calls else None,
        started=started,
        seconds=round(played.seconds, 3),
        provenance=provenance(manifest, doctor.id, consult.case.id, played),
    )


def _untold(messages: list[ChatMessage], answers: list[Answer]) -> Iterator[ChatMessage]:
    """The answers to the last calls, which nobody asked the model to go on from."""
    told = sum(message.role == "tool" for message in messages)
    last = messages[-1]
    calls = last.tool_calls if last.role == "assistant" else None
    for call, answer in zip(calls or (), answers[told:], strict=False):
        yield ChatMessageTool(content=answer.text, tool_call_id=call.id, function=call.function)


def doctor_id(model: str) -> str:
    """A model's id: one at OpenRouter has it as in models.yaml, without Inspect's prefix."""
    return model.removeprefix("openrouter/")


def _asked_with(model: Model) -> dict[str, object]:
    """Everything about a model of Inspect that could change a score, as run.json has it."""
    last = transcript().history.find_last(lambda event: isinstance(event, ModelEvent))
    config = last.config if isinstance(last, ModelEvent) else model.config
    at = urlsplit(model.api.base_url or "")
    base = f"{at.scheme}://{at.hostname}{f':{at.port}' if at.port else ''}{at.path}"
    return {
        "inspect": str(model),
        **({"base_url": base} if at.hostname else {}),
        **config.model_dump(mode="json", exclude_none=True, exclude=_HOW_IT_IS_ASKED),
        **told_to_doctors(),
    }
