"""A real model on this machine: a tiny base model, of which only the protocol is expected.

It needs the extra `llm`: llama.cpp's server (xllamacpp) and the weights of Gemma 3 270M.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, get_args

import pytest
from click.testing import CliRunner

from crookbench.chat.client import Chat
from crookbench.chat.endpoint import Endpoint
from crookbench.chat.prompts import prompt
from crookbench.cli import main
from crookbench.game.moves import Say
from crookbench.patient.structured import AskedModel, ModelSettings
from crookbench.patient.topic_finder import PROMPT
from crookbench.records.record import Billed
from crookbench.records.results import read_run

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.records.record import Record
    from crookbench.records.results import Run

pytestmark = pytest.mark.llm

CASE = "cough_pneumonia"


def play(doctor: str, results: Path, environ: dict[str, str], *options: str) -> Run:
    """One consult played by the run command, which verifies."""
    fixed = ["run", doctor, "--cases", CASE, "--reps", "1", "--run", "r1", *options]
    result = CliRunner().invoke(main, [*fixed, "--results", str(results)], env=environ)
    assert result.exit_code == 0, result.output
    verified = CliRunner().invoke(main, ["verify", "--results", str(results)])
    assert verified.output == "1 of 1 records hold.\n"
    return read_run(results / "r1")


def lawful(run: Run) -> Record:
    """The run's only record, ended as a consult may end."""
    (record,) = run.records
    assert record.ending in get_args(Billed)
    return record


def test_schema_is_obeyed(url: str) -> None:
    """Whatever the model thinks, its answer has the shape that was asked for."""
    ids = ["cough_onset", "smoking", "other_travel"]
    topics = {"type": "array", "items": {"type": "string", "enum": ids}, "maxItems": 7}
    schema = {
        "type": "object",
        "properties": {"1": {"$ref": "#/$defs/topics"}, "2": {"$ref": "#/$defs/topics"}},
        "required": ["1", "2"],
        "additionalProperties": False,
        "$defs": {"topics": topics},
    }

    async def go() -> AskedModel:
        async with Chat(Endpoint(url)) as chat:
            model = AskedModel(ModelSettings("gemma", extra={"temperature": 1, "seed": 1}), chat)
            for told in ("1. Do you smoke?\n2. Any trips?", "1. How are you?\n2. Any cough?"):
                found = await model.object(prompt(PROMPT), told, schema)
                assert sorted(found) == ["1", "2"]
                assert {id_ for listed in found.values() for id_ in listed} <= {*ids}
            return model

    used = asyncio.run(go()).taken()
    assert used.calls == 2
    assert used.prompt_tokens > 100
    assert 0 < used.completion_tokens < 400


def test_consult_with_the_model_as_patient_and_marker(url: str, tmp_path: Path) -> None:
    """The doctor is a baseline with a few questions; the model hears, answers and marks."""
    environ = {
        "PATIENT_URL": url,
        "PATIENT_MODEL": "gemma",
        "PATIENT_EXTRA": '{"max_tokens": 96, "temperature": 1, "seed": 7}',
    }
    options = ("--patient", "model", "--questions", "3")
    run = play("baseline/checklist", tmp_path, environ, *options)
    record = lawful(run)
    assert record.patient_usage is not None
    assert record.patient_usage.calls >= 3
    assert record.patient_usage.prompt_tokens > 1000
    assert record.patient_usage.cost is None
    assert (record.patient_model, record.marker_model, record.ending) == ("gemma", "gemma", "ended")
    replies = [move.reply for move in run.consults[0].log if isinstance(move, Say)]
    assert all(replies[:3])
    assert not any("<think" in reply for reply in replies)


def test_consult_with_the_model_as_doctor(url: str, tmp_path: Path) -> None:
    """It calls tools, is answered in words where it errs, and ends lawfully."""
    environ = {
        "DOCTOR_URL": url,
        "DOCTOR_EXTRA": '{"max_tokens": 64, "temperature": 0.8, "seed": 2}',
    }
    run = play("gemma", tmp_path, environ)
    record = lawful(run)
    assert record.usage.calls >= 2
    assert record.usage.prompt_tokens > 2000
    assert record.usage.completion_tokens > 20
    assert record.usage.cost is None
    assert record.provenance.served_by
    moves = {move.move for move in run.consults[0].log}
    assert moves - {"unheard", "end"}
    assert "say" in moves or "look" in moves or "refused" in moves
