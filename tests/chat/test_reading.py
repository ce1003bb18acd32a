"""Reading what models and servers write: reasoning, objects in text, and numbers."""

from __future__ import annotations

import pytest

from crookbench.chat.json_reading import first_object, loads
from crookbench.chat.reasoning import spoken


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes.", "Yes."),
        ("<think>A clot?</think>Yes.", "Yes."),
        ("A clot?</think>\n\nYes.", "Yes."),
        ("Yes. <think>A clot", "Yes."),
        ("<THINK>\na\n</THINK> Yes <thought>b</thought>", "Yes"),
        ("<think>A clot?</think>", ""),
        ("I think < 5 is fine.", "I think < 5 is fine."),
        ("[THINK]A clot?[/THINK]Yes.", "Yes."),
        ("◁think▷A clot?◁/think▷Yes.", "Yes."),
        (
            "<|channel|>analysis<|message|>A clot?<|end|><|start|>assistant<|channel|>final"
            "<|message|>Yes.<|return|>",
            "Yes.",
        ),
        ("<|channel|>analysis<|message|>A clot", ""),
    ],
)
def test_spoken_is_what_stands_outside_the_reasoning(text: str, said: str) -> None:
    """Closed, opened by the template, or never closed."""
    assert spoken(text) == said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Here: ```json\n{"a": {"b": []}}\n``` as asked {"c": 1}', {"a": {"b": []}}),
        ('{oops} {"a": 1}', {"a": 1}),
        ("[1, 2]", None),
        ("none", None),
        ("{" * 5000, None),
        ('{"a":' * 5000, None),
    ],
)
def test_first_object_is_found_among_words(text: str, found: object) -> None:
    """The first whole one; half ones and deep nests are none."""
    assert first_object(text) == found


def test_loads_mends_half_characters() -> None:
    """They could not be written to any file."""
    assert loads('"a\\ud800b"') == "a?b"
    assert loads('"\\ud83d\\ude00"') == "\N{GRINNING FACE}"
    assert loads('{"\\udfff": [1e999, -Infinity, NaN, 1.5]}') == {"?": [None, None, None, 1.5]}


def test_loads_refuses_deep_nests() -> None:
    """As it does any text that is no JSON."""
    with pytest.raises(ValueError, match="nested too deeply"):
        loads("[" * 100_000)
