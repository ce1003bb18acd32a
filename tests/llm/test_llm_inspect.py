"""A real model on this machine plays through Inspect's OpenAI-compatible provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest
from click.testing import CliRunner
from inspect_ai.model import get_model

from crookbench.cli import main
from crookbench.records.record import Billed
from crookbench.records.results import read_run
from crookbench.testing.inspect_models import evaluated

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.llm,
    # Inspect's own: an old parameter of tenacity, and streams that it leaves open
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def test_consult_with_the_model_as_doctor_through_inspect(url: str, tmp_path: Path) -> None:
    """It calls tools, is answered in words where it errs, ends lawfully and is filed."""
    model = get_model("openai-api/local/gemma", base_url=url, api_key="none", memoize=False)
    options = {"max_tokens": 64, "temperature": 0.8, "seed": 2}
    log = evaluated(model, tmp_path / "logs", cases="cough_pneumonia", reps=1, options=options)
    command = ["import", log.location, "--run", "r1", "--results", str(tmp_path)]
    done = CliRunner().invoke(main, command)
    assert done.output == "Run r1: 1 scored now, 0 were there, 0 failed, 0 missing.\n"
    verified = CliRunner().invoke(main, ["verify", "--results", str(tmp_path)])
    assert verified.output == "1 of 1 records hold.\n"
    run = read_run(tmp_path / "r1")
    (record,) = run.records
    assert record.ending in get_args(Billed)
    assert record.usage.calls >= 2
    assert record.usage.prompt_tokens > 2000
    assert record.usage.completion_tokens > 20
    assert record.provenance.parameters["max_tokens"] == 64
    assert record.provenance.parameters["base_url"] == url
    assert {move.move for move in run.consults[0].log} - {"unheard", "end"}
