"""Promises about comparing two consults and copying a move's address, kept by a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crookbench.game.moves import End, Say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Visitor, Workshop

pytestmark = pytest.mark.browser

ONE, OTHER = "with-words/lab_model-1/sore_calf-1", "with-words/baseline_silent/sore_calf-1"
TRANSCRIPT = f"consults/{ONE}/"


def _address(a: str, b: str) -> str:
    return f"compare/?a={a}&b={b}"


def _message(page: Any) -> str:
    page.wait_for_selector("#compared .notice")
    return str(page.locator("#compared .notice p").first.inner_text())


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_comparison_is_laid_out_from_its_address_alone(
    visitor: Visitor, small: str, width: int, scheme: str
) -> None:
    """Both doctors stand over their points, which lead to the moves; nothing breaks the policy."""
    visit = visitor.open(small + _address(ONE, OTHER), width=width, scheme=scheme)
    page = visit.page
    page.wait_for_selector(".pair")
    title = "A sore calf: Model One, repeat\u00a01, beside baseline/silent, repeat\u00a01"
    assert page.inner_text("h1") == title
    row = page.locator(".pair tr", has_text="An earlier clot")
    assert row.locator("td").all_inner_texts() == ["+20 m01", "+20 m01"]
    links = [each.get_attribute("href") for each in row.locator("a").all()]
    assert links == [f"{small}consults/{name}/index.html#m01" for name in (ONE, OTHER)]
    assert visit.all_faults() == []


def test_comparison_tells_what_each_alone_has(visitor: Visitor, small: str) -> None:
    """The examination is the model's miss, the oxygen saturation the other's gain."""
    page = visitor.open(small + _address(ONE, OTHER)).page
    page.wait_for_selector(".pair")
    row = page.locator(".pair tr", has_text="Oxygen saturation")
    assert row.locator("td").all_inner_texts() == ["missed", "+10 m02"]
    assert "1 only by Model One, 1 only by baseline/silent, " in page.inner_text("#compared .lede")


def test_only_the_differences_can_be_read(visitor: Visitor, small: str) -> None:
    """A box hides the items that both have alike."""
    page = visitor.open(small + _address(ONE, OTHER)).page
    page.wait_for_selector(".pair")
    page.check(".only input")
    assert page.locator(".pair tr", has_text="An earlier clot").is_hidden()
    assert page.locator(".pair tr", has_text="Oxygen saturation").is_visible()


def test_comparison_is_chosen_on_a_transcript_and_can_be_swapped(
    visitor: Visitor, small: str
) -> None:
    """The form leads to the comparison; its address holds both sides."""
    page = visitor.open(small + TRANSCRIPT).page
    page.select_option("#other", OTHER)
    page.get_by_role("button", name="Compare item by item").click()
    page.wait_for_selector(".pair")
    assert page.url.replace("%2F", "/") == f"{small}{_address(ONE, OTHER)}"
    page.get_by_role("link", name="swap the sides").click()
    page.wait_for_selector(".pair")
    assert page.url == f"{small}{_address(OTHER, ONE)}"
    assert page.locator(".pair .doctor").first.inner_text() == "baseline/silent, repeat 1"


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (ONE, "wordless/lab_model-1/sore_calf-1",
         "These consults are of two runs, with-words and wordless. Runs differ in cases, patient "
         "or rules, so only consults of one run are compared."),
        (ONE, "with-words/lab_model-1/cough-1",
         "These consults are of two cases, sore_calf and cough. What scores in one does not exist "
         "in the other, so only consults of one case are compared."),
        (ONE, ONE, "Both are the same consult. Open it and choose another one there."),
        (ONE, "", "The address names one consult only. Open it and choose the other one there."),
        (ONE, "../../secret-1",
         "The address names no consult: expected run/doctor/case-repeat, saw “../../secret-1”."),
        (ONE, "//evil.example/x/a-1", "The address names no consult: expected "
         "run/doctor/case-repeat, saw “//evil.example/x/a-1”."),
        ("<img src=x onerror=alert(1)>", ONE, "The address names no consult: expected "
         "run/doctor/case-repeat, saw “<img src=x onerror=alert(1)>”."),
    ],
    ids=["two runs", "two cases", "the same", "one", "a path", "a host", "markup"],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_in_a_sentence(
    visitor: Visitor, small: str, a: str, b: str, message: str
) -> None:
    """Nothing is fetched, nothing of the address becomes markup."""
    visit = visitor.open(small + _address(a, b))
    assert _message(visit.page) == message
    assert visit.page.locator("#compared img").count() == 0
    assert visit.all_faults() == []


def test_consult_that_is_not_there_is_told(visitor: Visitor, small: str) -> None:
    """The other one is offered as a link."""
    page = visitor.open(small + _address(ONE, "with-words/lab_model-1/sore_calf-9")).page
    assert _message(page) == "There is no consult with-words/lab_model-1/sore_calf-9 on this site."
    assert page.get_by_role("link", name=ONE).get_attribute("href") == (
        f"{small}consults/{ONE}/index.html"
    )


def test_comparison_works_from_a_disk(visitor: Visitor, built: Workshop) -> None:
    """A copy of the folder, without any server."""
    page = visitor.open(f"{built.out.as_uri()}/{TRANSCRIPT}index.html").page
    page.get_by_role("button", name="Compare item by item").click()
    page.wait_for_selector(".pair")
    assert page.locator(".pair .doctor").first.inner_text() == "Model One, repeat 1"
    page.get_by_role("link", name="baseline/silent, repeat 1").first.click()
    assert page.title().startswith("A sore calf, by baseline/silent, repeat 1")


def test_two_consults_are_picked_on_the_page_itself(visitor: Visitor, small: str) -> None:
    """Run, case and both sides; from the navigation, without knowing any address."""
    page = visitor.open(small).page
    page.get_by_role("link", name="Compare", exact=True).click()
    page.get_by_label("Run").select_option(label="With words")
    page.get_by_label("First").select_option(OTHER)
    page.get_by_label("Second").select_option(ONE)
    page.get_by_role("button", name="Compare").click()
    page.wait_for_selector(".pair")
    assert page.url == f"{small}{_address(OTHER, ONE)}"
    assert page.get_by_label("First").input_value() == OTHER


def test_words_stand_side_by_side(visitor: Visitor, small: str) -> None:
    """What each said and heard, turn by turn, each leading to its move."""
    page = visitor.open(small + _address(ONE, OTHER)).page
    page.get_by_text("What was said").click()
    first = page.locator(".talk tbody tr").first.locator("td")
    assert first.count() == 2
    assert first.first.locator("a").get_attribute("href") == f"{small}consults/{ONE}/index.html#m01"


def test_comparison_does_not_jump(visitor: Visitor, small: str) -> None:
    """Under 0.05 of the screen moves while it is loaded."""
    page = visitor.open(small + _address(ONE, OTHER)).page
    page.wait_for_selector(".pair")
    moved = page.evaluate("""() => new Promise(done => new PerformanceObserver(list =>
        done(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
        .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 500))""")
    assert moved < 0.05


def test_compare_page_without_scripts_leads_to_the_matrices(visitor: Visitor, small: str) -> None:
    """The address is not an error; the static comparison is one link away."""
    page = visitor.open(small + _address(ONE, OTHER), java_script_enabled=False).page
    assert "Choosing needs JavaScript." in page.inner_text("#about")
    page.get_by_role("link", name="A sore calf", exact=True).click()
    assert page.inner_text("h1") == "A sore calf, item by item"


def test_hostile_words_stay_words_in_a_comparison(
    visitor: Visitor, shop: Workshop, serve_folder: Callable[[Path], str]
) -> None:
    """What a model said is set as text, and a word without end breaks no layout."""
    quote = "<img src=x onerror=alert(1)>" + "w" * 5_000
    shop.write_issues()
    shop.play((Say(quote, (), "Pardon?"), End.of(("ideal_2",), {"ideal_2": quote})))
    shop.build()
    visit = visitor.open(serve_folder(shop.out) + _address(ONE, OTHER), width=390)
    visit.page.wait_for_selector(".pair")
    assert f"“{quote}”" in visit.page.locator(".pair .detail").all_inner_texts()
    assert visit.page.locator("main img").count() == 0
    assert visit.all_faults() == []


def test_number_of_a_move_copies_its_address(visitor: Visitor, small: str) -> None:
    """By mouse or by keyboard; it says so, to those who cannot see it too."""
    page = visitor.open(
        f"{small}{TRANSCRIPT}", permissions=["clipboard-read", "clipboard-write"]
    ).page
    page.hover("#m05 .at")
    assert page.locator(".address").get_attribute("data-hint") == " · click to copy"
    page.click("#m05 .at")
    page.wait_for_selector("[data-hint=' · copied']")
    assert page.evaluate("navigator.clipboard.readText()") == f"{small}{TRANSCRIPT}#m05"
    page.focus("#m08 .at")
    page.keyboard.press("Enter")
    page.wait_for_selector("#m08 [data-hint=' · copied']")
    assert page.evaluate("navigator.clipboard.readText()") == f"{small}{TRANSCRIPT}#m08"
    assert page.locator("body > [role=status]").inner_text() == "Copied the address of m08"


def test_number_of_a_move_is_a_plain_link_without_scripts(visitor: Visitor, small: str) -> None:
    """It puts the move into the address, and the move is marked."""
    page = visitor.open(f"{small}{TRANSCRIPT}", java_script_enabled=False).page
    page.click("#m05 .at")
    assert page.url == f"{small}{TRANSCRIPT}#m05"
    assert page.locator(".move:target").get_attribute("id") == "m05"


@pytest.mark.parametrize(
    ("address", "wanted"),
    [(_address(ONE, OTHER), ".pair"), (f"{TRANSCRIPT}#m02", "#m02:target")],
    ids=["a comparison", "a move arrived at"],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_what_an_address_brings(
    visitor: Visitor, small: str, address: str, wanted: str, scheme: str
) -> None:
    """With the table that the script has laid out, and on the tint of a move."""
    axe = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT
    page = visitor.open(small + address, scheme=scheme).page
    page.wait_for_selector(wanted)
    page.evaluate(axe)
    found = page.evaluate(
        "async () => (await axe.run()).violations.flatMap("
        "rule => rule.nodes.map(node => `${rule.id}: ${node.target}`))"
    )
    assert found == []
