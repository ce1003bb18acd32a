"""Promises about charts as a reader meets them: drawn late, named without overlap, in any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser

OVERLAPS = """box => {
  const boxes = selector => [...box.querySelectorAll(selector)].map(each =>
    ({ ...each.getBoundingClientRect().toJSON(), what: each.textContent || "a mark" }));
  const names = boxes(".annotation-text"), marks = boxes(".scatterlayer .point");
  const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return names.flatMap((name, i) => [...names.slice(i + 1), ...marks]
    .filter(other => shared(name, other)).map(other => `${name.what} and ${other.what}`));
}"""
ASTRAY = """box => {
  const { xaxis, yaxis, annotations } = box._fullLayout;
  const at = each =>
    ({ x: xaxis._offset + xaxis.l2p(each.x), y: yaxis._offset + yaxis.l2p(each.y) });
  const marks = annotations.map(at), edge = box.getBoundingClientRect();
  return annotations.flatMap((each, own) => {
    const frame = box.querySelectorAll(".annotation-text-g")[own].getBoundingClientRect();
    const [x0, x1] = [frame.left - edge.left, frame.right - edge.left];
    const [y0, y1] = [frame.top - edge.top, frame.bottom - edge.top];
    const away = mark => Math.hypot(
      Math.max(x0 - mark.x, 0, mark.x - x1), Math.max(y0 - mark.y, 0, mark.y - y1));
    const nearest = marks.map(away).indexOf(Math.min(...marks.map(away)));
    const lined = each.arrowcolor !== "rgba(0,0,0,0)";
    return x1 > box.clientWidth || (!lined && nearest !== own) ? [each.text] : [];
  });
}"""
NAMES = "box => [...box.querySelectorAll('.annotation-text')].map(each => each.textContent)"
FETCHED = """performance.getEntriesByType("resource")
  .some(each => each.name.endsWith("/plotly.min.js"))"""
FILL = "box => getComputedStyle(box.querySelector('.scatterlayer .point')).fill"


def _chart(page: Any, id_: str) -> Any:
    box = page.locator(f"#{id_}")
    box.scroll_into_view_if_needed()
    page.wait_for_selector(f"#{id_} .main-svg")
    return box


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("id_", ["cost", "questions"])
def test_names_of_thirteen_doctors_cover_neither_each_other_nor_a_mark(
    visitor: Visitor, published: str, id_: str, width: int
) -> None:
    """All are named, on a phone as on a desk."""
    page = visitor.open(published, width=width).page
    box = _chart(page, id_)
    page.wait_for_selector(f"#{id_} .annotation-text")
    assert len(set(box.evaluate(NAMES))) == 13
    assert box.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("id_", ["cost", "questions"])
def test_name_without_a_line_is_nearest_to_its_own_mark(
    visitor: Visitor, published: str, id_: str, width: int
) -> None:
    """No dot is read under another doctor's name, and no name is cut."""
    page = visitor.open(published, width=width).page
    box = _chart(page, id_)
    page.wait_for_selector(f"#{id_} .annotation-text")
    assert box.evaluate(ASTRAY) == []


def test_library_is_fetched_when_a_chart_comes_near(visitor: Visitor, published: str) -> None:
    """A reader of the first screen pays nothing for charts."""
    page = visitor.open("about:blank").page
    page = visitor.open(published).page
    page.wait_for_timeout(300)
    assert not page.evaluate(FETCHED)
    _chart(page, "score")
    assert page.evaluate(FETCHED)


def test_chart_follows_the_theme_without_reload(visitor: Visitor, published: str) -> None:
    """The marks take the other theme's colour for closed weights."""
    page = visitor.open(published).page
    box = _chart(page, "questions")
    assert box.evaluate(FILL) == "rgb(0, 114, 178)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        f"() => ({FILL})(document.getElementById('questions')) === 'rgb(98, 179, 234)'"
    )


def test_chart_follows_the_width_without_reload(visitor: Visitor, published: str) -> None:
    """Turning a phone redraws it."""
    page = visitor.open(published).page
    _chart(page, "questions")
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function(
        "() => document.querySelector('#questions .main-svg').getBoundingClientRect().width < 380"
    )


def test_arrow_keys_tell_each_mark_and_enter_opens_its_page(
    visitor: Visitor, published: str
) -> None:
    """What hovering shows is said too."""
    page = visitor.open(published).page
    _chart(page, "questions").focus()
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#questions + [role=status]") == (
        "GPT-6 Astra. 27 questions, 88 % of red flags"
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/models/openai_gpt-6-astra/**")


def test_hovering_a_mark_tells_its_numbers(visitor: Visitor, published: str) -> None:
    """Score and both intervals."""
    page = visitor.open(published).page
    _chart(page, "score")
    page.locator("#score .scatterlayer .point").first.hover(force=True)
    told = page.locator("#score .hoverlayer").text_content()
    assert "GPT-6 Astra" in told
    assert "If replayed: 83 (79–86)" in told


def test_tapping_a_mark_shows_its_numbers_and_stays(visitor: Visitor, published: str) -> None:
    """Where nothing can hover, a tap does not lead away."""
    page = visitor.open(published, width=390, has_touch=True, is_mobile=True).page
    _chart(page, "score")
    page.locator("#score .scatterlayer .point").first.tap(force=True)
    page.wait_for_selector("#score .hoverlayer .hovertext")
    assert page.url == published


def test_heat_map_switches_between_cases_and_parts(visitor: Visitor, published: str) -> None:
    """By case first; no script is needed."""
    page = visitor.open(published, java_script_enabled=False).page
    seen = page.locator(".switch figure:visible h2")
    assert [text.split(":")[0] for text in seen.all_inner_texts()] == ["By case"]
    page.get_by_role("radio", name="By part of the bill").check()
    assert [text.split(":")[0] for text in seen.all_inner_texts()] == ["By part of the bill"]


def test_printing_shows_the_tables_and_no_chart(visitor: Visitor, published: str) -> None:
    """Paper cannot hover, and a wide drawing would be cut."""
    page = visitor.open(published).page
    _chart(page, "score")
    page.emulate_media(media="print")
    assert page.locator(".chart:visible").count() == 0
    assert page.locator(".switch figure:visible").count() == 2
    assert page.locator("#questions ~ details table").is_visible()
