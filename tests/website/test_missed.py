"""Promises about what a consult missed: it is whole, part by part."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.records.record import Record
from crookbench.testing.compared import handed_over
from crookbench.website.pages.consult.compared import case_items
from crookbench.website.pages.consult.missed import missed_parts

if TYPE_CHECKING:
    from pathlib import Path


def _award(item: str, points: int = 10, **fields: Any) -> dict[str, Any]:
    return {"points": points, "part": "history", "kind": "history", "label": item.title(),
            "item": f"history:{item}", "move": 1} | fields  # fmt: skip


def _record(*awards: dict[str, Any], rep: int = 1, **fields: Any) -> Record:
    data = {
        "model": "m", "case": "a", "rep": rep, "ending": "ended", "total": 0, "max": 60,
        "level": "Intern", "consequence": "ideal", "awards": awards,
        "domains": [{"id": "history", "earned": 0, "max": 60}],
    }  # fmt: skip
    return Record.model_validate(data | fields)


def _told(record: Record, *others: Record) -> list[tuple[str, str, list[str], str]]:
    items = case_items([record, *others], wordless=True)
    return [
        (part.name, part.summary, [f"{one.points} {one.text}" for one in part.items], part.rest)
        for part in missed_parts(record, items, wordless=True)
    ]


def test_what_others_earned_and_nobody_asked_is_missed() -> None:
    """40 of 60 points: one item of another consult, one red flag of none, and 10 unnamed."""
    flag = {"topic": "Rash", "elicited": False, "id": "rash", "absent": False}
    own = _record(_award("pain"), _award("fever"), red_flags=[flag])
    other = _record(_award("pain"), _award("sleep"), rep=2)
    assert _told(own, other) == [
        ("History", "40 of 60 points", ["10 Sleep", "20 Red flag: Rash"],
         "A further 10 points: this run does not name the items."),
    ]  # fmt: skip


def test_red_flag_that_others_found_is_named_once() -> None:
    """It stands among the items and among the flags."""
    flag = {"topic": "Rash", "elicited": False, "id": "rash", "absent": False}
    other = _record(_award("rash", 20, kind="red_flag"), rep=2)
    ((_, _, items, rest),) = _told(_record(red_flags=[flag]), other)
    assert items == ["20 Red flag: Rash"]
    assert rest == "A further 40 points: this run does not name the items."


def test_bonus_is_told_as_one_and_fills_no_gap() -> None:
    """The maximum has no bonus in it, so what is missing of it is not less for one."""
    bonus = {"points": 5, "part": "history", "kind": "acceptable", "label": "Extra", "item": "x"}
    whole = {"points": 60, "part": "history", "kind": "history", "label": "All", "item": "y"}
    record = _record(missed=[bonus, whole])
    ((_, summary, items, rest),) = _told(record)
    assert (summary, items, rest) == ("60 of 60 points", ["5 Extra (a bonus)", "60 All"], "")


def test_nothing_is_missed_of_a_part_that_earned_everything() -> None:
    """Such a part has no heading."""
    assert _told(_record(_award("all", 60))) == []


@pytest.mark.parametrize("run", ["2026-10-04-published", "baselines"])
def test_pages_list_every_point_that_was_not_earned(whole: Path, run: str) -> None:
    """On each page of a run, items and remainder of each part come to what was not earned."""
    pages = sorted((whole / "consults" / run).glob("*/*/index.html"))
    assert len(pages) > 100
    for path in pages:
        html = path.read_text(encoding="utf-8")
        missed = html[html.index('id="missed"') : html.index('id="others"')]
        for part in missed.split("<h3>")[1:]:
            heading = re.match(r"[A-Z][a-z ]+: (\d+) of \d+ points? not earned</h3>", part)
            if heading is None:
                continue
            rows = re.findall(r'<span class="p">(\d+)</span><span>(?!.*\(a bonus\))', part)
            rest = re.findall(r'<p class="small">(?:A further )?(\d+) points?: ', part)
            assert sum(map(int, rows + rest)) == int(heading[1]), path


def test_pages_list_as_much_as_the_files_beside_them(whole: Path) -> None:
    """Every item that a comparison shows as missed stands on the consult's own page."""
    folder = whole / "consults/2026-10-04-published"
    on_pages = in_files = 0
    for path in sorted(folder.glob("*/*/items.js")):
        lines = handed_over(path.read_text(encoding="utf-8"))["lines"]
        missed = [one for one in lines if one["can"] and not one["moves"]]
        in_files += len(missed)
        html = path.with_name("index.html").read_text(encoding="utf-8")
        on_pages += html[html.index('id="missed"') : html.index('id="others"')].count('class="p"')
    assert in_files > 2700
    assert on_pages >= in_files
