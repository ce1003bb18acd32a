"""Models of Inspect that answer as a test tells them to, and evaluations of our task with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from inspect_ai import eval as evaluate
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import ToolCall

from crookbench.doctor.baselines import baseline
from crookbench.doctor.script import ScriptedDoctor
from crookbench.inspect_ai.task import consult

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from inspect_ai.log import EvalLog
    from inspect_ai.model import ChatMessage, Model

    from crookbench.casebook.casebook import Casebook

    Answered: TypeAlias = str | Sequence[tuple[str, dict[str, object]]] | ModelOutput | Exception
    """What a model does at once: words, calls by name and arguments, or anything else."""

NAME = "mockllm/model"


def scripted(*turns: Answered) -> Model:
    """A model that takes these turns in every consult, and the last of them from then on."""

    def answer(messages: list[ChatMessage], *_: object) -> ModelOutput:
        taken = sum(message.role == "assistant" for message in messages)
        turn = turns[min(taken, len(turns) - 1)]
        if isinstance(turn, Exception):
            raise turn
        return turn if isinstance(turn, ModelOutput) else output(turn, taken)

    return get_model(NAME, custom_outputs=answer, memoize=False)


def playing(script: str, book: Casebook) -> Model:
    """A model that plays as one of our baselines does in its first repeat.

    It keeps no state: the script is begun anew at each turn, and sent what came back so far.
    """

    def answer(messages: list[ChatMessage], *_: object) -> ModelOutput:
        told = next(message.text for message in messages if message.role == "user")
        (case,) = (each for each in book.cases.values() if each.patient.name in told)
        doctor = baseline(script, case, book.catalogue, 1)
        if not isinstance(doctor, ScriptedDoctor):
            raise TypeError(doctor)
        call = next(doctor.script)
        results = [message.text for message in messages if message.role == "tool"]
        for result in results:
            call = doctor.script.send(result)
        arguments = call.arguments if not isinstance(call.arguments, str) else {}
        return output([(call.name, dict(arguments))], len(results))

    return get_model(NAME, custom_outputs=answer, memoize=False)


def output(turn: str | Sequence[tuple[str, dict[str, object]]], number: int = 0) -> ModelOutput:
    """An answer of words or calls, of 100 tokens read and 20 written."""
    calls = [] if isinstance(turn, str) else turn
    message = ChatMessageAssistant(
        content=turn if isinstance(turn, str) else "",
        tool_calls=[
            ToolCall(f"id-{number}-{place}", name, arguments)
            for place, (name, arguments) in enumerate(calls)
        ]
        or None,
    )
    reason = "tool_calls" if calls else "stop"
    return ModelOutput(
        model="served-model",
        choices=[ChatCompletionChoice(message=message, stop_reason=reason)],
        usage=ModelUsage(input_tokens=100, output_tokens=20, total_tokens=120),
    )


def evaluated(model: Model, folder: Path, *, options: Any = None, **task: Any) -> EvalLog:  # noqa: ANN401  Inspect's own options
    """The log of our task with the model; `options` are those of `inspect eval`."""
    fixed = {"display": "none", "log_dir": str(folder), "fail_on_error": False}
    (log,) = evaluate(consult(**task), model=model, **(fixed | (options or {})))
    return log
