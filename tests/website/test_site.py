"""Promises about the small site: what its pages are, and that they come out the same."""

from __future__ import annotations

import difflib
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crookbench.errors import Fault
from crookbench.game.moves import Say

if TYPE_CHECKING:
    from conftest import Workshop

GOLDEN = Path(__file__).parent / "golden"
REWRITE = "CROOKBENCH_REWRITE_GOLDEN"
CONSULT = "consults/with-words/lab_model-1/sore_calf-1/index.html"
WORDLESS = "consults/wordless/lab_model-1/sore_calf-1/index.html"


def _pages(out: Path) -> dict[str, str]:
    """The HTML and the sitemap of a site by path; files that are only carried along by name."""
    files = sorted(path for path in out.rglob("*") if path.is_file())
    texts = {
        path.relative_to(out).as_posix(): path.read_text(encoding="utf-8")
        for path in files
        if path.suffix in (".html", ".xml")
    }
    carried = [
        path.relative_to(out).as_posix()
        for path in files
        if path.relative_to(out).as_posix() not in texts
    ]
    return texts | {"other-files.txt": "\n".join(carried) + "\n"}


def _read_golden() -> dict[str, str]:
    return {
        path.relative_to(GOLDEN).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(GOLDEN.rglob("*"))
        if path.is_file()
    }


def test_site_is_the_golden_tree(built: Workshop) -> None:
    """Every page of the small site stays as it was looked over and kept."""
    pages = _pages(built.out)
    if os.environ.get(REWRITE):
        for path, text in pages.items():
            (GOLDEN / path).parent.mkdir(parents=True, exist_ok=True)
            (GOLDEN / path).write_text(text, encoding="utf-8")
    golden = _read_golden()
    assert list(pages) == sorted(golden, key=list(pages).index), f"rewrite with {REWRITE}=1"
    for path, text in pages.items():
        changes = difflib.unified_diff(golden[path].splitlines(), text.splitlines(), lineterm="")
        assert list(changes) == [], path


def test_site_built_twice_is_the_same_bytes(shop: Workshop) -> None:
    """No clock, random id or order of a set gets into a page."""
    shop.build()
    first = {path: path.read_bytes() for path in sorted(shop.out.rglob("*")) if path.is_file()}
    shop.build()
    second = {path: path.read_bytes() for path in sorted(shop.out.rglob("*")) if path.is_file()}
    assert first == second


def test_consult_page_anchors_every_move(built: Workshop) -> None:
    """The moves are numbered m01 to m13, in order."""
    found = re.findall(r'<li class="move[^"]*" id="(m\d+)">', built.page(CONSULT))
    assert found == [f"m{number:02d}" for number in range(1, 14)]


def test_bill_links_a_spoken_item_to_the_words_that_earned_it(built: Workshop) -> None:
    """An item marked at the end (m13) leads to the message with its quote (m12)."""
    row = (
        '<tr><td class="p">+15</td><td class="l w">Say to call 000 for chest pain or '
        "breathlessness<q>call 000 if you get chest pain</q></td>"
        '<td class="l"><a href="#m12">m12</a></td></tr>'
    )
    assert row in built.page(CONSULT)


def test_consult_page_marks_what_the_patient_did_not_take_in(built: Workshop) -> None:
    """A flood and a word of jargon stand beside their moves."""
    page = built.page(CONSULT)
    assert '<p class="note">7 topics in one message: nothing was told.</p>' in page
    assert '<p class="note">Not understood: “dyspnoea”.</p>' in page


def test_known_issue_stands_on_the_page_and_at_the_move_it_touches(built: Workshop) -> None:
    """The issue is told on the consult's page and linked from its second move."""
    page = built.page(CONSULT)
    assert '<section class="issue" id="T1">' in page
    assert '<p class="note">Touched by <a class="known" href="#T1">known issue T1</a></p>' in page
    assert "T1" not in built.page(WORDLESS)


def test_caveats_link_an_issue_to_the_move_it_touches(built: Workshop) -> None:
    """The caveats lead to the very move."""
    href = "../consults/with-words/lab_model-1/sore_calf-1/index.html#m02"
    assert f'<a href="{href}">Model One, A sore calf, repeat 1</a>' in built.page(
        "caveats/index.html"
    )


def test_wordless_page_says_whose_cases_and_links_its_source(built: Workshop) -> None:
    """A run of another collection says so, and shows no text of this one's case."""
    page = built.page(WORDLESS)
    assert "Played on the cases of another bench, with its patient." in page
    assert '<a href="https://example.org/transcript.md" rel="external">' in page
    assert "Patient mentioned: clot before" in page
    assert "Nora Field" not in page


def test_runs_are_not_mixed_in_a_table(built: Workshop) -> None:
    """On a doctor's page each run has a section and tables of its own."""
    page = built.page("models/lab_model-1/index.html")
    tables = re.findall(r"<table.*?</table>", page, re.DOTALL)
    runs = [("with-words" in table, "wordless" in table) for table in tables]
    assert runs == [(True, False)] * 2 + [(False, True)] * 2


def test_hostile_text_is_shown_and_never_markup(shop: Workshop) -> None:
    """A script, a broken-out attribute and a template stay text."""
    words = "</script><script>alert(1)</script> \" onload='x' {{ url }} <img src=x onerror=y>"
    shop.write_issues()
    shop.play((Say(words, (), words),))
    shop.build()
    page = shop.page(CONSULT)
    safe = (
        "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &#34; onload=&#39;x&#39; "
        "{{ url }} &lt;img src=x onerror=y&gt;"
    )
    assert page.count(safe) == 2
    assert "<img" not in page
    assert "<script>" not in page


def test_invisible_and_turning_characters_are_spelled_out(shop: Workshop) -> None:
    """What would hide or turn the text around it is shown as its number."""
    shop.write_issues()
    shop.play((Say("a\u202eb\u0000c\u200bd\U000e0041e", (), "fine"),))
    shop.build()
    assert "a[U+202E]b[U+0000]c[U+200B]d[U+E0041]e" in shop.page(CONSULT)


def test_source_that_is_no_web_address_is_not_linked(shop: Workshop) -> None:
    """A record cannot make a link run a script."""
    record = shop.results / "wordless" / "lab_model-1" / "sore_calf-1.json"
    data = json.loads(record.read_text(encoding="utf-8"))
    data["provenance"]["source"] = "javascript:alert(1)"
    record.write_text(json.dumps(data), encoding="utf-8")
    shop.build()
    assert "javascript:" not in shop.page(WORDLESS)


def test_move_that_lacks_a_field_is_told_with_its_log(shop: Workshop) -> None:
    """A damaged log ends the build with one message."""
    log = shop.results / "with-words" / "lab_model-1" / "sore_calf-1.log.json"
    rows = json.loads(log.read_text(encoding="utf-8"))
    del rows[4]["id"]
    log.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(Fault) as caught:
        shop.build()
    assert str(caught.value) == (
        f"{log}: move 5: expected id of the move 'exam', saw none; bring the log back from its "
        "source, or delete the consult's files and play it again"
    )


def test_move_whose_field_is_of_another_kind_is_told_with_its_place(shop: Workshop) -> None:
    """A number where a list belongs ends the build with one message too."""
    log = shop.results / "with-words" / "lab_model-1" / "sore_calf-1.log.json"
    rows = json.loads(log.read_text(encoding="utf-8"))
    rows[0]["released"] = 7
    log.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(Fault) as caught:
        shop.build()
    assert str(caught.value).startswith(f"{log}: move 1.released: ")
