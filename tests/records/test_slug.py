"""Folder names of models: distinct, safe everywhere, readable."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crookbench.records.slug import slug

IDS = st.text(min_size=1, max_size=120) | st.text(
    alphabet="aAbB_/.-~ 0", min_size=1, max_size=12
)  # fmt: skip


@pytest.mark.parametrize(
    ("model", "folder"),
    [
        ("openai/gpt-6-astra", "openai_gpt-6-astra"),
        ("qwen/qwen3.8-max-0902", "qwen_qwen3.8-max-0902"),
        ("baseline/oracle", "baseline_oracle"),
        ("local", "local"),
    ],
)
def test_plain_slug_is_as_crook_bench_has_it(model: str, folder: str) -> None:
    """The slash becomes an underscore and nothing else changes."""
    assert slug(model) == folder


@given(st.lists(IDS, min_size=2, max_size=2, unique=True))
def test_distinct_ids_have_distinct_slugs(pair: list[str]) -> None:
    """Also on systems where capitals do not tell files apart."""
    assert slug(pair[0]).casefold() != slug(pair[1]).casefold()


@given(IDS)
def test_slug_is_a_safe_file_name(model: str) -> None:
    """No separator, no space, no leading or trailing dot, no reserved name, not too long."""
    name = slug(model)
    assert re.fullmatch(r"[a-z0-9][a-z0-9._~-]*", name)
    assert not name.endswith(".")
    assert len(name) <= 100
    assert not re.fullmatch(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name)


@pytest.mark.parametrize("model", ["..", ".", "../../etc/passwd", "/", "CON", "nul.txt", "a b", ""])
def test_dangerous_id_stays_inside(model: str) -> None:
    """An id cannot lead out of the run's folder."""
    assert re.fullmatch(r"[a-z0-9][a-z0-9.~-]*~[0-9a-f]{8}", slug(model))
