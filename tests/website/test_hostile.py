"""Promises about hostile text in every field that a model, a case or an issue can fill."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import html5lib
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from conftest import Visitor, Workshop

HOSTILE = (
    "</script></title></textarea><script>window.hit = 1</script>"
    "<img src=x onerror='window.hit = 1'>\" onfocus=\"window.hit = 1\" autofocus x=' "
    "<svg onload=window.hit=1> [a](javascript:window.hit=1) ![b](data:image/png;base64,x) "
    "<a href='javascript:window.hit=1'>c</a> {{ 7 * 7 }} {% raw %} <!-- ]]> "
    "\u202egnittes\u202c \u0000 \U000e0041 \u200b 👩🏽‍⚕️ 🏴‍☠️ "
)
"""Markup, a broken-out attribute, links that are scripts, template code, turned and unseen text."""

WORD = "W" * 2_000
"""No line can break in it."""
LONG_WORD = "M" * 100_000

CASE = {
    "title", "presenting_complaint", "name", "occupation", "appearance", "allergies", "conditions",
    "medications", "topic", "answer", "finding", "left", "right", "at", "result", "consequence",
    "aside", "text", "consequences", "sources",
}  # fmt: skip
ISSUE = {"title", "found_in", "happens", "answer"}
RUN = {"title", "description", "patient", "marker", "played_on", "case_hashes",
       "catalogue_hash", "prompts", "parameters"}  # fmt: skip
RECORD = {"label", "quote", "story", "harmful", "unnecessary", "missed_required", "hint", "topic",
          "unmarked", "patient_model", "marker_model", "started", "name"}  # fmt: skip
PROVENANCE = {"version", "case", "catalogue", "served_by", "prompts", "parameters"}
LOG = {"utterance", "reply", "finding", "result", "tool", "answer", "arguments", "text", "dose",
       "frequency", "duration", "asked", "released", "jargon", "query", "found", "id", "primary",
       "differentials", "label", "quote", "unmarked", "ending"}  # fmt: skip


def _poisoned(data: Any, fields: set[str], *, inside: bool = False, place: str = "") -> Any:
    """The data with every text under the named fields hostile, no two alike."""
    if isinstance(data, dict):
        return {
            key: _poisoned(each, fields, inside=inside or key in fields, place=f"{place}.{key}")
            for key, each in data.items()
        }
    if isinstance(data, list):
        return [
            _poisoned(each, fields, inside=inside, place=f"{place}.{number}")
            for number, each in enumerate(data)
        ]
    return f"{HOSTILE}{WORD}{place}" if inside and isinstance(data, str) else data


def _rewrite(path: Path, change: Callable[[Any], Any]) -> None:
    data = change(json.loads(path.read_text(encoding="utf-8")))
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def _poison_run(folder: Path) -> None:
    def of_run(data: dict[str, Any]) -> dict[str, Any]:
        doctors = [each | {"parameters": {"temperature": "x"}} for each in data["doctors"]]
        filled = data | {"description": "x", "marker": "x", "prompts": {"p": "x"},
                         "doctors": doctors, "source": "javascript:window.hit=1"}  # fmt: skip
        return _poisoned(filled, RUN)

    def of_record(data: dict[str, Any]) -> dict[str, Any]:
        filled = data | {"story": ["x"], "harmful": ["x"], "missed_required": ["x"],
                         "unmarked": ["x"], "patient_model": "x", "marker_model": "x"}  # fmt: skip
        provenance = {"version": "x", "case": "x", "catalogue": "x", "served_by": "x",
                      "prompts": {"x": "x"}, "parameters": {"x": "x"}}  # fmt: skip
        poisoned = _poisoned(filled, RECORD)
        poisoned["provenance"] = _poisoned(provenance, PROVENANCE) | {
            "source": "javascript:window.hit=1"
        }
        return poisoned

    def of_log(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        poisoned = _poisoned(rows, LOG)
        for each in poisoned:
            if "utterance" in each:
                each["utterance"] += LONG_WORD
                each["reply"] += LONG_WORD
                break
        return poisoned

    _rewrite(folder / "run.json", of_run)
    for path in folder.glob("*/*.log.json"):
        _rewrite(path, of_log)
        _rewrite(path.with_name(path.name.replace(".log.json", ".json")), of_record)


@pytest.fixture(scope="module")
def hostile(
    tmp_path_factory: pytest.TempPathFactory, new_shop: Callable[[Path], Workshop]
) -> Workshop:
    """The small site with every text of others hostile, built."""
    shop = new_shop(tmp_path_factory.mktemp("hostile"))
    fields: Mapping[str, set[str]] = {
        "sore_calf.yaml": CASE, "known-issues.yaml": ISSUE, "models.yaml": {"name", "lab"},
        **{f"catalogue/{path.name}": {"name"} for path in (shop.cases / "catalogue").iterdir()},
    }  # fmt: skip
    for name, wanted in fields.items():
        _rewrite(shop.cases / name, lambda data, wanted=wanted: _poisoned(data, wanted))
    for run in shop.results.iterdir():
        _poison_run(run)
    shop.build(base_url="https://example.org/bench/")
    return shop


def test_hostile_text_makes_no_element_attribute_or_link(hostile: Workshop) -> None:
    """Every page stays valid, and holds only what its template wrote."""
    for path in sorted(hostile.out.rglob("*.html")):
        tree = html5lib.HTMLParser(
            strict=True, tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False
        ).parse(path.read_text(encoding="utf-8"))
        for each in tree.iter():
            assert each.tag not in ("img", "iframe", "object", "textarea"), path
            names = {name.lower() for name in each.attrib}
            assert not [name for name in names if str(name).startswith("on")], path
            assert "autofocus" not in names or path.parent.name == "search", path
            links = (each.get("href"), each.get("src"), each.get("action"))
            assert not [link for link in links if link and ":" in link.split("/")[0]
                        and not link.startswith(("https:", "http:"))], path  # fmt: skip
            if each.tag == "script":
                assert each.get("src") or str(each.get("type")).endswith("json"), path


def test_hostile_text_is_shown_as_it_stands(hostile: Workshop) -> None:
    """The reader sees what was written, and characters that cannot be seen by their numbers."""
    page = hostile.page("consults/with-words/lab_model-1/sore_calf-1/index.html")
    for shown in ("&lt;script&gt;window.hit = 1&lt;/script&gt;", "{{ 7 * 7 }}", "[U+202E]gnittes",
                  "[U+0000]", "[U+E0041]", "👩🏽", LONG_WORD):  # fmt: skip
        assert shown in page
    for path in hostile.out.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        text = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
        assert not [char for char in "\u202e\u202c\u0000\u200b\U000e0041" if char in text], path


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_hostile_text_executes_nothing_and_breaks_no_layout(
    visitor: Visitor, hostile: Workshop, serve_folder: Callable[[Path], str], width: int
) -> None:
    """Every page, every chart drawn: no script ran, nothing is wider than the screen."""
    site, found = serve_folder(hostile.out), {}
    for path in sorted(hostile.out.rglob("*.html")):
        if path.name == "404.html":
            continue
        address = path.relative_to(hostile.out).as_posix()
        visit = visitor.open(site + address, width=width)
        visit.scroll_through()
        hit = visit.page.evaluate("window.hit")
        faults = visit.all_faults() + (["a script ran"] if hit else [])
        found |= {address: faults} if faults else {}
        visitor.close()
    assert found == {}
