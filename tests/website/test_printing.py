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
