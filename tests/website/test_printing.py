"""Promises to who prints a transcript: no word and no score is lost on paper."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Visitor

CONSULT = "baselines/baseline_checklist/chest_pain_stemi-1"
PAGE = f"consults/{CONSULT}/index.html"
SCORED = "baselines/baseline_oracle/chest_pain_stemi-1"
"""A consult with many awards; the other has many words."""

pytestmark = pytest.mark.browser


def _run_together(text: str) -> str:
    """Letters, digits and signs alone: paper breaks lines, and joins letters, where it likes."""
    return re.sub(r"[^\w+−]", "", unicodedata.normalize("NFKC", text))


def _printed(visitor: Visitor, address: str) -> str:
    """The text of a page as it comes out of the printer."""
    pypdf = pytest.importorskip("pypdf")
    visit = visitor.open(address)
    paper = pypdf.PdfReader(io.BytesIO(visit.page.pdf(format="A4")))
    return _run_together("".join(page.extract_text() for page in paper.pages))


def _spoken(root: Path) -> list[dict[str, Any]]:
    log = root / "results" / f"{CONSULT}.log.json"
    rows: list[dict[str, Any]] = json.loads(log.read_text("utf-8"))
    return rows


def test_printed_transcript_has_every_word(visitor: Visitor, published: str, root: Path) -> None:
    """Whatever was said, answered or found stands on the paper."""
    paper = _printed(visitor, published + PAGE)
    said = [
        row[name]
        for row in _spoken(root)
        for name in ("utterance", "reply", "finding")
        if row.get(name)
    ]
    assert len(said) > 60
    assert [text for text in said if _run_together(text) not in paper] == []


def test_printed_transcript_has_every_score(visitor: Visitor, published: str, root: Path) -> None:
    """Each award stands there with its points before its label, and so does the total."""
    paper = _printed(visitor, f"{published}consults/{SCORED}/index.html")
    record = json.loads((root / "results" / f"{SCORED}.json").read_text("utf-8"))
    told = [
        f"{'+' if award['points'] > 0 else '−'}{abs(award['points'])}"
        for award in record["awards"]
    ]  # fmt: skip
    labels = [award["label"] for award in record["awards"]]
    assert len(labels) > 30
    assert _run_together(f"{record['total']} of {record['max']}") in paper
    assert [label for label in labels if _run_together(label) not in paper] == []
    assert [points for points in set(told) if paper.count(points) < told.count(points)] == []


def test_printed_matrix_keeps_every_model(visitor: Visitor, published: str) -> None:
    """Thirteen models of three consults each fit the paper, with the items before them."""
    path = "cases/cough_pneumonia/2026-10-04-published/index.html"
    names = ["GPT-6 Astra", "Claude Opus 5.5", "Qwen3.8 27B", "Llama 4 Maverick"]
    paper = _printed(visitor, published + path)
    assert [name for name in names if _run_together(name) not in paper] == []
    page = visitor.open(published + path).page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    right = page.evaluate("document.querySelector('.matrix').getBoundingClientRect().right")
    assert right <= 718, "an A4 sheet less 10 mm a side, at 96 px an inch"


def test_printed_transcript_has_its_address_and_nothing_to_press(
    visitor: Visitor, published: str
) -> None:
    """Paper has no filters, no form, no line that stays."""
    paper = _printed(visitor, published + PAGE)
    assert (
        _run_together(f"This page: https://example.org/{PAGE.removesuffix('index.html')}") in paper
    )
    for words in ("Find in this consult", "every move", "Compare item by item"):
        assert _run_together(words) not in paper
