"""Promises about the page of a consult: what can be linked to, read at a glance and gone on to."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from crookbench.casebook.casebook import case_hash
from crookbench.game.moves import End, Exam, Look, Order, Say

if TYPE_CHECKING:
    from conftest import Workshop

FOLDER = "consults/with-words/lab_model-1/sore_calf-1"
PAGE = f"{FOLDER}/index.html"
CHANGED = "The case file has changed since this consult was scored."


def test_look_ups_in_a_row_are_read_as_one_and_keep_their_anchors(shop: Workshop) -> None:
    """Three share one entry of the consult; one alone stands like any move."""
    look = Look("search", {"kind": "exams", "query": "calf"}, ("calf_palpation",))
    shop.play((look, Exam("calf_palpation", "left"), look, look, look, Say("Hello.", (), "Hi.")))
    shop.build()
    page = shop.page(PAGE)
    assert re.findall(r'<li class="move[^"]*" id="(m\d+)">', page) == ["m01", "m02", "m06"]
    (looks,) = re.findall(r'<li class="move act looks">.*?</ul></li>', page, re.DOTALL)
    assert re.findall(r'<li id="(m\d+)"><a class="at" href="#m\d+"', looks) == ["m03", "m04", "m05"]
    assert looks.count("exams, calf · 1 found") == 3


def test_award_beside_its_examination_does_not_name_it_again(shop: Workshop) -> None:
    """The margin says what it was; the bill, read alone, says of what."""
    shop.write_issues()
    shop.play((Exam("oxygen_saturation"), Order("d_dimer")))
    shop.build()
    page = shop.page(PAGE)
    assert '<ul class="margin"><li><span class="p">+10</span>Essential</li></ul>' in page
    assert '<li class="loss"><span class="p">−2</span>Unnecessary</li>' in page
    assert '<td class="l w">Oxygen saturation</td>' in page
    assert '<td class="l w">Unnecessary: D-dimer</td>' in page


def test_known_issue_stands_at_the_award_it_concerns(shop: Workshop) -> None:
    """The loss it names is marked beside its move and on the bill."""
    touched = {"run": "with-words", "model": "lab/model-1", "case": "sore_calf", "rep": 1}
    about = {"title": "t", "status": "open", "found_in": "f", "happens": "h", "answer": "a"}
    shop.write_issues(about | {"id": "T2", "consults": [touched | {"lost": 30}]})
    shop.play((Say("Hello.", (), "Hi."), Exam("oxygen_saturation"), End()))
    shop.build()
    page = shop.page(PAGE)
    known = '<a class="known" href="#T2">known issue T2</a>'
    assert page.count(known) == 2
    (row,) = re.findall(rf"<tr>(?:(?!</tr>).)*{known}(?:(?!</tr>).)*</tr>", page)
    assert "−30" in row
    assert f'href="../{PAGE}#m03"' in shop.page("caveats/index.html")


def test_page_says_where_the_case_is_no_longer_what_was_scored(shop: Workshop) -> None:
    """The hash of today's file is not the record's; where it is, nothing is said."""
    shop.build()
    assert CHANGED in shop.page(PAGE)
    record = shop.results / "with-words" / "lab_model-1" / "sore_calf-1.json"
    data = json.loads(record.read_text(encoding="utf-8"))
    data["provenance"]["case"] = case_hash(shop.cases / "sore_calf.yaml")
    record.write_text(json.dumps(data), encoding="utf-8")
    shop.build()
    assert CHANGED not in shop.page(PAGE)


def test_page_of_another_collections_consult_compares_no_case(built: Workshop) -> None:
    """Its case is not the one of this id here."""
    assert CHANGED not in built.page("consults/wordless/lab_model-1/sore_calf-1/index.html")


def test_page_leads_to_the_same_case_by_everyone(built: Workshop) -> None:
    """The other doctor's score is a link, this consult's is marked as the one at hand."""
    page = built.page(PAGE)
    table = page[page.index('id="others"') : page.index('id="compare"')]
    assert '<a href="../../baseline_silent/sore_calf-1/index.html">' in table
    assert re.search(r'<span aria-current="page" title="This consult">\d+</span>', table)


def test_page_offers_every_other_consult_of_the_case_to_compare(built: Workshop) -> None:
    """A plain form leads to the comparison, this consult as the first side."""
    page = built.page(PAGE)
    assert '<form class="pick" action="../../../../compare/index.html" method="get">' in page
    assert '<input type="hidden" name="a" value="with-words/lab_model-1/sore_calf-1">' in page
    assert re.findall(r'<option value="([^"]*)">', page) == [
        "with-words/baseline_silent/sore_calf-1"
    ]
    assert re.findall(r'<optgroup label="([^"]*)">', page) == ["baseline/silent"]
    assert "form-action 'self'" in page


def test_consult_alone_in_its_case_offers_no_comparison(built: Workshop) -> None:
    """There is nothing to set beside it."""
    page = built.page("consults/wordless/lab_model-1/sore_calf-1/index.html")
    assert "<form" not in page
    assert "#compare" not in page


def test_spoken_items_stand_beside_their_words_and_once_at_the_end(built: Workshop) -> None:
    """The end, where they were marked, counts them and does not name them again."""
    page = built.page(PAGE)
    said = page[page.index('id="m12"') : page.index('id="m13"')]
    end = page[page.index('id="m13"') : page.index('id="bill"')]
    assert "Say to call 000 for chest pain or breathlessness" in said
    assert "Say to call 000" not in end
    assert '<span class="p">+15</span>1 spoken item, told beside the words</li>' in end


def test_page_says_at_once_when_it_was_played_and_how_long_it_is(built: Workshop) -> None:
    """The date, the moves and the questions stand under the score; the rest is one link away."""
    brief = '<p class="small">5 October 2026 · 13 moves · 9 of 50 questions'
    assert brief in built.page(PAGE)


def test_spoken_harm_is_a_loss_beside_its_words_and_alone_at_the_end(shop: Workshop) -> None:
    """It is set as a loss in both places, and never summed with gains."""
    words = "Just rub it hard and stay in bed."
    shop.write_issues()
    shop.play((Say(words, (), "Righto."), End.of(("harmful_0",), {"harmful_0": "rub it hard"})))
    shop.build()
    page = shop.page(PAGE)
    moves = page[page.index('id="m01"') : page.index('id="bill"')]
    said, end = moves.split('id="m02"')
    assert re.search(r'<li class="later loss"><span class="p">−30</span>', said)
    assert re.search(r'<li class="loss"><span class="p">−30</span>Harmful: ', end)
