"""Promises about charts as a reader meets them: whole at once, live when asked, in any theme."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Visitor

pytestmark = pytest.mark.browser

OVERLAPS = """box => {
  const boxes = selector => [...box.querySelectorAll(selector)]
    .filter(each => each.getClientRects().length).map(each =>
      ({ ...each.getBoundingClientRect().toJSON(), what: each.textContent || "a mark" }));
  const names = boxes("g > text"), marks = boxes(".dot");
  const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return names.flatMap((name, i) => [...names.slice(i + 1), ...marks]
    .filter(other => shared(name, other)).map(other => `${name.what} and ${other.what}`));
}"""
CUT = """box => [...box.querySelectorAll("text")].filter(each => each.getClientRects().length)
  .filter(each => {
    const word = each.getBoundingClientRect();
    const frame = each.closest("svg").getBoundingClientRect();
    return word.left < frame.left - 1 || word.right > frame.right + 1;
  }).map(each => each.textContent)"""
SMALLEST = """box => Math.min(...[...box.querySelectorAll("text")]
  .filter(each => each.getClientRects().length)
  .map(each => {
    const svg = each.closest("svg");
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return scale * parseFloat(getComputedStyle(each).fontSize);
  }))"""
NAMES = """box => [...box.querySelectorAll("g > text")].filter(each => each.getClientRects().length)
  .map(each => each.textContent)"""
CHARTS = ("score", "cost", "questions", "losses")
FETCHED = """performance.getEntriesByType("resource")
  .some(each => each.name.endsWith("/plotly.min.js"))"""
FILL = "box => getComputedStyle(box.querySelector('.wide .closed .dot')).fill"
HEIGHT = "box => box.getBoundingClientRect().height"


def _live(page: Any, id_: str) -> Any:
    figure = page.locator("figure", has=page.locator(f"#{id_}"))
    figure.get_by_role("button", name="Make it interactive").click()
    page.wait_for_selector(f"#{id_} .main-svg")
    return page.locator(f"#{id_}")


@pytest.mark.parametrize("width", [390, 1280])
def test_words_of_charts_are_whole_and_cover_nothing(
    visitor: Visitor, published: str, width: int
) -> None:
    """On a phone as on a desk: none cut, none over another or a mark, none smaller than 11."""
    page = visitor.open(published, width=width).page
    for id_ in CHARTS:
        box = page.locator(f"#{id_}")
        assert box.evaluate(CUT) == [], id_
        assert box.evaluate(OVERLAPS) == [], id_
        assert box.evaluate(SMALLEST) >= 11, id_


def test_charts_name_all_thirteen_doctors(visitor: Visitor, published: str) -> None:
    """Also on a phone."""
    page = visitor.open(published, width=390).page
    for id_ in CHARTS:
        names = page.locator(f"#{id_}").evaluate(NAMES)
        assert len({name for name in names if name[0].isupper()}) >= 13, id_


def test_library_is_fetched_when_a_reader_asks(visitor: Visitor, published: str) -> None:
    """Reading a page to its end costs nothing for charts."""
    page = visitor.open(published).page
    page.locator("#losses").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert not page.evaluate(FETCHED)
    _live(page, "score")
    assert page.evaluate(FETCHED)


@pytest.mark.parametrize("width", [390, 1280])
def test_interactive_charts_take_the_place_of_the_drawings(
    visitor: Visitor, published: str, width: int
) -> None:
    """Nothing below them moves."""
    page = visitor.open(published, width=width).page
    for id_ in CHARTS:
        before = page.locator(f"#{id_}").evaluate(HEIGHT)
        assert _live(page, id_).evaluate(HEIGHT) == pytest.approx(before, abs=1), id_


def test_charts_follow_the_chosen_groups(visitor: Visitor, published: str) -> None:
    """Rows close up, marks go, and an interactive chart does the same."""
    page = visitor.open(published + "?groups=open").page
    names = page.locator("#score").evaluate(NAMES)
    assert names == ["DeepSeek V4 Pro", "Kimi K3", "GLM 5.3", "Qwen3.8 27B", "Llama 4 Maverick"]
    assert sorted(page.locator("#cost").evaluate(NAMES)) == sorted(names)
    box = _live(page, "score")
    assert box.locator(".ytick").all_text_contents() == names[::-1]
    assert box.locator(".scatterlayer .point").count() == 2 * len(names)


def test_address_keeps_which_charts_are_interactive(visitor: Visitor, published: str) -> None:
    """So that a reader can send what is seen."""
    page = visitor.open(published).page
    _live(page, "cost")
    page.wait_for_function("() => location.search === '?live=cost'")
    page.reload()
    page.wait_for_selector("#cost .main-svg")
    assert page.locator("#score .main-svg").count() == 0


@pytest.mark.parametrize(("ending", "begins"), [("SVG", b"<svg"), ("PNG", b"\x89PNG")])
def test_chart_is_saved_as_a_file_of_its_own(
    visitor: Visitor, published: str, ending: str, begins: bytes
) -> None:
    """With its title, its colours and where it is from; nothing breaks the page's policy."""
    visit = visitor.open(published)
    figure = visit.page.locator("figure", has=visit.page.locator("#score"))
    with visit.page.expect_download() as saved:
        figure.get_by_role("button", name=f"Save as {ending}").click()
    assert saved.value.suggested_filename == f"score.{ending.lower()}"
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(begins)
    if ending == "SVG":
        assert b"Scores run from" in content
        assert b"rgb(0, 114, 178)" in content
        assert b"class=" not in content.split(b">", 1)[0]
    assert visit.faults == []


def test_chart_follows_the_theme_without_reload(visitor: Visitor, published: str) -> None:
    """The marks take the other theme's colour for closed weights."""
    page = visitor.open(published).page
    box = page.locator("#questions")
    assert box.evaluate(FILL) == "rgb(0, 114, 178)"
    page.emulate_media(color_scheme="dark")
    assert box.evaluate(FILL) == "rgb(98, 179, 234)"


def test_interactive_chart_follows_the_width_without_reload(
    visitor: Visitor, published: str
) -> None:
    """Turning a phone redraws it."""
    page = visitor.open(published).page
    _live(page, "questions")
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function(
        "() => document.querySelector('#questions .main-svg').getBoundingClientRect().width < 380"
    )


def test_arrow_keys_tell_each_mark_and_enter_opens_its_page(
    visitor: Visitor, published: str
) -> None:
    """What hovering shows is said too."""
    page = visitor.open(published).page
    _live(page, "questions").locator(".plot").focus()
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#questions [role=status]") == (
        "GPT-6 Astra. 27 questions, 88 % of red flags"
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/models/openai_gpt-6-astra/**")


def test_mark_of_a_drawing_tells_its_numbers_and_leads_to_its_doctor(
    visitor: Visitor, published: str
) -> None:
    """Without Plotly: the browser's own hint, and a click."""
    page = visitor.open(published).page
    mark = page.locator("#score .wide g.closed").first
    assert mark.locator("title").text_content() == (
        "GPT-6 Astra\nIf replayed: 83 (79–86)\nOn new cases: 83 (69–96)"
    )
    mark.locator(".dot").click()
    page.wait_for_url("**/models/openai_gpt-6-astra/**")


def test_hovering_a_mark_tells_its_numbers(visitor: Visitor, published: str) -> None:
    """Score and both intervals; Plotly adds nothing that the page's policy forbids."""
    visit = visitor.open(published)
    _live(visit.page, "score")
    visit.page.locator("#score .scatterlayer .point").first.hover(force=True)
    told = visit.page.locator("#score .hoverlayer").text_content()
    assert "GPT-6 Astra" in told
    assert "If replayed: 83 (79–86)" in told
    assert visit.faults == []


def test_tapping_a_mark_shows_its_numbers_and_stays(visitor: Visitor, published: str) -> None:
    """Where nothing can hover, a tap does not lead away."""
    page = visitor.open(published, width=390, has_touch=True, is_mobile=True).page
    _live(page, "score")
    page.locator("#score .scatterlayer .point").first.tap(force=True)
    page.wait_for_selector("#score .hoverlayer .hovertext")
    assert page.url == published + "?live=score"


def test_heat_map_switches_between_cases_and_parts(visitor: Visitor, published: str) -> None:
    """By case first; no script is needed."""
    page = visitor.open(published, java_script_enabled=False).page
    seen = page.locator(".switch figure:visible h2")
    assert [text.split(":")[0] for text in seen.all_inner_texts()] == ["By case"]
    page.get_by_role("radio", name="By part of the bill").check()
    assert [text.split(":")[0] for text in seen.all_inner_texts()] == ["By part of the bill"]


def test_printing_shows_charts_and_tables(visitor: Visitor, published: str) -> None:
    """The drawing of the wide page, also of a chart that is interactive."""
    page = visitor.open(published).page
    _live(page, "score")
    page.emulate_media(media="print")
    assert page.locator(".drawing.wide:visible").count() == page.locator(".chart").count()
    assert page.locator("#score .wide .dot:visible").count() == 13
    assert page.locator(".plot:visible").count() == 0
    assert page.locator(".switch figure:visible").count() == 2
    assert page.locator("#questions ~ details table").is_visible()


def test_printed_chart_has_the_colours_of_paper(visitor: Visitor, published: str) -> None:
    """Also where the reader's screen is dark."""
    page = visitor.open(published).page
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("#questions").evaluate(FILL) == "rgb(0, 114, 178)"


def test_library_that_failed_to_load_can_be_asked_for_again(
    visitor: Visitor, published: str
) -> None:
    """The drawing stays meanwhile."""
    page = visitor.open(published).page
    page.route("**/plotly.min.js", lambda route: route.abort(), times=1)
    figure = page.locator("figure", has=page.locator("#score"))
    figure.get_by_role("button", name="Make it interactive").click()
    again = figure.get_by_role("button", name="try again")
    again.wait_for()
    assert page.locator("#score .wide .dot:visible").count() == 13
    again.click()
    page.wait_for_selector("#score .main-svg")
