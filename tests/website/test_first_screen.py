"""Promises about the overview's first screen: the answer, then the table, for desk and phone."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Visitor, Workshop


@pytest.mark.browser
def test_first_row_of_the_table_stands_on_the_first_screen(
    visitor: Visitor, published: str
) -> None:
    """At 1280 by 900 the best model's whole row ends above 860 px."""
    page = visitor.open(published).page
    row = page.locator(".board tbody tr").first.bounding_box()
    assert row["y"] + row["height"] <= 860


@pytest.mark.browser
def test_answer_stands_on_the_first_screen_of_a_phone(visitor: Visitor, published: str) -> None:
    """At 390 by 844, whole, with the three counts below it."""
    page = visitor.open(published, width=390).page
    page.set_viewport_size({"width": 390, "height": 844})
    answer = page.locator(".verdict")
    assert answer.inner_text().startswith("GPT-6 Astra scored highest (83\N{NO-BREAK SPACE}%)")
    for part in (answer, page.locator(".verdict + .small")):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 844


def test_table_comes_before_what_stood_out_and_the_charts(built: Workshop) -> None:
    """Answer, table, findings, charts."""
    page = built.page("index.html")
    places = [page.index(each) for each in (
        '<p class="verdict">', 'id="leaderboard"', '<table class="board"', 'id="findings"',
        'class="figure"',
    )]  # fmt: skip
    assert places == sorted(places)


def test_table_has_counts_and_intervals_as_numbers(built: Workshop) -> None:
    """Nothing is drawn in it: the chart below does that."""
    page = built.page("index.html")
    board = page[page.index('<table class="board"') : page.index("</table>")]
    heads = re.findall(r"<button[^>]*>(.*?)</button>", board)
    assert heads[:6] == ["Rank", "Doctor", "Consults", "Score, %", "If replayed", "On new cases"]
    assert "<svg" not in board


def _told(shop: Workshop, **manifest: object) -> str:
    """The overview of the run with words under other conditions."""
    path = shop.results / "with-words" / "run.json"
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(data | manifest), "utf-8")
    shop.build()
    return shop.page("index.html")


@pytest.mark.parametrize(
    ("patient", "marker", "sentence"),
    [
        ("chart", "chart", "No language model took part in the scoring: code gave the patient’s "
         "answers and marked the plan."),
        ("an-8b", "an-8b", "A language model (an-8b) played the patient and judged the spoken part "
         "of the plan; code counted all other points."),
        ("an-8b", "a-70b", "A language model (an-8b) played the patient; another (a-70b) judged "
         "the spoken part of the plan; code counted all other points."),
        ("an-8b", "chart", "A language model (an-8b) played the patient; code marked the spoken "
         "part of the plan; code counted all other points."),
        ("chart", "an-8b", "Code gave the patient’s answers; a language model (an-8b) judged the "
         "spoken part of the plan; code counted all other points."),
        ("chart", "", "Code gave the patient’s answers; who judged the spoken part of the plan is "
         "not recorded; code counted all other points."),
    ],
)  # fmt: skip
def test_overview_says_who_marked(shop: Workshop, patient: str, marker: str, sentence: str) -> None:
    """From run.json, whatever stands there."""
    page = _told(shop, patient=patient, marker=marker)
    assert sentence in page
    assert "Every consult can be read here word for word, with its points beside" in page


def test_pages_of_a_run_without_words_say_what_cannot_be_read(built: Workshop) -> None:
    """It does not claim that each can be read."""
    page = built.page("runs/wordless/index.html")
    assert (
        "The words of this run are not on this site: each consult shows its moves and points."
    ) in page
    assert "word for word" not in page


def test_page_of_the_featured_run_does_not_repeat_the_overview(built: Workshop) -> None:
    """Its leaderboard, findings and charts are one link away; every other run has its own."""
    featured, other = (built.page(f"runs/{run}/index.html") for run in ("with-words", "wordless"))
    assert '<a href="../../index.html#leaderboard">leaderboard</a>' in featured
    assert ('class="board"' in featured, 'class="figure"' in featured) == (False, False)
    assert ('class="board"' in other, 'class="figure"' in other) == (True, True)


def test_page_of_a_run_names_what_was_not_recorded_once(built: Workshop) -> None:
    """A note in the caption, not a column of unknowns."""
    page = built.page("runs/wordless/index.html")
    assert (
        "Not recorded in this run: jargon, answers wrongly denied, failed tool calls and time."
    ) in page
    assert "<td>unknown</td>" not in page


def test_overview_without_words_leads_to_whole_conversations(shop: Workshop) -> None:
    """A reader's first click opens a real conversation, by a model and not by a script."""
    words, none = (shop.results / run / "run.json" for run in ("with-words", "wordless"))
    for path, featured in ((words, False), (none, True)):
        data = json.loads(path.read_text("utf-8")) | {"featured": featured}
        path.write_text(json.dumps(data), "utf-8")
    shop.build()
    page = shop.page("index.html")
    assert (
        'Whole conversations to read: <a href="runs/with-words/index.html">With words</a>.' in page
    )


def test_overview_with_words_needs_no_other_conversations(built: Workshop) -> None:
    """The run it shows can be read itself."""
    assert "Whole conversations" not in built.page("index.html")
