"""Reading a doctor's calls."""

from __future__ import annotations

import subprocess
import sys

import pytest

from crookbench.doctor.contract import ToolCall
from crookbench.doctor.tools import (
    TOOLS,
    BadCallError,
    EndConsult,
    Examine,
    ListExams,
    Prescribe,
    SayTo,
    read_call,
    specifications,
)


@pytest.mark.parametrize(
    ("name", "arguments", "request_"),
    [
        ("say", '{"text": "Hello."}', SayTo(text="Hello.")),
        ("end_consult", "", EndConsult()),
        ("end_consult", {}, EndConsult()),
        ("list_exams", {"region": "Head", "subregion": "", "modality": "none"},
         ListExams(region="head")),
        ("examine", {"exam_id": "spo2", "side": None}, Examine(exam_id="spo2")),
        ("prescribe",
         {"drug_id": "a", "dose": "1", "frequency": "TWICE daily", "duration": "5 days"},
         Prescribe(drug_id="a", dose="1", frequency="Twice daily", duration="5 days")),
    ],
    ids=["JSON text", "no arguments as text", "no arguments", "capitals and blanks", "null",
         "capitals of a frequency"],
)  # fmt: skip
def test_call_is_read_as_it_is_meant(name: str, arguments: object, request_: object) -> None:
    """Capitals, blanks and nulls where models put them do not make a call wrong."""
    assert read_call(ToolCall(name, arguments)) == request_  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("heal", "{}",
         "There is no tool 'heal'. The tools are: say, list_exams, search, examine, order_test, "
         "prescribe, stop_medicine, withdraw, refer, book_review, diagnose, end_consult."),
        ("say", '{"text": "Hel', "say: the arguments are not valid JSON."),
        ("say", "[" * 100_000, "say: the arguments are not valid JSON."),
        ("say", '["Hello."]', "say: the arguments must be a JSON object."),
        ("say", {}, "say: text is missing."),
        ("say", {"text": "Hi.", "loud": True}, "say: loud is no argument of this tool."),
        ("search", {"kind": "cures", "query": "flu"},
         "search: kind must be one of 'exams', 'tests', 'drugs', 'referrals' or 'diagnoses'."),
        ("say", {"text": ""}, "say: text: String should have at least 1 character."),
    ],
    ids=["unknown tool", "half JSON", "deep JSON", "a list", "missing", "extra", "closed set",
         "empty"],
)  # fmt: skip
def test_call_that_does_not_fit_is_answered_in_words(
    name: str, arguments: object, message: str
) -> None:
    """A bad call says what was wrong with it, so that the doctor can go on."""
    with pytest.raises(BadCallError) as caught:
        read_call(ToolCall(name, arguments))  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_call_with_an_unknown_frequency_lists_the_choices() -> None:
    """Frequencies are a closed set, and the answer names it."""
    arguments = {"drug_id": "a", "dose": "1", "frequency": "sometimes", "duration": "5 days"}
    with pytest.raises(BadCallError, match="frequency must be one of 'Stat dose', 'Once only'"):
        read_call(ToolCall("prescribe", arguments))


def test_specifications_describe_every_tool() -> None:
    """Each tool goes out with a description and an object of arguments."""
    functions = [spec["function"] for spec in specifications()]
    assert [function["name"] for function in functions] == list(TOOLS)
    assert all(function["description"] for function in functions)
    assert all(function["parameters"]["type"] == "object" for function in functions)


def test_tools_are_described_without_docstrings() -> None:
    """`python -OO` takes docstrings away; a model without descriptions plays another benchmark."""
    code = (
        "from crookbench.doctor.tools import specifications\n"
        "print([tool['function']['description'] for tool in specifications()])"
    )
    told = [
        subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, check=True).stdout
        for flags in ((), ("-OO",))
    ]
    assert told[0] == told[1]
    assert b"''" not in told[0]
