"""Promises about the pages of cases and their item matrices, of models, and of comparisons."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from crookbench.game.moves import End
from crookbench.website.build import build_site
from crookbench.website.pages.case.item_matrix import item_anchor

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop

CASE = "cases/sore_calf/index.html"
MATRIX = "cases/sore_calf/with-words/index.html"
CONSULT = "../../../consults/with-words/lab_model-1/sore_calf-1/index.html"


def _row(page: str, label: str) -> list[str]:
    """The cells of one item: what each shows and where it leads."""
    (row,) = re.findall(
        rf'<tr id="[^"]*"><th scope="row" class="stick">{label}</th>(.*?)</tr>', page
    )
    return re.findall(r"<td[^>]*>(.*?)</td>", row)


def test_case_page_keeps_what_scores_behind_covers(built: Workshop) -> None:
    """A player who opens the page is shown neither trap, key nor items."""
    page = built.page(CASE)
    open_part = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert "She takes her sister&#39;s naproxen" in page
    assert "Nora Field" in open_part
    for spoiler in ("naproxen", "Shortness of breath", "Deep vein thrombosis"):
        assert spoiler not in open_part


def test_case_page_shows_each_doctors_means_and_repeats(built: Workshop) -> None:
    """The parts of the bill and the red flags in percent; each repeat leads to its consult."""
    page = built.page(CASE)
    assert "2 consults: " in page
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*Model One(?:(?!</tr>).)*</tr>", page)[:1]
    assert re.search(r'<a href="[^"]*consults/with-words/lab_model-1/sore_calf-1/index.html"', row)


def test_case_page_tells_who_fell_for_its_trap(built: Workshop) -> None:
    """Nobody prescribed ibuprofen in the run with words."""
    assert "Nobody fell for it in 2 consults." in built.page(CASE)


def test_matrix_leads_from_each_item_to_the_move(built: Workshop) -> None:
    """The doctor's cell is the move that earned it, a dot where it was missed."""
    page = built.page(MATRIX)
    points, done, _, silent, model = _row(page, "Red flag: An earlier clot")
    assert (points, done) == ("+20", "2 of 2")
    assert model == f'<a href="{CONSULT}#m01"><span>m01</span></a>'
    assert silent == model.replace("lab_model-1", "baseline_silent")
    assert _row(page, "Tablets from other people")[1:] == ["0 of 2", "–", "·", "·"]


def test_matrix_leads_to_the_words_that_earned_a_spoken_item(built: Workshop) -> None:
    """What was marked at the end was said in the twelfth move."""
    cells = _row(built.page(MATRIX), "Say to call 000 for chest pain or breathlessness")
    assert f'<a href="{CONSULT}#m12"><span>m12</span></a>' in cells


def test_matrix_lists_what_cost_most(shop: Workshop) -> None:
    """Required care not done is a row of its own after the items."""
    shop.write_issues()
    shop.play((End(),))
    shop.build()
    page = shop.page(MATRIX)
    lost = page[page.index("Lost 15 points or more") :]
    assert _row(lost, "Required, not done: Start an anticoagulant today")[:2] == ["−30", "1 of 2"]


def test_matrix_leaves_needless_tests_out_however_dear(shop: Workshop) -> None:
    """The eighth costs 16 points; a row for each would bury the harms."""
    record = shop.results / "with-words" / "lab_model-1" / "sore_calf-1.json"
    data = json.loads(record.read_text(encoding="utf-8"))
    (award,) = (each for each in data["awards"] if each["item"] == "test:d_dimer")
    award["points"] = -16
    record.write_text(json.dumps(data), encoding="utf-8")
    shop.build()
    assert "Unnecessary: D-dimer" not in shop.page(MATRIX)


def test_matrix_tells_what_no_marker_answered_for(shop: Workshop) -> None:
    """Such an item was neither done nor missed."""
    shop.write_issues()
    shop.play((End(unmarked=("ideal_2",)),))
    shop.build()
    cells = _row(shop.page(MATRIX), "Say to call 000 for chest pain or breathlessness")
    assert cells[1] == "1 of 1"
    assert cells[-1] == "?"


def test_compare_page_is_whole_without_its_script(built: Workshop) -> None:
    """It explains itself and leads to every matrix; only the search may fetch."""
    page = built.page("compare/index.html")
    assert '<a href="../cases/sore_calf/with-words/index.html">A sore calf</a>' in page
    assert '<a href="../cases/sore_calf/wordless/index.html">Sore calf</a>' in page
    reading = {path.parent.name for path in built.out.rglob("*.html")
               if "connect-src" in path.read_text(encoding="utf-8")}  # fmt: skip
    assert reading <= {"search"}


def test_model_page_tells_traps_and_faults_with_their_moves(built: Workshop) -> None:
    """The flood and the jargon of the consult lead to the second and third move."""
    page = built.page("models/lab_model-1/index.html")
    consult = "../../consults/with-words/lab_model-1/sore_calf-1/index.html"
    flood = f'<a href="{consult}#m02">A sore calf, 1, m02</a>'
    assert f"<li>1 message that asked too much at once: {flood}.</li>" in page
    assert f'<a href="{consult}#m03">A sore calf, 1, m03</a>' in page
    assert "1 failed tool call" in page
    assert '<a href="../../cases/sore_calf/index.html">A sore calf</a>: avoided in all' in page


def test_model_page_compares_within_its_run_only(built: Workshop) -> None:
    """A baseline has the run's one model as its field; that model has none."""
    silent = built.page("models/baseline_silent/index.html")
    assert "Too few cases to compare with the one other doctor." in silent
    assert "Strengths and weaknesses" not in built.page("models/lab_model-1/index.html")


def test_key_has_an_address_for_each_item_and_a_way_to_report_it(
    tmp_path: Path, built: Workshop
) -> None:
    """An author finds the item of a log in the key, the case's file, and says what is wrong."""
    out = tmp_path / "site"
    build_site(
        built.results, out, cases_dir=built.cases, issues_url="https://example.org/new",
        source_url="https://example.org/blob/abc", search=False,
    )  # fmt: skip
    page = (out / CASE).read_text("utf-8")
    anchor = item_anchor("history:clot_before")
    assert f'<tr id="{anchor}">' in page
    assert f'<a class="id" href="#{anchor}">history:clot_before</a>' in page
    assert "https://example.org/new?title=Key%3A+history%3Aclot_before+of+sore_calf" in page
    assert 'href="https://example.org/blob/abc/cases/sore_calf.yaml"' in page


def test_model_page_tells_where_points_were_lost(built: Workshop) -> None:
    """Each item leads to its consult, and stands beside what the others lost."""
    page = built.page("models/lab_model-1/index.html")
    table = page[page.index("Where points were lost") :]
    assert "Oxygen saturation" in table[: table.index("</details>")]
    assert 'sore_calf-1/index.html#missed">repeat 1</a>' in table
