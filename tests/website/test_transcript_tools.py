"""Promises to who reads a long transcript: where one is, what comes next, how to find a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser

TALKED = "consults/baselines/baseline_checklist/chest_pain_stemi-1/"
WORDLESS = "consults/2026-10-04-published/z-ai_glm-5.3/back_pain_mechanical-1/"

LOSS = """() => {
  const red = document.createElement("i");
  red.style.color = "var(--loss)";
  document.body.append(red);
  return getComputedStyle(red).color;
}"""
"""The colour of losses in the theme at hand."""


def _top(page: Any, selector: str) -> float:
    return float(page.evaluate(f"document.querySelector({selector!r}).getBoundingClientRect().top"))


def _visible(page: Any) -> list[str]:
    return page.eval_on_selector_all(
        ".move", "all => all.filter(each => each.checkVisibility()).map(each => each.id)"
    )  # type: ignore[no-any-return]


@pytest.mark.parametrize("width", [390, 1280])
def test_arrival_at_a_move_is_instant_and_nothing_covers_it(
    browser: Any, published: str, width: int
) -> None:
    """The move stands right under the line that says whose consult of what it is."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(f"{published}{TALKED}#m30")
    spine = page.locator(".spine").bounding_box()
    assert spine["y"] == 0
    assert 0 <= _top(page, "#m30") - spine["height"] < 16
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert page.inner_text(".spine b") == "baseline/checklist"
    assert page.inner_text(".spine .num").endswith("12 %")
    context.close()


def test_buttons_go_to_the_next_and_the_previous_move_that_scored(
    visitor: Visitor, published: str
) -> None:
    """Moves between them are passed over."""
    page = visitor.open(f"{published}{TALKED}#m09").page
    page.click("[aria-label^=Next]")
    page.wait_for_function("() => location.hash === '#m10'")
    page.click("[aria-label^=Next]")
    page.wait_for_function("() => location.hash === '#m13'")
    page.click("[aria-label^=Previous]")
    page.wait_for_function("() => location.hash === '#m10'")


def test_line_under_the_score_leads_to_bill_missed_and_ending(
    visitor: Visitor, published: str
) -> None:
    """Each link arrives under the line that stays."""
    page = visitor.open(published + TALKED, width=390).page
    for name, anchor in [("The bill", "bill"), ("What was missed", "missed"),
                         ("How it ended", "story")]:  # fmt: skip
        page.locator(".within").get_by_role("link", name=name).click()
        assert page.evaluate("location.hash") == f"#{anchor}"
        height = page.locator(".spine").bounding_box()["height"]
        assert height - 1 <= _top(page, f"#{anchor}") < 60


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_moves_of_one_kind_can_be_read_alone(
    browser: Any,
    published: str,
    scripts: bool,  # noqa: FBT001  one parameter
) -> None:
    """Talk, examinations and tests, treatment, losses; the address of a move overrules it."""
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(f"{published}{WORDLESS}#m06")
    kinds = {}
    for name in ("asked", "examined", "treated", "lost"):
        page.check(f"#show-{name}")
        shown = page.locator(".move:visible")
        kinds[name] = [each.get_attribute("id") for each in shown.all()]
    assert kinds["treated"] == ["m06", "m18", "m19"]
    assert kinds["lost"] == ["m06", "m23"]
    assert kinds["asked"][:3] == ["m01", "m02", "m03"]
    assert len(kinds["examined"]) == 10
    context.close()


def test_words_can_be_found_in_a_transcript(visitor: Visitor, published: str) -> None:
    """Moves without them step aside, how many are left is said, and the address keeps it."""
    page = visitor.open(published + TALKED).page
    page.fill("#find", "Chest Pain")
    page.wait_for_function("() => location.search === '?find=chest+pain'")
    shown = _visible(page)
    assert "m11" in shown
    assert page.inner_text(".find [role=status]").startswith(f"{len(shown)} of ")
    assert page.evaluate("CSS.highlights.get('found').size") >= len(shown)
    page.reload()
    assert _visible(page) == shown
    page.fill("#find", "")
    assert len(_visible(page)) > 50


def test_find_box_needs_its_script(browser: Any, published: str) -> None:
    """Without it there is neither a box nor buttons that do nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(published + TALKED)
    assert not page.is_visible("#find")
    assert page.locator(".spine button:visible").count() == 0
    assert page.is_visible(".spine b")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_losses_are_red_with_a_minus(visitor: Visitor, published: str, scheme: str) -> None:
    """In the margin, on the bill and in the running score, though the last move gained 45."""
    page = visitor.open(published + WORDLESS, scheme=scheme).page
    red = page.evaluate(LOSS)
    colour = "each => getComputedStyle(each).color"
    assert page.inner_text("#m23 .loss .p") == "−30"
    assert page.eval_on_selector("#m23 .loss .p", colour) == red
    assert page.eval_on_selector(".bill td.p.loss", colour) == red
    assert page.eval_on_selector(".spark .drop", "each => getComputedStyle(each).stroke") == red


def test_address_of_a_move_covers_none_of_its_words(visitor: Visitor, published: str) -> None:
    """On hover it stands above the move; once kept, under it."""
    page = visitor.open(published + TALKED).page
    covered = """() => {
      const box = document.querySelector(".address").getBoundingClientRect();
      return [...document.querySelectorAll("#m09 .words, #m09 .margin")].some(each => {
        const own = each.getBoundingClientRect();
        return own.top < box.bottom - 1 && box.top + 1 < own.bottom;
      });
    }"""
    page.locator("#m09").scroll_into_view_if_needed()
    page.hover("#m09 .at")
    assert page.evaluate(covered) is False
    page.click("#m09 .at")
    assert page.evaluate(covered) is False
